/** An event as the public content carries it (supabase/migrations/…_content.sql). */
import type { ContentRow } from '@/db/rows';
import { parsedUrl } from '@/lib/parsed-url';

export type EventKind = 'baile' | 'aula_aberta' | 'workshop' | 'festival' | 'congresso' | 'outro';

export interface DanceEvent {
  id: string;
  slug: string;
  title: string;
  kind: EventKind;
  /** None: of no style in particular. */
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
  /** Of the last change, milliseconds since 1970. */
  updatedAt: number;
}

export const KINDS = {
  baile: 'Baile',
  aula_aberta: 'Aula aberta',
  workshop: 'Workshop',
  festival: 'Festival',
  congresso: 'Congresso',
  outro: 'Evento',
} as const satisfies Record<EventKind, string>;

/** Throws for what is no event. Kinds of a later release are events all the same. */
export function parseEvent(row: ContentRow): DanceEvent {
  const data = row.data as Record<string, unknown>;
  return {
    id: row.id,
    slug: row.slug ?? row.id,
    title: text(data.title, 'title'),
    kind: isKind(data.event_kind) ? data.event_kind : 'outro',
    styleIds: Array.isArray(data.style_ids) ? data.style_ids.filter((id) => typeof id === 'string') : [],
    cityId: text(data.city_id, 'city_id'),
    venue: textOrNull(data.venue),
    startsAt: time(data.starts_at, 'starts_at'),
    endsAt: data.ends_at == null ? null : time(data.ends_at, 'ends_at'),
    price: textOrNull(data.price),
    url: webAddress(data.url),
    description: textOrNull(data.description),
    organiser: textOrNull(data.organiser),
    updatedAt: time(row.updated_at, 'updated_at'),
  };
}

function isKind(value: unknown): value is EventKind {
  return typeof value === 'string' && Object.hasOwn(KINDS, value);
}

function text(value: unknown, field: string): string {
  if (typeof value !== 'string' || value === '') throw new TypeError(`no ${field}`);
  return value;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

function time(value: unknown, field: string): number {
  const moment = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(moment)) throw new TypeError(`no time in ${field}`);
  return moment;
}

/** Whatever the server says, no link runs a script. */
function webAddress(value: unknown): string | null {
  return typeof value === 'string' && value.startsWith('https://') && parsedUrl(value) ? value : null;
}
