/**
 * Anonymous evaluations, favourites, blocks and reports do not reveal their author to anybody but
 * that person and the team. Two people could be the author. In one copy of the world the first one
 * acts, in another copy the second, each between two visible events, as a phone sends them that
 * comes back online. The target of the act, a helper of the target, and a visitor read everything
 * they can after every step. Both copies have to read alike.
 */
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../supabase/embedded/database/open.ts';
import { hearBroadcasts } from '../../support/broadcasts.ts';
import {
  extendDatabase,
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../support/database.ts';
import { hintAtOnce } from '../../support/hint-at-once.ts';
import { migrationsDir } from '../../support/migrations-dir.ts';
import { preparedDump } from '../../support/pglite-dump.ts';
import { findPostgres } from '../../support/postgres.ts';
import { cloneDatabase, dropDatabase } from '../../support/postgres-template.ts';
import { decide } from '../admin/admin-steps.ts';
import { agree, answer, ask, evaluate, release, unseal } from '../lessons/lesson-steps.ts';
import { block, favour, report } from '../lessons/mark-steps.ts';
import { comparable, estimates, idsIn, type Reading, readAll } from '../support/readings.ts';
import { callAs, idOf } from './account-steps.ts';

/** Ids are the same in every copy. */
const idFor = (what: string) => {
  const hash = createHash('md5').update(what).digest('hex');
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
};
const pairOf = (student: string, teacher: string) => `${student} ${teacher}`;

interface Cast {
  people: Record<string, string>;
  /** Request ids by pairOf. */
  requests: Record<string, string>;
}

const ACCEPTED = [
  ...['ana', 'bia', 'caio', 'dora'].map((student) => [student, 'marina']),
  ...['marina', 'nina', 'olga', 'paula'].map((teacher) => ['sofia', teacher]),
] as [string, string][];
const DECLINED = ['eva', 'fabio'];

async function fill(database: TestDatabase): Promise<Cast> {
  const style = await idOf(database, 'dance_styles', 'Forró');
  const people: Record<string, string> = {
    admin: await database.createUser({ role: 'admin', name: 'Equipe' }),
  };
  const requests: Record<string, string> = {};
  for (const [name, role] of [
    ...['marina', 'nina', 'olga', 'paula'].map((name) => [name, 'teacher'] as const),
    ...['ana', 'bia', 'caio', 'dora', 'sofia', ...DECLINED].map((name) => [name, 'student'] as const),
  ])
    people[name] = await database.createUser({
      role,
      name,
      ...(role === 'teacher' && { styleIds: [style] }),
    });
  const couple = (student: string, teacher: string) => ({
    student: people[student] ?? '',
    teacher: people[teacher] ?? '',
    style,
  });
  for (const [student, teacher] of ACCEPTED)
    requests[pairOf(student, teacher)] = await agree(database, couple(student, teacher));
  for (const student of DECLINED)
    await answer(database, people.marina ?? '', await ask(database, couple(student, 'marina')), 'decline');
  await evaluate(database, people.dora ?? '', requests[pairOf('dora', 'marina')] ?? '', {
    comment: 'Com nome',
  });
  await unseal(database);
  await post(database, people.marina ?? '', 'marina’s post');
  return { people, requests };
}

const post = (database: TestDatabase, person: string, what: string) =>
  callAs(database, person, 'create_post($1, $2::text::jsonb)', [
    randomUUID(),
    JSON.stringify({ id: idFor(what), text: 'Quem dança hoje?' }),
  ]);
const rename = (database: TestDatabase, person: string, name: string) =>
  callAs(database, person, 'update_profile($1, $2::text::jsonb)', [randomUUID(), JSON.stringify({ name })]);

interface Act {
  /** The observers: the target of the act, and a helper. */
  readers: [string, string];
  /** The two possible authors. */
  authors: [string, string];
  /**
   * Acts of the author in the first round, the second… Every round ends with the nightly clean-up.
   */
  rounds: ((database: TestDatabase, cast: Cast, author: string) => Promise<unknown>)[];
  /** The team's decision at the end. */
  decision?: (database: TestDatabase, cast: Cast) => Promise<unknown>;
  /** SQL that proves as database owner that the act was done. */
  trace: string;
  /** SQL that runs in both copies beforehand. */
  before?: string;
}

const of = ({ people }: Cast, name: string) => people[name] ?? '';
const unsigned =
  (request: (author: string) => string, more: Record<string, unknown>) =>
  (database: TestDatabase, cast: Cast, author: string) =>
    evaluate(database, of(cast, author), cast.requests[request(author)] ?? '', {
      id: idFor('the evaluation'),
      is_anonymous: true,
      ...more,
    });
const ofMarina = (author: string) => pairOf(author, 'marina');
const ofSofia = (author: string) => pairOf('sofia', author);

const ACTS = {
  'a student’s evaluation without a name': {
    readers: ['marina', 'caio'],
    authors: ['ana', 'bia'],
    rounds: [
      unsigned(ofMarina, { rating: 1, comment: 'Anônimo' }),
      unsigned(ofMarina, { rating: 2, comment: 'Mudei' }),
    ],
    trace: `select from public.lesson_evaluations where public_comment = 'Mudei'`,
  },
  'a teacher’s evaluation without a name': {
    readers: ['sofia', 'marina'],
    authors: ['nina', 'olga'],
    rounds: [unsigned(ofSofia, { rating: 2, comment: 'Faltou' })],
    trace: `select from public.lesson_evaluations where public_comment = 'Faltou'`,
  },
  'a favourite': {
    readers: ['marina', 'caio'],
    authors: ['ana', 'bia'],
    rounds: [(database, cast, author) => favour(database, of(cast, author), of(cast, 'marina'))],
    trace: 'select from public.favourites',
  },
  'a block of a teacher by a student': {
    readers: ['marina', 'caio'],
    authors: ['eva', 'fabio'],
    rounds: [(database, cast, author) => block(database, of(cast, author), of(cast, 'marina'))],
    trace: 'select from public.blocks',
  },
  'a block of a student by a teacher': {
    readers: ['eva', 'caio'],
    authors: ['nina', 'olga'],
    rounds: [(database, cast, author) => block(database, of(cast, author), of(cast, 'eva'))],
    trace: 'select from public.blocks',
  },
  'reports of a profile, a post and an evaluation': {
    readers: ['marina', 'caio'],
    authors: ['ana', 'bia'],
    rounds: [
      async (database, cast, author) => {
        const [evaluation] = await database.query<{ id: string }>(
          'select public_id as id from public.lesson_evaluations',
        );
        for (const [what, target_id] of [
          ['profile', of(cast, 'marina')],
          ['post', idFor('marina’s post')],
          ['evaluation', evaluation?.id],
        ])
          await report(database, of(cast, author), { id: idFor(`report of ${what}`), what, target_id });
      },
    ],
    decision: async (database, cast) => {
      const admin = of(cast, 'admin');
      await decide(database, admin, { what: 'profile', target_id: of(cast, 'marina'), decision: 'keep' });
      await decide(database, admin, { what: 'post', target_id: idFor('marina’s post'), decision: 'remove' });
    },
    trace: 'select from public.reports offset 2',
  },
} satisfies Record<string, Act>;

/** Everything that the readers see, step by step, recorded where it changed. */
async function live(copy: TestDatabase, cast: Cast, act: Act, author: string): Promise<unknown> {
  const readers = [
    ...act.readers.map((name): [string, string] => [name, of(cast, name)]),
    ['visitor', null] as const,
  ];
  const about = [...act.readers, ...act.authors].map((name) => of(cast, name));
  const names = new Map(act.readers.map((name) => [`user:${of(cast, name)}`, `to ${name}`]));
  await hintAtOnce(copy);
  const heard = await hearBroadcasts(copy);
  if (act.before) await copy.exec(act.before);

  const story: Record<string, unknown>[] = [];
  let last: Record<string, string> = {};
  const look = async (readings: Map<string, Reading>) => {
    const seen: Record<string, unknown> = {};
    const hints = (await heard()).map(({ topic, event }) => ({ topic: names.get(topic) ?? topic, event }));
    seen.hints = hints.filter(({ topic }) => /^public:|^to /.test(topic));
    for (const [name, reading] of readings) {
      for (const [source, read] of Object.entries(reading)) {
        const [key, text] = [`${name} · ${source}`, JSON.stringify(read)];
        if (last[key] !== text) seen[key] = read;
        last = { ...last, [key]: text };
      }
    }
    story.push(seen);
  };
  const poll = async () => {
    const readings = new Map<string, Reading>();
    for (const name of act.readers) readings.set(name, await readAll(copy, of(cast, name), about));
    return readings;
  };

  const [start] = await copy.query<{ at: string }>('select clock_timestamp() as at');
  await look(await poll());
  const known = new Set([...idsIn(story), ...idsIn(cast)]);
  for (const [n, round] of act.rounds.entries()) {
    for (const person of act.authors) {
      known.add(idFor(`${person} ${n}`));
      await post(copy, of(cast, person), `${person} ${n}`);
      if (person === author) await round(copy, cast, author);
      await rename(copy, of(cast, person), `${person} Nova ${'I'.repeat(n + 1)}`);
      await look(await poll());
    }
    await release(copy);
    await look(await poll());
  }
  await act.decision?.(copy, cast);
  await look((await poll()).set('visitor', await readAll(copy, null, about)));
  expect(await copy.query(act.trace)).not.toEqual([]);
  const expected = new Map<string, Reading>();
  for (const [name, id] of readers)
    expected.set(
      `${name}, expected rows`,
      await estimates(copy, id, [...about, ...Object.values(cast.requests)]),
    );
  await look(expected);
  return comparable(story, { at: Date.parse(start?.at ?? ''), known });
}

/** The differences of two stories, as 'step n · person · place · …'. */
function differences(one: unknown, other: unknown, path = ''): string[] {
  if (Object.is(one, other)) return [];
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return [`${path}: ${JSON.stringify(one)} or ${JSON.stringify(other)}`];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) =>
    differences(Reflect.get(one, key), Reflect.get(other, key), path === '' ? key : `${path} · ${key}`),
  );
}

