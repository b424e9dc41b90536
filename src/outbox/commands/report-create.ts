import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';

const schema = (z: Shapes) =>
  z.object({
    report: z.object({
      id: z.string(),
      what: z.oneOf(['profile', 'post', 'evaluation', 'reply', 'event', 'request', 'message', 'lesson']),
      target_id: z.string(),
      reason: z.oneOf(['fake', 'offensive', 'unsafe', 'minor', 'prepayment', 'spam', 'wrong', 'other']),
      details: z.nullable(z.string()),
      /** The photo or video of a profile; absent for the whole. */
      subject: z.optional(z.string()),
      /** The text as this phone showed it: kept by the server where its own differs. */
      seen: z.optional(z.string()),
    }),
  });

export type ReportCreate = PayloadIn<typeof schema>;

/**
 * The server keeps one report per person, target and subject. Reports about the same share an entity, so they are sent
 * in order; the last one wins.
 */
export const reportCreate = {
  kind: 'report.create' as const,
  version: 1,
  schema,
  table: 'reports',
  procedure: 'create_report',
  args: ({ id, payload }) => ({ command_id: id, report: payload.report }),
  label: 'Denúncia',
  summary: ({ report }) => report.details,
  creates: false,
  refusals: {
    target_unknown: 'O que você denunciou não existe mais.',
    too_many_reports: 'Você já enviou muitas denúncias hoje. Tente de novo amanhã.',
    report_exists: 'O servidor já conhece outra denúncia com este número. Escreva de novo.',
  },
  final: ['target_unknown', 'report_exists', 'invalid_value'],
} satisfies Kind<ReportCreate>;
