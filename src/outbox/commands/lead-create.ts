import type { Kind } from '../kind';

export interface LeadCreate {
  /** As create_lead takes it, with the id made on the phone. */
  lead: { id: string } & Record<string, unknown>;
}

export const leadCreate: Kind<LeadCreate> = {
  kind: 'lead.create',
  version: 1,
  procedure: 'create_lead',
  args: ({ id, payload }) => ({ command_id: id, lead: payload.lead }),
  label: 'Pedido para encontrar professor',
  summary: () => null,
  upgrade: (payload) => payload as LeadCreate,
  creates: true,
};
