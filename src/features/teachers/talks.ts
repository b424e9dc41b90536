/**
 * Teachers whose WhatsApp was opened on this phone, to ask some days later how it went. Never sent anywhere, and deleted at
 * sign-out, like every key with this prefix.
 */
import { PRIVATE_PREFIX } from '@/auth/leaving/forget';
import { fieldsOf, isNumber, isText, stored } from '@/lib/stored';

export interface Talk {
  teacherId: string;
  slug: string | null;
  name: string;
  /** Name of the style that the talk was about; empty where none was said. */
  style: string;
  /** City and half-days of the search that led to it, as the search's filters; empty for any. */
  city: string;
  when: string;
  /** Milliseconds since 1970. */
  at: number;
  /** When to ask, milliseconds since 1970. */
  askAt: number;
}

const DAY = 24 * 60 * 60_000;
/** Days after which people are asked, and until which an answer is still worth something. */
const ASKED_AFTER = 3 * DAY;
const WORTH_ASKING = 30 * DAY;
const LATER = 4 * DAY;
const MOST = 20;

const kept = stored<Talk[]>(`${PRIVATE_PREFIX}talks`, (value) =>
  Array.isArray(value) ? value.flatMap(readTalk).slice(0, MOST) : null,
);

function readTalk(value: unknown): Talk[] {
  const { teacherId, slug, name, style, city, when, at, askAt } = fieldsOf(value);
  if (!isText(teacherId) || !isText(name) || !isText(style) || !isNumber(at) || !isNumber(askAt)) return [];
  if (!isText(city) || !isText(when)) return [];
  return [{ teacherId, slug: isText(slug) ? slug : null, name, style, city, when, at, askAt }];
}

export const readTalks = (): Talk[] => kept.read() ?? [];

/** A second tap is the same talk: people are asked once, counted from the first. */
export function keepTalk(talk: Omit<Talk, 'at' | 'askAt'>, now: number): void {
  const talks = current(now);
  if (talks.some(({ teacherId }) => teacherId === talk.teacherId)) return;
  kept.write([{ ...talk, at: now, askAt: now + ASKED_AFTER }, ...talks].slice(0, MOST));
}

/** The talk to ask about now, the oldest first; null: none. Forgets those of long ago. */
export function dueTalk(now: number): Talk | null {
  const talks = readTalks();
  const young = talks.filter(({ at }) => now - at < WORTH_ASKING);
  if (young.length < talks.length) kept.write(young.length > 0 ? young : null);
  return current(now).findLast(({ askAt }) => askAt <= now) ?? null;
}

/** Answered: not asked again. */
export function endTalk(teacherId: string): void {
  kept.write(readTalks().filter((talk) => talk.teacherId !== teacherId));
}

/** 'Ainda não': asked again after some days. */
export function askLater(teacherId: string, now: number): void {
  kept.write(
    readTalks().map((talk) => (talk.teacherId === teacherId ? { ...talk, askAt: now + LATER } : talk)),
  );
}

/** Without talks of long ago, and without those of a clock that was set back. */
function current(now: number): Talk[] {
  return readTalks().filter(({ at }) => at <= now && now - at < WORTH_ASKING);
}

/** Whole days since the talk, at least one. */
export const daysSince = ({ at }: Talk, now: number): number => Math.max(1, Math.floor((now - at) / DAY));
