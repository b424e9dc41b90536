/** Every column that can name a stored picture refuses one that was not read (…_files.sql). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Columns that hold addresses of pictures only as copies of guarded ones, or of other things. */
const COPIES = new Set([
  // Kept by triggers from user_profiles and teachers.
  'teacher_listings.profile_image_url',
  'teacher_listings.photos',
  // Kept by triggers from blog posts, sponsors and authors.
  'content_items.content',
  // Taken from a photo that stands in teachers when it is reported.
  'reports.subject',
]);

it('each has its trigger', async () => {
  const guarded = await database.query<{ place: string }>(
    `select c.relname || '.' || a.attname as place
     from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid
     join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = any (t.tgattr)
     where t.tgname = 'read_pictures'
     union all
     select c.relname from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid
     where t.tgname = 'read_pictures' and cardinality(t.tgattr::smallint[]) = 0 order by 1`,
  );
  expect(guarded.map(({ place }) => place)).toEqual([
    ...['blog_posts.body', 'blog_posts.cover_url', 'share_pictures', 'sponsors.logo_url'],
    ...['teachers.photos', 'user_profiles.profile_image_url'],
  ]);
  const likely = await database.query<{ place: string }>(
    `select c.relname || '.' || a.attname as place
     from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where c.relnamespace in ('public'::regnamespace, 'app'::regnamespace) and c.relkind in ('r', 'p')
       and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype, 'json'::regtype)
       and (a.attname ~ '(image|photo|picture|cover|logo|avatar|poster|banner)' and a.attname !~ '(alt|text)$'
         or exists (select from pg_catalog.pg_constraint k where k.conrelid = c.oid and a.attnum = any (k.conkey)
           and pg_get_constraintdef(k.oid) ~ 'storage/v1/object'))
     order by 1`,
  );
  const known = new Set([...guarded.map(({ place }) => place), ...COPIES]);
  expect(likely.map(({ place }) => place).filter((place) => !known.has(place))).toEqual([]);
});

it('each bucket of pictures takes only types that are read', async () => {
  const rows = await database.query<{ id: string; type: string }>(
    `select b.id, unnest(coalesce(b.allowed_mime_types, '{*}')) as type from storage.buckets b order by 1, 2`,
  );
  const others = rows.filter(({ type }) => !['image/png', 'image/jpeg', 'image/webp'].includes(type));
  expect(others).toEqual([{ id: 'search-files', type: 'application/gzip' }]);
});
