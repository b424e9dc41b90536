/** Demo events and posts. Dates are relative to the seeding, because an agenda of last year would be empty. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Statements } from '../database.ts';
import { demoFolder } from './demo-data.ts';
import { nameUuid } from './name-uuid.ts';

const demoEvents = z.array(
  z.strictObject({
    slug: z.string(),
    title: z.string(),
    kind: z.enum(['baile', 'aula_aberta', 'workshop', 'festival', 'congresso', 'outro']),
    city: z.string(),
    styles: z.array(z.string()),
    venue: z.string(),
    /** Least days after the seeding; the event is on the next such weekday (0: Sunday). */
    inDays: z.number().int().positive(),
    weekday: z.number().int().min(0).max(6),
    /** Time in Brasília. */
    at: z.string().regex(/^\d\d:\d\d$/),
    hours: z.number().positive(),
    price: z.string(),
    organiser: z.string(),
    url: z.url().nullable(),
    description: z.string(),
  }),
);
const demoPosts = z.array(
  z.strictObject({
    /** Key of a demo account. */
    author: z.string(),
    hoursAgo: z.number().positive(),
    city: z.string().nullable(),
    style: z.string().nullable(),
    text: z.string().max(500),
  }),
);
export interface DemoCommunity {
  events: z.infer<typeof demoEvents>;
  posts: z.infer<typeof demoPosts>;
}

const DAY = 86_400_000;

const read = async (file: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(file, demoFolder), 'utf8'));

export async function readDemoCommunity(): Promise<DemoCommunity> {
  return {
    events: demoEvents.parse(await read('events.json')),
    posts: demoPosts.parse(await read('posts.json')),
  };
}

/** Brasília is three hours behind UTC all year. */
function startOf({ inDays, weekday, at }: DemoCommunity['events'][number], seeded: number): number {
  const there = new Date(seeded - 3 * 3_600_000 + inDays * DAY);
  const late = (weekday - there.getUTCDay() + 7) % 7;
  const day = new Date(there.getTime() + late * DAY).toISOString().slice(0, 10);
  return Date.parse(`${day}T${at}:00-03:00`);
}

/** `seeded`: milliseconds since 1970. Throws on a city, style or person that does not exist. */
export async function putCommunity(
  tx: Statements,
  { events, posts }: DemoCommunity,
  seeded: number,
): Promise<void> {
  for (const event of events) {
    const start = startOf(event, seeded);
    await tx.query(
      `insert into public.events (id, title, slug, kind, dance_style_ids, city_id, venue, starts_at, ends_at, price, url,
         description, organiser, is_published)
       values ($1, $2, $3, $4, array(
           select coalesce(s.id, '00000000-0000-0000-0000-000000000000')
           from jsonb_array_elements_text($5::text::jsonb) with ordinality w (name, place)
           left join public.dance_styles s on s.name = w.name order by w.place),
         (select c.id from public.cities c where c.name = $6), $7, $8, $9, $10, $11, $12, $13, true)`,
      [
        nameUuid(`demo:event:${event.slug}`),
        event.title,
        event.slug,
        event.kind,
        JSON.stringify(event.styles),
        event.city,
        event.venue,
        new Date(start).toISOString(),
        new Date(start + event.hours * 3_600_000).toISOString(),
        event.price,
        event.url,
        event.description,
        event.organiser,
      ],
    );
  }
  for (const [place, { author, hoursAgo, city, style, text }] of posts.entries()) {
    await tx.query(
      `insert into public.posts (id, author_id, text, city_id, dance_style_id, created_at)
       values ($1, $2, $3, (select c.id from public.cities c where c.name = $4),
         (select s.id from public.dance_styles s where s.name = $5), $6)`,
      [
        nameUuid(`demo:post:${place}`),
        nameUuid(`demo:${author}`),
        text,
        city,
        style,
        new Date(seeded - hoursAgo * 3_600_000).toISOString(),
      ],
    );
  }
}
