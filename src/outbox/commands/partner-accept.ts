import type { PartnerRequest } from '@/db/rows/agenda-fields';
import type { Command } from '../command';
import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';
import { notebookCaughtUp } from './notebook-parts';
import { OF_GUARDIAN, PARTNERS_PATH, REFUSALS } from './partner-parts';

const schema = (z: Shapes) => z.object({ requestId: z.string(), answerId: z.string(), name: z.string() });

export type PartnerAccepted = PayloadIn<typeof schema>;

/** The contact comes with the row, once the server has both yeses. */
export const partnerAccept = {
  kind: 'partner.accept' as const,
  version: 1,
  schema,
  table: 'partner_requests',
  procedure: 'accept_partner',
  args: ({ id, payload: { requestId, answerId } }) => ({
    command_id: id,
    acceptance: { request_id: requestId, answer_id: answerId },
  }),
  label: 'Par aceito',
  summary: ({ name }) => name,
  creates: false,
  parents: ({ requestId }) => [{ table: 'partner_requests', id: requestId }],
  apply: (request: PartnerRequest, { payload }: Command<PartnerAccepted>): PartnerRequest =>
    request.side === 'asker'
      ? {
          ...request,
          found: true,
          answers: request.answers.map((answer) =>
            answer.id === payload.answerId ? { ...answer, state: 'accepted' } : answer,
          ),
        }
      : request,
  comesWith: 'own',
  collection: 'notebook',
  caughtUp: notebookCaughtUp,
  refusals: {
    ...{ ...REFUSALS, ...OF_GUARDIAN },
    request_unknown: 'Este pedido de par não existe mais.',
    answer_over: 'Esta pessoa não está mais disponível para este pedido.',
  },
  final: ['request_unknown', 'answer_over', 'invalid_value'],
  editPath: () => PARTNERS_PATH,
} satisfies Kind<PartnerAccepted>;
