/**
 * The requests of phones, the timer and the push function to the database, with arguments from a
 * filled one.
 */
import { randomUUID } from 'node:crypto';
import type { Database } from '../../supabase/embedded/database.ts';

export interface DatabaseRequest {
  name: string;
  role: 'anon' | 'authenticated' | 'service_role';
  procedure: string;
  /** Keyed by parameter name; a write has other values each time. */
  args: () => Record<string, unknown>;
}

interface Checkpoint {
  xid: string;
  id: string;
}

const FIRST = { after_xid: null, after_id: null, page_size: 500 };
const after = ({ xid, id }: Checkpoint) => ({ after_xid: Number(xid), after_id: id, page_size: 500 });

/** The checkpoint of a phone that has missed `behind` changed rows. */
async function checkpointOf(
  database: Database,
  source: string,
  behind: number,
  owner = '',
): Promise<Checkpoint> {
  const [found] = await database.query<Checkpoint>(
    `select t._xid::text as xid, t.id from ${source} t ${owner} order by t._xid desc, t.id desc offset ${behind} limit 1`,
  );
  if (!found) throw new Error(`${source} has no ${behind} rows`);
  return found;
}

export async function databaseRequests(database: Database, student: string): Promise<DatabaseRequest[]> {
  const teachers = await database.query<{ id: string; style: string }>(
    `select l.id, l.style_ids[1] as style from public.teacher_listings l join public.teachers t on t.id = l.id
     where not l._deleted order by random() limit 2000`,
  );
  const listings = (behind: number) => checkpointOf(database, 'public.teacher_listings', behind);
  const [half, latest, changed] = await Promise.all([
    listings(Math.floor((await count(database)) / 2)),
    listings(0),
    listings(Math.min(499, Math.ceil((await count(database)) / 100))),
  ]);
  const [cities, styles, content] = await Promise.all(
    ['cities', 'dance_styles', 'content_items'].map((table) => checkpointOf(database, `public.${table}`, 0)),
  );
  if (!cities || !styles || !content) throw new Error('three were asked');
  let turn = 0;
  const nextTeacher = () => {
    turn += 1;
    return teachers[turn % teachers.length] ?? { id: '', style: '' };
  };
  const place = ({ xid, id }: Checkpoint) => [Number(xid), id, 500];
  const everybodys = (listing: Checkpoint) => ({
    cities: place(cities),
    dance_styles: place(styles),
    teachers: place(listing),
    content: place(content),
  });
  const ownPlaces = await ownCheckpoints(database, student);
  const visitor = (name: string, procedure: string, args: object): DatabaseRequest => ({
    ...{ name, procedure, role: 'anon' as const },
    args: () => ({ ...args }),
  });
  const person = (name: string, procedure: string, args: () => Record<string, unknown>) => ({
    ...{ name, procedure, role: 'authenticated' as const, args },
  });
  const own = async (name: string, source: string, column: string) => {
    const latestOwn = await checkpointOf(database, source, 0, `where t.${column} = '${student}'`);
    return [
      person(`own ${name}, first`, `pull_${name}`, () => FIRST),
      person(`own ${name}, nothing new`, `pull_${name}`, () => after(latestOwn)),
    ];
  };
  return [
    visitor('all public, nothing new', 'pull_changes', { asked: { after: everybodys(latest) } }),
    visitor('all public, 1 % changed', 'pull_changes', { asked: { after: everybodys(changed) } }),
    visitor('teachers alone, nothing new', 'pull_changes', {
      asked: { after: { teachers: place(latest) } },
    }),
    person('all and own, nothing new', 'pull_changes', () => ({
      asked: {
        after: { ...everybodys(latest), ...ownPlaces },
        lists: Object.keys(ownPlaces).filter((name) => name !== 'profile'),
      },
    })),
    visitor('cities, first', 'pull_cities', FIRST),
    visitor('cities, nothing new', 'pull_cities', after(cities)),
    visitor('styles, first', 'pull_dance_styles', FIRST),
    visitor('styles, nothing new', 'pull_dance_styles', after(styles)),
    visitor('teachers, first page', 'pull_teachers', FIRST),
    visitor('teachers, a later page', 'pull_teachers', after(half)),
    visitor('teachers, 1 % changed', 'pull_teachers', after(changed)),
    visitor('teachers, nothing new', 'pull_teachers', after(latest)),
    visitor('content, first page', 'pull_content', FIRST),
    visitor('content, nothing new', 'pull_content', after(content)),
    visitor('search before the first sync', 'search_teachers_with_filters_cached', {
      ...{ page_number: 1, items_per_page: 12, name_filter: null },
      ...{ style_filter: null, city_filter: null, admin_view: false },
    }),
    ...(await own('profile', 'app.own_profiles', 'id')),
    ...(await own('notifications', 'public.notifications', 'user_id')),
    ...(await own('lesson_requests', 'app.own_lesson_requests', 'person_id')),
    ...(await own('favourites', 'app.own_favourites', 'user_id')),
    person('own evaluations, none', 'pull_evaluations', () => FIRST),
    person('list of own notifications', 'visible_ids_notifications', () => ({})),
    person('list of own favourites', 'visible_ids_favourites', () => ({})),
    person('list of own requests', 'visible_ids_lesson_requests', () => ({})),
    person('write: a favourite', 'set_favourite', () => ({
      command_id: randomUUID(),
      favourite: { teacher_id: nextTeacher().id, wanted: true, wished_at: new Date().toISOString() },
    })),
    person('write: a lesson request', 'create_lesson_request', () => {
      const { id, style } = nextTeacher();
      return {
        command_id: randomUUID(),
        request: { id: randomUUID(), teacher_id: id, dance_style_id: style, message: 'Quero aprender.' },
      };
    }),
    {
      ...visitor('write: a lead', 'create_lead', {}),
      args: () => ({
        command_id: randomUUID(),
        lead: { id: randomUUID(), nome: 'Marina', cidade: 'Vitória', estilo_danca: 'Forró', objetivos: null },
      }),
    },
    { name: 'cron: pushes due?', role: 'service_role', procedure: 'pushes_due', args: () => ({}) },
    { name: 'cron: tidy up', role: 'service_role', procedure: 'tidy_up', args: () => ({}) },
  ];
}

