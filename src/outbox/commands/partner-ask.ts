import type { PartnerRequest } from '@/db/rows/agenda-fields';
import type { Command } from '../command';
import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';
import { notebookCaughtUp } from './notebook-parts';
import { ADULTS_ONLY, PARTNERS_PATH, wishShape } from './partner-parts';

const schema = (z: Shapes) => z.object({ id: z.string(), ...wishShape(z) });

export type PartnerAsk = PayloadIn<typeof schema>;

/** The entity's id is the request's. */
export const partnerAsk = {
  kind: 'partner.ask' as const,
  version: 1,
  schema,
  table: 'partner_requests',
  procedure: 'ask_for_partner',
  args: ({ id, payload }) => ({ command_id: id, request: payload }),
  label: 'Procuro par',
  summary: ({ day }) => (day === null ? null : `Dia ${day.split('-').reverse().slice(0, 2).join('/')}`),
  creates: true,
  apply: (
    _: null,
    { payload: { id: __, adult: ___, ...wish }, createdAt }: Command<PartnerAsk>,
  ): PartnerRequest => ({
    ...wish,
    side: 'asker',
    found: false,
    ended: false,
    expires_at: new Date(createdAt + 30 * 86_400_000).toISOString(),
    answers: [],
  }),
  comesWith: 'own',
  collection: 'notebook',
  caughtUp: notebookCaughtUp,
  refusals: {
    ...ADULTS_ONLY,
    event_unknown: 'Este evento não está mais na agenda.',
    day_unknown: 'O evento não acontece mais neste dia.',
    day_over: 'Este dia já passou.',
    style_unknown: 'Este estilo não existe mais. Escolha outro.',
    city_unknown: 'Esta cidade não existe mais. Escolha outra.',
    request_exists: 'O servidor já conhece outro pedido com este número. Peça de novo.',
    too_many_requests: 'São até cinco pedidos de par ao mesmo tempo, e dez por dia.',
  },
  final: [
    'event_unknown',
    'day_unknown',
    'day_over',
    'style_unknown',
    'city_unknown',
    'request_exists',
    'invalid_value',
  ],
  editPath: () => PARTNERS_PATH,
} satisfies Kind<PartnerAsk>;
