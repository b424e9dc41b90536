import type { PartnerRequest } from '@/db/rows/agenda-fields';
import type { Command } from '../command';
import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';
import { notebookCaughtUp } from './notebook-parts';
import { ADULTS_ONLY, PARTNERS_PATH, wishShape } from './partner-parts';

const schema = (z: Shapes) =>
  z.object({
    requestId: z.string(),
    /** False takes the answer back. */
    wanted: z.boolean(),
    /** The request as it was listed, for this phone. */
    personId: z.string(),
    name: z.string(),
    ...wishShape(z),
  });

export type PartnerAnswered = PayloadIn<typeof schema>;

export const partnerAnswer = {
  kind: 'partner.answer' as const,
  version: 1,
  schema,
  table: 'partner_requests',
  procedure: 'answer_partner_request',
  args: ({ id, payload: { requestId, wanted, adult } }) => ({
    command_id: id,
    answer: { request_id: requestId, wanted, ...(adult && { adult }) },
  }),
  label: 'Quero ser seu par',
  summary: ({ name, wanted }) => (wanted ? `Para ${name}` : `Não quero mais, ${name}`),
  creates: false,
  apply: (
    before: PartnerRequest | null,
    { payload, createdAt }: Command<PartnerAnswered>,
  ): PartnerRequest => {
    const { requestId: _, wanted, personId, name, adult: __, ...wish } = payload;
    const held = before?.side === 'answerer' ? before : null;
    return {
      ...wish,
      side: 'answerer',
      found: held?.found ?? false,
      ended: held?.ended ?? false,
      expires_at: held?.expires_at ?? new Date(createdAt + 30 * 86_400_000).toISOString(),
      person_id: personId,
      name,
      state: wanted ? 'waiting' : 'ended',
      contact: null,
    };
  },
  comesWith: 'own',
  collection: 'notebook',
  caughtUp: notebookCaughtUp,
  refusals: {
    ...ADULTS_ONLY,
    request_over: 'Este pedido de par não está mais aberto.',
    own_request: 'Este pedido de par é seu.',
    too_many_answers: 'São até vinte respostas por dia. Tente de novo amanhã.',
  },
  final: ['request_over', 'own_request', 'invalid_value'],
  editPath: () => PARTNERS_PATH,
} satisfies Kind<PartnerAnswered>;
