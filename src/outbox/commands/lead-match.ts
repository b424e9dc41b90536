import type { Kind } from '../kind';

export interface LeadMatch {
  leadId: string;
}

/** Repeating it gives the same: the match is stored with the lead. */
export const leadMatch: Kind<LeadMatch> = {
  kind: 'lead.match',
  version: 1,
  procedure: 'ai-teacher-match',
  args: ({ payload, userId }) => ({ leadId: payload.leadId, userId }),
  label: 'Escolha do professor ideal',
  summary: () => null,
  upgrade: (payload) => payload as LeadMatch,
  creates: false,
  parents: ({ leadId }) => [{ table: 'leads', id: leadId }],
  send: {
    path: '/functions/v1/ai-teacher-match',
    confirms: (answer, { payload }) => answer.leadId === payload.leadId,
    refusals: ['invalid_body', 'lead_unknown', 'not_yours'],
  },
};
