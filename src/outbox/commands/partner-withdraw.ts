import type { PartnerRequest } from '@/db/agenda-fields';
import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';
import { notebookCaughtUp } from './notebook-parts';
import { NO_PROFILE, PARTNERS_PATH, REFUSED } from './partner-parts';

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
    request_unknown: 'Este pedido de par não existe mais.',
    profile_missing: NO_PROFILE,
    invalid_value: REFUSED,
  },
  final: ['request_unknown', 'invalid_value'],
  editPath: () => PARTNERS_PATH,
} satisfies Kind<PartnerWithdraw>;
