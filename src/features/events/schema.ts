/** An event as the public content carries it (supabase/migrations/…_content.sql). */
import type { ContentRow } from '@/db/rows/public-rows';
import { reader } from '@/lib/read';
import { fieldsOf, isNumber } from '@/lib/stored';
import { parsedUrl } from '@/lib/video-url';

/** Fewer people are no number on a screen. */
const LEAST_SHOWN = 5;

export type EventKind = 'baile' | 'aula_aberta' | 'workshop' | 'festival' | 'congresso' | 'outro';

export interface DanceEvent {
  id: string;
  slug: string;
  title: string;
  kind: EventKind;
  /** Empty for an event without a particular style. */
  styleIds: string[];
  cityId: string;
  venue: string | null;
  /** Milliseconds since 1970. */
  startsAt: number;
  endsAt: number | null;
  price: string | null;
  /** https only. */
  url: string | null;
  description: string | null;
  organiser: string | null;
  /** The rule of a series, whose first date `startsAt` is; null for an event with one date. */
  weekly: Weekly | null;
  /** When its team or organiser last said that it takes place, milliseconds since 1970; null where that is unknown. */
  confirmedAt: number | null;
  /** The tag of the person who proposed it (reads/author-tag.ts); null for the team's. */
  authorTag: string | null;
  /** How many people go, by day in Brasília; only numbers from five on. */
  going: Readonly<Record<string, number>>;
  /** Time of the last change, milliseconds since 1970. */
  updatedAt: number;
}

/** Repeats every seven days at the same wall time in Brasília. Days are 'YYYY-MM-DD' there. */
export interface Weekly {
  /** The last day that may have a date; null: open-ended. */
  until: string | null;
  /** Days on which it does not take place. */
  off: readonly string[];
}

export const KINDS = {
  baile: 'Baile',
  aula_aberta: 'Aula aberta',
  workshop: 'Workshop',
  festival: 'Festival',
  congresso: 'Congresso',
  outro: 'Evento',
} as const satisfies Record<EventKind, string>;

/** Throws TypeError for a row that is no event. Accepts kinds of later releases. */
export function parseEvent(row: ContentRow): DanceEvent {
  const read = reader(row.data);
  const kind = read.any('event_kind');
  return {
    id: row.id,
    slug: row.slug ?? row.id,
    title: read.text('title'),
    kind: isKind(kind) ? kind : 'outro',
    styleIds: read.texts('style_ids'),
    cityId: read.text('city_id'),
    venue: worded(read.any('venue')),
    startsAt: read.time('starts_at'),
    endsAt: read.any('ends_at') == null ? null : read.time('ends_at'),
    price: worded(read.any('price')),
    url: webAddress(read.any('url')),
    description: worded(read.any('description')),
    organiser: worded(read.any('organiser')),
    weekly:
      read.any('weekly') === true
        ? { until: dayOrNull(read.any('weekly_until')), off: read.texts('off_dates').filter(isDay) }
        : null,
    confirmedAt: read.any('confirmed_at') == null ? null : read.time('confirmed_at'),
    authorTag: read.textOrNull('author_tag'),
    going: countsOf(read.any('going')),
    updatedAt: reader(row).time('updated_at'),
  };
}

/** Everything that people wrote about an event, a line each: as the server keeps it with a report. */
export const writtenIn = ({ title, venue, organiser, price, url, description }: DanceEvent): string =>
  [title, venue, organiser, price, url, description].filter(Boolean).join('\n');

export function isKind(value: unknown): value is EventKind {
  return typeof value === 'string' && Object.hasOwn(KINDS, value);
}

function countsOf(value: unknown): Record<string, number> {
  const counts = Object.entries(fieldsOf(value)).filter(
    (entry): entry is [string, number] => isDay(entry[0]) && isNumber(entry[1]) && entry[1] >= LEAST_SHOWN,
  );
  return Object.fromEntries(counts);
}

const isDay = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value);
const dayOrNull = (value: unknown) => (typeof value === 'string' && isDay(value) ? value : null);

/** Null for blank text too. */
function worded(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** Accepts web addresses only, so that no link can run a script. */
function webAddress(value: unknown): string | null {
  return typeof value === 'string' && value.startsWith('https://') && parsedUrl(value) ? value : null;
}
