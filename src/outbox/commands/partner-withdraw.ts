import type { PartnerRequest } from '@/db/rows/agenda-fields';
import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';
import { notebookCaughtUp } from './notebook-parts';
import { PARTNERS_PATH, REFUSALS } from './partner-parts';

const schema = (z: Shapes) => z.object({ requestId: z.string() });

export type PartnerWithdraw = PayloadIn<typeof schema>;

export const partnerWithdraw = {
  kind: 'partner.withdraw' as const,
  version: 1,
  schema,
  table: 'partner_requests',
  procedure: 'withdraw_partner_request',
  args: ({ id, payload }) => ({ command_id: id, withdrawal: { request_id: payload.requestId } }),
  label: 'Pedido de par encerrado',
  summary: () => null,
  creates: false,
  parents: ({ requestId }) => [{ table: 'partner_requests', id: requestId }],
  /** The contacts go at once. */
  apply: (request: PartnerRequest): PartnerRequest =>
    request.side === 'asker'
      ? { ...request, ended: true, answers: request.answers.map((answer) => ({ ...answer, contact: null })) }
      : request,
  comesWith: 'own',
  collection: 'notebook',
  caughtUp: notebookCaughtUp,
  refusals: {
    ...REFUSALS,
    request_unknown: 'Este pedido de par não existe mais.',
  },
  final: ['request_unknown', 'invalid_value'],
  editPath: () => PARTNERS_PATH,
} satisfies Kind<PartnerWithdraw>;
