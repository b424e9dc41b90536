import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';

/** The shape that create_lead takes, with the id made on the phone. */
const schema = (z: Shapes) => z.object({ lead: z.looseObject({ id: z.string() }) });

export type LeadCreate = PayloadIn<typeof schema>;

export const leadCreate = {
  kind: 'lead.create' as const,
  version: 1,
  schema,
  table: 'leads',
  procedure: 'create_lead',
  args: ({ id, payload }) => ({ command_id: id, lead: payload.lead }),
  label: 'Pedido para encontrar professor',
  summary: () => null,
  creates: true,
  refusals: {
    lead_exists: 'O servidor já conhece outro pedido com este número. Preencha o formulário de novo.',
    invalid_value: 'Um valor não foi aceito. Confira o pedido e envie de novo.',
  },
  final: ['lead_exists', 'invalid_value'],
} satisfies Kind<LeadCreate>;
