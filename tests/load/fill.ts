/**
 * Fills a database like that of a product in use, for measuring: teachers, students and their rows.
 */
import { seedLoad } from '../../scripts/seed-load.ts';
import type { Database } from '../../supabase/embedded/database.ts';

/** Rows of one student in ten; the others only browse. */
export const OWN = { favourites: 10, notifications: 10, requests: 3 } as const;
const CHUNK = 10_000;
/** Teachers with complete profiles; the other listings are copies of theirs. */
const WHOLE = 2_000;

const COPIES = `
insert into public.teacher_listings
  select copied.* from public.teacher_listings l
  cross join lateral (
    select overlay(overlay(md5(l.id::text || $1::int) placing '4' from 13) placing '8' from 17)::uuid as id) fresh
  cross join lateral jsonb_populate_record(l, jsonb_build_object(
    'id', fresh.id, 'rank', replace(l.rank, l.id::text, fresh.id::text))) copied
  where l.id in (select t.id from public.teachers t) and not l._deleted
  order by copied.id limit $2::int`;

const STUDENTS = `
with made as (
  insert into public.user_profiles (id, name, email, role)
    select gen_random_uuid(), 'Aluna', 'aluna.' || n || '@load.test', 'student'
    from generate_series($1::int, $2::int) n
    returning id)
insert into public.students (id) select id from made`;

const CONTENT = `
insert into public.content_items (id, kind, slug, sort_key, data)
  select gen_random_uuid(), 'post', null, lpad(n::text, 15, '0'),
    jsonb_build_object('text', repeat('Baile de sexta no salão da Lapa. ', 8), 'author', 'Marina Couto', 'n', n)
  from generate_series(1, 500) n`;

/** Gives each active student teachers of their own, so that all have about as many. */
const ACTIVE = `
create temporary table pairs on commit drop as
  with students as (
    select s.id, row_number() over (order by s.id) as n from public.students s order by s.id
      limit (select count(*) / 10 from public.students)
  ), teachers as (
    select t.id, row_number() over (order by t.id) - 1 as n, count(*) over () as of
    from public.teacher_listings t join public.teachers w on w.id = t.id where not t._deleted
  )
  select s.id as student_id, t.id as teacher_id, k
  from students s cross join generate_series(1, $1::int) k
  join teachers t on t.n = (s.n * 7919 + k * 104729) % t.of`;

/** Raises the timeout: one connection here does the work of many. */
const PATIENT = `
insert into public.app_settings (key, value)
  values ('rate_limits', '{"leads_visitors_hour": 100000, "lesson_requests_day": 100000}')
  on conflict (key) do update set value = excluded.value`;

/** Creates `rows` teachers and as many students. Returns an active student. */
export async function fill(database: Database, rows: number): Promise<string> {
  await seedLoad(database, Math.min(rows, WHOLE));
  // One transaction for each chunk: rows of one transaction share their version, unlike in
  // production.
  for (let made = WHOLE; made < rows; made += WHOLE)
    await database.query(COPIES, [made, Math.min(WHOLE, rows - made)]);
  for (let first = 1; first <= rows; first += CHUNK) {
    // Plans made for smaller tables slow down each further chunk.
    await database.exec('analyze');
    await database.query(STUDENTS, [first, Math.min(first + CHUNK - 1, rows)]);
  }
  await database.exec(CONTENT);
  await database.exec(PATIENT);
  await database.transaction(async (tx) => {
    await tx.query(ACTIVE, [OWN.favourites]);
    await tx.exec(`
      insert into public.favourites (user_id, teacher_id, is_on, wished_at)
        select p.student_id, p.teacher_id, true, now() from pairs p on conflict do nothing;
      insert into public.notifications (user_id, kind, title, body, url)
        select p.student_id, 'lesson_request.accepted', 'Seu pedido foi aceito', 'Combine a primeira aula.', '/student/requests'
        from pairs p where p.k <= ${OWN.notifications};
      insert into public.lesson_requests (id, student_id, teacher_id, dance_style_id, message)
        select gen_random_uuid(), p.student_id, p.teacher_id, (select d.id from public.dance_styles d order by d.name limit 1),
          'Quero aprender do zero.'
        from pairs p where p.k <= ${OWN.requests}`);
  });
  // Does autovacuum's work.
  await database.exec('vacuum analyze');
  const [student] = await database.query<{ id: string }>(
    'select f.user_id as id from public.favourites f order by f.user_id offset 7 limit 1',
  );
  if (!student) throw new Error('nobody has favourites');
  // Writes need a living account that has accepted the terms; the others are only counted.
  await database.query(
    `insert into auth.users (id, email) select p.id, p.email from public.user_profiles p where p.id = $1
     on conflict do nothing`,
    [student.id],
  );
  await database.query(
    'insert into public.user_acceptances (user_id, terms_id) values ($1, app.current_terms()) on conflict do nothing',
    [student.id],
  );
  return student.id;
}