interface Worlds {
  cast: Cast;
  copy(): Promise<TestDatabase>;
  stop(): Promise<unknown>;
}

async function onPglite(): Promise<Worlds> {
  const open = async (loadDataDir: Blob) =>
    extendDatabase(await openDatabase({ driver: 'pglite', loadDataDir }));
  const world = await open(await preparedDump(migrationsDir));
  const cast = await fill(world);
  const dump = await world.dump?.();
  await world.close();
  if (!dump) throw new Error('PGlite gave no dump');
  return { cast, copy: () => open(dump), stop: async () => undefined };
}

async function onPostgres(postgres: TestPostgres): Promise<Worlds> {
  const world = await postgres.createDatabase();
  const cast = await fill(world);
  await world.close();
  return {
    cast,
    copy: async () => {
      const url = await cloneDatabase(world.url);
      const database = extendDatabase(await openDatabase({ driver: 'postgres', url }));
      const { close } = database;
      return Object.assign(database, { close: () => close().then(() => dropDatabase(url)) });
    },
    stop: () => dropDatabase(world.url).then(() => postgres.stop()),
  };
}

async function compare({ cast, copy }: Worlds, act: Act): Promise<string[]> {
  const stories: unknown[] = [];
  for (const author of act.authors) {
    const world = await copy();
    stories.push(await live(world, cast, act, author));
    await world.close();
  }
  return differences(stories[0], stories[1]);
}

