/**
 * Decides when this device may invite the user to install the app. Pure: clock and record are passed in. Neither is
 * trusted, since phones start in 1970 and users set clocks ahead.
 */
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Milliseconds of absence after which coming back is another visit. */
export const VISIT_GAP = 30 * MINUTE;
/** Milliseconds without an invitation after a refusal. */
export const REST = 30 * DAY;
/** Milliseconds: a longer absence means that the clock jumped. */
const LEAP = 366 * DAY;
/** Number of refusals after which the app never asks again; the menu's entry stays. */
export const MOST_REFUSALS = 3;
/** Number of invitations without an answer that count as a refusal. */
const IGNORED = 3;

/** All times are milliseconds since 1970 by this phone's clock. */
export interface InstallRecord {
  visits: number;
  seenAt: number;
  /** The user has written something on this device. */
  wrote: boolean;
  refusedAt: number | null;
  refusals: number;
  /** Invitations since the last answer. */
  ignored: number;
  installed: boolean;
}

export const NEVER_SEEN: InstallRecord = {
  visits: 0,
  seenAt: 0,
  wrote: false,
  refusedAt: null,
  refusals: 0,
  ignored: 0,
  installed: false,
};

/** Records that the user is here: counts a visit after an absence, and corrects times that a clock jump left behind. */
export function seen(record: InstallRecord, now: number): InstallRecord {
  const away = now - record.seenAt;
  const isVisit = record.visits === 0 || away >= VISIT_GAP;
  const { refusedAt } = record;
  // Restarts the pause: a refusal in the future would hold for years, and a jump of a year would end the pause at once.
  const jumped = record.visits > 0 && (away >= LEAP || (refusedAt !== null && refusedAt > now));
  return {
    ...record,
    visits: record.visits + (isVisit ? 1 : 0),
    seenAt: now,
    refusedAt: refusedAt !== null && jumped ? now : refusedAt,
  };
}

/** Records a refusal, or a third invitation without an answer. */
export function refused(record: InstallRecord, now: number): InstallRecord {
  return { ...record, refusedAt: now, refusals: record.refusals + 1, ignored: 0 };
}

/** Records that the invitation was shown; the third one without an answer counts as a refusal. */
export function shown(record: InstallRecord, now: number): InstallRecord {
  const ignored = record.ignored + 1;
  return ignored >= IGNORED ? refused(record, now) : { ...record, ignored };
}

/** `screens`: number of screens in this visit, the present one included. The first one never shows the invitation. */
export function mayAsk(record: InstallRecord, now: number, screens: number): boolean {
  const { installed, visits, wrote, refusals, refusedAt } = record;
  if (installed || screens < 2 || refusals >= MOST_REFUSALS) return false;
  if (visits < 2 && !wrote) return false;
  return refusedAt === null || now - refusedAt >= REST;
}

/** Parses the stored record; an unreadable one counts as a device never seen. */
export function recordFrom(text: string | null): InstallRecord {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? 'null');
  } catch {
    return NEVER_SEEN;
  }
  if (typeof stored !== 'object' || stored === null) return NEVER_SEEN;
  const part = stored as Partial<Record<keyof InstallRecord, unknown>>;
  return {
    visits: countOf(part.visits),
    seenAt: timeOf(part.seenAt) ?? 0,
    wrote: part.wrote === true,
    refusedAt: timeOf(part.refusedAt),
    refusals: countOf(part.refusals),
    ignored: countOf(part.ignored),
    installed: part.installed === true,
  };
}

const countOf = (value: unknown) => (Number.isInteger(value) && Number(value) > 0 ? Number(value) : 0);
const timeOf = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null);
