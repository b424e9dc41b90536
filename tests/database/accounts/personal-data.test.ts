/** app.personal_data names every place that may hold personal data, and what happens to it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SECTIONS } from '../../../src/features/account/own/data-text.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { isHostedRun } from '../../support/postgres-template.ts';
import { callAs, register, TEACHER } from './account-steps.ts';

interface Place {
  place: string;
  as_whom: string;
  columns: string[];
  rows_of: string | null;
  exported_as: string | null;
  after_leaving: string;
  blanks: string | null;
}

let database: TestDatabase;
let places: Place[];
beforeAll(async () => {
  database = await createTestDatabase();
  places = await database.query<Place>('select * from app.personal_data order by place, as_whom');
});
afterAll(() => database.close());

/** Schemas that hold data, with the tables that belong to the system alone. */
const OF_THE_SYSTEM = new Set(['auth.schema_migrations', 'storage.migrations', 'realtime.schema_migrations']);

it('[T050] every table has its entry, and every entry its table, except those of other versions of Auth', async () => {
  const tables = await database.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'app', 'auth', 'storage', 'realtime') order by 1`,
  );
  const there = tables.map(({ name }) => name).filter((name) => !OF_THE_SYSTEM.has(name));
  const named = [...new Set(places.map(({ place }) => place))];
  expect(there.filter((name) => !named.includes(name))).toEqual([]);
  expect(named.filter((name) => !there.includes(name) && !name.startsWith('auth.'))).toEqual([]);
});

/** Columns that look personal, and what they are instead. */
const NOT_OF_PERSONS: Record<string, string> = {
  'app.alert_hits.alert_id': 'a wish',
  'app.demand.city_id': 'a city',
  'app.demand.style_id': 'a style',
  'app.findable_teachers.was_city': 'a city',
  'app.lesson_turns.proposal_id': 'a proposal',
  'app.visitor_alerts.city_id': 'a city',
  'app.visitor_alerts.style_id': 'a style',
  'app.visitor_pushes.lease': 'a random number',
  'public.teacher_alerts.city_id': 'a city',
  'public.teacher_alerts.style_id': 'a style',
  'app.audit_personal.audit_id': 'a line of the log',
  'app.registration_leftovers.terms_id': 'a version of the terms',
  'app.teacher_directory.city_id': 'a city',
  'app.replication_state.epoch': 'a random number',
  'public.bulk_notification_recipients.bulk_id': 'a message',
  'public.bulk_notification_recipients.notification_id': 'a notification',
  'public.homework_ticks.homework_id': 'a text',
  'public.lesson_evaluations.lesson_request_id': 'a request',
  'public.lesson_evaluations.public_id': 'an evaluation',
  'public.lesson_proposals.lesson_id': 'a lesson',
  'public.lessons.series_id': 'a series of lessons',
  'public.posts.removed_by': "'author' or 'team'",
  'public.push_deliveries.lease': 'a random number',
  'public.push_deliveries.notification_id': 'a notification',
  'public.push_queue.lease': 'a random number',
  'public.push_queue.notification_id': 'a notification',
  'public.user_acceptances.terms_id': 'a version of the terms',
  'public.audit_log.table_name': 'a table',
  'storage.buckets.name': 'a bucket',
  'storage.objects.bucket_id': 'a bucket',
};

it('every column that may name a person, or describe one, is considered', async () => {
  const columns = await database.query<{ place: string; name: string }>(
    `select n.nspname || '.' || c.relname as place, a.attname as name
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'app', 'storage') and a.attnum > 0 and not a.attisdropped
       and (
         a.attname ~ '(^|_)(user|person|owner|author|student|teacher|actor|reporter|evaluator|evaluated|email|phone|whatsapp|agent|ip|address|name|nome|by|who|comment|message|details|note|bio)($|_)'
         or a.atttypid = 'uuid'::regtype and a.attname <> 'id' and not exists (
           select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.conkey = array[a.attnum]
             and k.confrelid not in ('public.user_profiles'::regclass, 'public.students'::regclass,
               'public.teachers'::regclass, 'auth.users'::regclass))
       )`,
  );
  const considered = (place: string, name: string) =>
    places.some((entry) => entry.place === place && entry.columns.includes(name)) ||
    `${place}.${name}` in NOT_OF_PERSONS;
  expect(columns.length).toBeGreaterThan(50);
  expect(
    columns.filter(({ place, name }) => !considered(place, name)).map((c) => `${c.place}.${c.name}`),
  ).toEqual([]);
});

it('data that is not shown, or not deleted with its row, has a reason; shown data has a label', () => {
  const sections = places.flatMap(({ exported_as }) => exported_as ?? []);
  expect(sections.filter((section) => !(section in SECTIONS))).toEqual([]);
});

it('every column that an entry names exists', async () => {
  for (const { place, columns } of places) {
    const found = await database.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`,
      [place],
    );
    if (found.length === 0) continue;
    const names = found.map(({ name }) => name);
    expect([place, columns.filter((column) => !names.includes(column))]).toEqual([place, []]);
  }
});