const OWN_SOURCES: Readonly<Record<string, readonly [source: string, owner: string]>> = {
  profile: ['app.own_profiles', 'id'],
  lesson_requests: ['app.own_lesson_requests', 'person_id'],
  lessons: ['app.own_lessons', 'person_id'],
  payment_keys: ['app.own_payment_keys', 'person_id'],
  evaluations: ['app.own_evaluations', 'evaluator_id'],
  favourites: ['app.own_favourites', 'user_id'],
  notifications: ['public.notifications', 'user_id'],
};

/** The places of a phone that has all of a person's rows, also of collections without any. */
async function ownCheckpoints(
  database: Database,
  student: string,
): Promise<Record<string, [number, string, number]>> {
  const places: Record<string, [number, string, number]> = {};
  for (const [name, [source, owner]] of Object.entries(OWN_SOURCES)) {
    const [last] = await database.query<Checkpoint>(
      `select t._xid::text as xid, t.id from ${source} t where t.${owner} = $1 order by t._xid desc, t.id desc limit 1`,
      [student],
    );
    places[name] = [Number(last?.xid ?? 0), last?.id ?? '00000000-0000-0000-0000-000000000000', 500];
  }
  return places;
}

/** Requests that a phone sends together, by their names. */
export function sums(rows: number): Readonly<Record<string, readonly string[]>> {
  const names = ['cities', 'styles'];
  const later = Array.from({ length: Math.ceil(rows / 500) - 1 }, () => 'teachers, a later page');
  return {
    'a visitor opens the app': ['all public, nothing new'],
    'a signed-in person opens it': ['all and own, nothing new'],
    'a first sync': [
      ...[...names.map((name) => `${name}, first`), 'teachers, first page', 'content, first page'],
      ...later,
    ],
  };
}

async function count(database: Database): Promise<number> {
  const [counted] = await database.query<{ rows: number }>(
    'select count(*)::int as rows from public.teacher_listings',
  );
  return counted?.rows ?? 0;
}
