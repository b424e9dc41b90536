import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';
import { reportCreate } from './report-create';

const schema = (z: Shapes) =>
  z.object({
    report: z.object({
      id: z.string(),
      what: z.oneOf(['profile', 'post', 'evaluation', 'reply', 'event']),
      target_id: z.string(),
      reason: z.oneOf(['fake', 'offensive', 'unsafe', 'minor', 'prepayment', 'spam', 'wrong', 'other']),
      details: z.nullable(z.string()),
      /** The photo or video of a profile; absent for the whole. */
      subject: z.optional(z.string()),
      /** Made on this phone; the visitor follows the report by it, and the server keeps only its hash. */
      code: z.string(),
    }),
  });

export type ReportVisitor = PayloadIn<typeof schema>;

/** A report of a visitor, without an account. */
export const reportVisitor = {
  kind: 'report.visitor' as const,
  version: 1,
  schema,
  table: 'reports',
  procedure: 'report_as_visitor',
  args: ({ id, payload }) => ({ command_id: id, report: payload.report }),
  label: 'Denúncia',
  summary: ({ report }) => report.details,
  creates: true,
  refusals: {
    target_unknown: reportCreate.refusals.target_unknown,
    report_exists: reportCreate.refusals.report_exists,
    invalid_value: 'Um valor não foi aceito. Denuncie de novo.',
  },
  final: ['target_unknown', 'report_exists', 'invalid_value'],
} satisfies Kind<ReportVisitor>;
