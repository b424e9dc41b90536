/**
 * Tells our server's refusals from other JSON. A portal, a gateway, a read-only or half-upgraded database also answer
 * in JSON; only errors that our procedures raise, and constraints that PostgREST passes on, refuse a write.
 *
 * Sources: app.refuse in the migrations; https://docs.postgrest.org/en/stable/references/errors.html
 */
export type RetryReason =
  | 'network'
  | 'timeout'
  /** Something that is not our server answered: a captive portal, a proxy's page. */
  | 'portal'
  /** Our server, or one that looks like it, answered without confirming this command. */
  | 'unconfirmed'
  | 'busy'
  | 'server'
  /** The server does not know the procedure yet. */
  | 'schema'
  | 'paused'
  /** The row that the command needs has not been sent yet. */
  | 'parent'
  /** The server refused a fresh token too. */
  | 'token'
  /** The newer terms have to be accepted first. */
  | 'terms'
  /** JSON that did not come from our server: a gateway without a route, a portal. */
  | 'foreign';

export interface Complaint {
  status: number;
  code: string | null;
  hint: string | null;
}

/** Hints of procedures that are no refusals: the write waits for something else and is sent again. */
const WAITS: Readonly<Record<string, RetryReason>> = {
  too_many: 'busy',
  terms_required: 'terms',
};

/** Classes of SQLSTATE that mean that the database will never take this content: data, constraints, size limits. */
const CONTENT = ['22', '23', '54'];
/** Classes of SQLSTATE for a server that has trouble or is read-only: it takes the same write later. */
const TROUBLE = ['08', '25', '40', '53', '55', '57', '58', 'XX'];

/** Whether the server itself refuses this write for good. */
export function isRefusal({ status, code, hint }: Complaint): boolean {
  if (code === null || status < 400 || status > 499) return false;
  const raised = /^PT(4\d\d)$/.exec(code);
  if (raised) return Number(raised[1]) === status && status !== 408 && status !== 429;
  if (CONTENT.includes(code.slice(0, 2)) && code.length === 5) return true;
  // Without our hint the code means a permission that a half-applied migration has not granted yet.
  return (code === '42501' || code === 'P0001') && hint !== null;
}

/** The reason why a write that is not refused waits. */
export function waitsFor({ code, hint }: Complaint): RetryReason {
  const named = hint === null ? undefined : WAITS[hint];
  if (named) return named;
  if (code === null) return 'foreign';
  if (code.startsWith('PGRST2') || (code.startsWith('42') && code.length === 5)) return 'schema';
  return code.length === 5 && TROUBLE.includes(code.slice(0, 2)) ? 'server' : 'foreign';
}

export const isWait = ({ hint }: Pick<Complaint, 'hint'>): boolean =>
  hint !== null && Object.hasOwn(WAITS, hint);
