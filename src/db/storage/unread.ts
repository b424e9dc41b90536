/**
 * Received rows that this release cannot read. The checkpoint moves past them, so that they block nothing; their
 * positions are stored with it, so that they are requested again: at once, then ever less often, and by the next
 * release.
 */

import type { Checkpoint } from '@/db/rows/checkpoint';
import { backoff } from '@/lib/backoff';

/** A span of neighbouring unreadable rows. */
export interface UnreadSpan {
  /** The position before the first row. */
  from: Checkpoint;
  /** The position of the last row, or of the first readable row after it. */
  to: Checkpoint;
  ids: string[];
  /** The number of rows without a readable id. */
  nameless: number;
}

export interface Unread {
  /** The release that could not read them: another release may. */
  release: string;
  /** Milliseconds since 1970 of the last repeated request. */
  askedAt: number;
  /** The number of repeated requests without success. */
  tries: number;
  spans: UnreadSpan[];
}

/** The file that holds the checks is named after its content. */
export const RELEASE: string = import.meta.url;

const MOST_SPANS = 100;
const MOST_IDS = 1_000;
const AGAIN = { first: 60_000, longest: 24 * 60 * 60_000, growth: 4 };

export function countUnread(unread: Unread | undefined): number {
  return (unread?.spans ?? []).reduce((sum, { ids, nameless }) => sum + ids.length + nameless, 0);
}

export function unreadIds(unread: Unread | undefined): Set<string> {
  return new Set((unread?.spans ?? []).flatMap(({ ids }) => ids));
}

/** Adds the spans of one more page, and removes rows that this page did bring; undefined when none are left. */
export function withPage(
  unread: Unread | undefined,
  spans: readonly UnreadSpan[],
  read: ReadonlySet<string>,
): Unread | undefined {
  if (!unread && spans.length === 0) return undefined;
  const kept = spansWithout(unread?.spans ?? [], read);
  const all = merged([...kept, ...spans]);
  if (all.length === 0) return undefined;
  const isNews = spans.length > 0;
  return {
    release: isNews ? RELEASE : (unread?.release ?? RELEASE),
    askedAt: unread?.askedAt ?? 0,
    // A new unreadable row is requested at once.
    tries: isNews ? 0 : (unread?.tries ?? 0),
    spans: all,
  };
}

/** The state after a repeated request: `left` could still not be read. */
export function askedAgain(unread: Unread, left: readonly UnreadSpan[], now: number): Unread | undefined {
  if (left.length === 0) return undefined;
  return { release: RELEASE, askedAt: now, tries: unread.tries + 1, spans: merged(left) };
}

/**
 * Whether to request the rows again now: at once when a person asks. A clock that was set back must not delay this for
 * ever.
 */
export function isDueAgain(unread: Unread | undefined, now: number, isWanted = false): unread is Unread {
  if (!unread) return false;
  if (isWanted || unread.tries === 0 || unread.release !== RELEASE) return true;
  return Math.abs(now - unread.askedAt) >= backoff(AGAIN, unread.tries - 1);
}

function spansWithout(spans: readonly UnreadSpan[], read: ReadonlySet<string>): UnreadSpan[] {
  return spans.flatMap((span) => {
    const ids = span.ids.filter((id) => !read.has(id));
    return ids.length + span.nameless > 0 ? [{ ...span, ids }] : [];
  });
}

/** Joins spans when there are too many: a repeated request then covers more than it needs. */
function merged(spans: readonly UnreadSpan[]): UnreadSpan[] {
  const all: UnreadSpan[] = [];
  const named = new Set<string>();
  for (const span of [...spans].sort((a, b) => a.from.xid - b.from.xid || (a.from.id < b.from.id ? -1 : 1))) {
    const fresh = [...new Set(span.ids)].filter((id) => !named.has(id));
    if (fresh.length === 0 && span.nameless === 0) continue;
    const ids = fresh.slice(0, Math.max(0, MOST_IDS - named.size));
    for (const id of ids) named.add(id);
    const own = { ...span, ids, nameless: span.nameless + fresh.length - ids.length };
    const last = all.at(-1);
    if (!last || (all.length < MOST_SPANS && !sameSpan(last, own))) {
      all.push(own);
      continue;
    }
    const isSame = sameSpan(last, own);
    all[all.length - 1] = {
      from: last.from,
      to: isFurther(own.to, last.to) ? own.to : last.to,
      ids: [...last.ids, ...own.ids],
      // A repeated page: rows without an id are the same ones.
      nameless: isSame ? Math.max(last.nameless, own.nameless) : last.nameless + own.nameless,
    };
  }
  return all;
}

const sameSpan = (a: UnreadSpan, b: UnreadSpan) => a.from.xid === b.from.xid && a.from.id === b.from.id;

const isFurther = (a: Checkpoint, b: Checkpoint) => a.xid > b.xid || (a.xid === b.xid && a.id > b.id);
