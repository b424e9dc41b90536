import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';

const schema = (z: Shapes) => z.object({ leadId: z.string() });

export type LeadMatch = PayloadIn<typeof schema>;

/** A repetition gives the same result: the match is stored with the lead. */
export const leadMatch = {
  kind: 'lead.match' as const,
  version: 1,
  schema,
  table: 'leads',
  procedure: 'ai-teacher-match',
  args: ({ payload, userId }) => ({ leadId: payload.leadId, userId }),
  label: 'Escolha do professor ideal',
  summary: () => null,
  creates: false,
  parents: ({ leadId }) => [{ table: 'leads', id: leadId }],
  send: {
    path: '/functions/v1/ai-teacher-match',
    confirms: (answer, { payload }) => answer.leadId === payload.leadId,
    refusals: ['invalid_body', 'lead_unknown', 'not_yours'],
  },
  refusals: {
    invalid_body: 'O pedido não foi aceito. Preencha o formulário de novo.',
    lead_unknown: 'Este pedido não existe mais. Preencha o formulário de novo.',
    not_yours: 'Este pedido é de outra pessoa.',
  },
  final: ['invalid_body', 'lead_unknown', 'not_yours'],
} satisfies Kind<LeadMatch>;