const ON_PGLITE = 'a teacher’s evaluation without a name';
const isFull = process.env.TEST_FULL === '1';
/** Acts that use the same procedures as another act with other roles. */
const ALIKE = ['a block of a student by a teacher', 'a teacher’s evaluation without a name'];
const DRIVERS = [
  ...(isFull || !findPostgres().found ? [['PGlite', onPglite] as const] : []),
  ...(findPostgres().found
    ? [['PostgreSQL', async () => onPostgres(await startTestPostgres())] as const]
    : []),
];

describe.each(DRIVERS)('nobody finds out on %s who wrote', (driver, open) => {
  let worlds: Worlds;
  beforeAll(async () => {
    worlds = await open();
  });
  afterAll(() => worlds.stop());

  // PGlite, which is slower, runs one act: the driver does not matter here. Only the whole run
  // includes acts that resemble others.
  const acts = Object.entries<Act>(ACTS).filter(
    ([name]) =>
      (isFull || !ALIKE.includes(name)) &&
      (driver === 'PostgreSQL' || name === ON_PGLITE || DRIVERS.length === 1),
  );
  it.each(acts)('%s', { timeout: 240_000 }, async (_name, act) => {
    expect(await compare(worlds, act)).toEqual([]);
  });

  // One driver is enough.
  if (driver !== DRIVERS.at(-1)?.[0]) return;
  it('and a table grant would reveal it: the comparison notices', { timeout: 240_000 }, async () => {
    const told = await compare(worlds, {
      ...ACTS[ON_PGLITE],
      before: 'grant select on public.lesson_requests to authenticated',
    });
    expect(told).toContainEqual(expect.stringMatching(/sofia · lesson_requests: .*xmax/));
  });
});
