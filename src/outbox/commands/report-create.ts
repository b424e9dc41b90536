import type { Kind } from '../kind';

export interface ReportCreate {
  report: {
    id: string;
    what: 'profile' | 'post' | 'evaluation';
    target_id: string;
    reason: 'fake' | 'offensive' | 'unsafe' | 'spam' | 'wrong' | 'other';
    details: string | null;
  };
}

/** The server keeps one report a person and target, as written last. */
export const reportCreate: Kind<ReportCreate> = {
  kind: 'report.create',
  version: 1,
  procedure: 'create_report',
  args: ({ id, payload }) => ({ command_id: id, report: payload.report }),
  label: 'Denúncia',
  summary: ({ report }) => report.details,
  upgrade: (payload) => payload as ReportCreate,
  creates: false,
};
