/**
 * When this phone may be asked to install the app. Pure: the clock and what is remembered come from outside, and
 * neither is trusted, since phones wake up in 1970 and people set clocks ahead.
 */
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Milliseconds away after which coming back is another visit. */
export const VISIT_GAP = 30 * MINUTE;
/** Milliseconds for which nobody is asked again after a no. */
export const REST = 30 * DAY;
/** Nobody stays away for so many milliseconds: it was the clock that moved. */
const LEAP = 366 * DAY;
/** Whoever has said no so often is not asked again; the menu's entry stays. */
export const MOST_REFUSALS = 3;
/** Showings without an answer that are an answer. */
const IGNORED = 3;

/** All times are milliseconds since 1970 by this phone's clock. */
export interface InstallRecord {
  visits: number;
  seenAt: number;
  /** Something was written on this phone. */
  wrote: boolean;
  refusedAt: number | null;
  refusals: number;
  /** Showings since the last answer. */
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

/** The person is here: counts a visit after a while away, and mends what a jumping clock has left behind. */
export function seen(record: InstallRecord, now: number): InstallRecord {
  const away = now - record.seenAt;
  const isVisit = record.visits === 0 || away >= VISIT_GAP;
  const { refusedAt } = record;
  // The rest begins anew: a no from the future would hold for years, and a year's leap would end it at once.
  const jumped = record.visits > 0 && (away >= LEAP || (refusedAt !== null && refusedAt > now));
  return {
    ...record,
    visits: record.visits + (isVisit ? 1 : 0),
    seenAt: now,
    refusedAt: refusedAt !== null && jumped ? now : refusedAt,
  };
}

/** A no, or the third showing that nobody answered. */
export function refused(record: InstallRecord, now: number): InstallRecord {
  return { ...record, refusedAt: now, refusals: record.refusals + 1, ignored: 0 };
}

/** It was shown: who never answers is left alone after a while. */
export function shown(record: InstallRecord, now: number): InstallRecord {
  const ignored = record.ignored + 1;
  return ignored >= IGNORED ? refused(record, now) : { ...record, ignored };
}

/** `screens`: how many this visit has shown, the present one included; the first is for what people came for. */
export function mayAsk(record: InstallRecord, now: number, screens: number): boolean {
  const { installed, visits, wrote, refusals, refusedAt } = record;
  if (installed || screens < 2 || refusals >= MOST_REFUSALS) return false;
  if (visits < 2 && !wrote) return false;
  return refusedAt === null || now - refusedAt >= REST;
}

/** What was stored, or a phone that was never seen where that cannot be read. */
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