it('a new entry alone makes a place shown and emptied, without a line of code', async () => {
  await database.exec(`
    create table app.new_place (person_id uuid, secret text, words text);
    insert into app.personal_data (place, columns, rows_of, exported_as, hidden, after_leaving, reason)
      values ('app.new_place', '{person_id,words}', 't.person_id::text = $1', 'new_place', '{secret}', 'gone', 'a test')`);
  const me = await register(database, TEACHER);
  const other = await register(database, TEACHER);
  await database.query(`insert into app.new_place values ($1, 's', 'meu'), ($2, 's', 'de outra')`, [
    me,
    other,
  ]);
  expect(await callAs(database, me, 'my_data()')).toMatchObject({
    new_place: [{ person_id: me, words: 'meu' }],
  });
  await database.query('delete from auth.users where id = $1', [me]);
  expect(await database.query('select words from app.new_place')).toEqual([{ words: 'de outra' }]);
  await database.exec(
    `delete from app.personal_data where place = 'app.new_place'; drop table app.new_place`,
  );
});

it('an account is removed also where the log of sign-ins may not be written', async () => {
  const me = await register(database, TEACHER);
  await database.exec(`create function app.refuse_writes() returns trigger language plpgsql as
      $$ begin raise exception 'not yours' using errcode = '42501'; end $$;
    create trigger refuse before delete on auth.audit_log_entries for each statement execute function app.refuse_writes()`);
  await database.query('delete from auth.users where id = $1', [me]);
  expect(await database.query('select name from public.user_profiles where id = $1', [me])).toEqual([
    { name: '' },
  ]);
  await database.exec('drop function app.refuse_writes() cascade');
});

it('hints to a person do not outlive the account where Realtime keeps them, and others’ stay', async () => {
  const me = await register(database, TEACHER);
  const other = await register(database, TEACHER);
  // Hosted Realtime keeps messages for days; the embedded one removes them at once.
  if (!isHostedRun()) await database.exec('alter table realtime.messages disable trigger announce');
  await database.query(
    `insert into realtime.messages (topic, extension, event) select topic, 'broadcast', 'profile'
     from unnest(array['user:' || $1, 'user:' || $2, 'public:changes']) as topic`,
    [me, other],
  );
  await database.query(
    `insert into realtime.messages (topic, extension, event, payload)
     select 'public:changes', 'broadcast', 'teachers', jsonb_build_object('rows', jsonb_build_array(
       jsonb_build_object('id', id, 'bio', 'Quem ' || place)))
     from unnest($1::uuid[]) with ordinality as listed (id, place)`,
    [[me, other]],
  );
  await database.query('delete from auth.users where id = $1', [me]);
  expect(
    await database.query(
      `select payload -> 'rows' -> 0 ->> 'bio' as bio from realtime.messages
       where payload -> 'rows' -> 0 ? 'bio' order by 1`,
    ),
  ).toEqual([{ bio: 'Quem 2' }]);
  expect(
    await database.query('select distinct topic from realtime.messages where topic in ($1, $2)', [
      `user:${me}`,
      `user:${other}`,
    ]),
  ).toEqual([{ topic: `user:${other}` }]);
  await database.exec('delete from realtime.messages where true');
  if (!isHostedRun()) await database.exec('alter table realtime.messages enable trigger announce');
});
