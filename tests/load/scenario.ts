/**
 * Phones sync for the first time while others send writes made offline; then one hint goes to all.
 */
import { setTimeout } from 'node:timers/promises';
import { type Usage, usage } from './cpu.ts';
import {
  failuresOf,
  flush,
  HINT_JITTER,
  heardByAll,
  listen,
  type Pulled,
  pull,
  pullPrivate,
  type Sent,
  Tally,
} from './phones.ts';
import type { LoadServer } from './server.ts';

const WRITES = 10;

export interface Sizes {
  phones: number;
  writers: number;
  teachers: number;
  /** Seconds over which phones arrive, evenly; 0: all in the same moment. */
  within: number;
}

interface Measured<T> {
  value: T;
  seconds: number;
  used: Usage;
}

/** Prints its measurements; resolves to the failures. */
export async function runScenario(server: LoadServer, sizes: Sizes, onPostgres: boolean): Promise<string[]> {
  const wrong: string[] = [];
  const measure = async <T>(work: () => Promise<T>): Promise<Measured<T>> => {
    const before = await usage(server, onPostgres);
    const began = performance.now();
    const value = await work();
    const seconds = (performance.now() - began) / 1000;
    const after = await usage(server, onPostgres);
    const used = {
      client: after.client - before.client,
      server: after.server - before.server,
      database: after.database - before.database,
    };
    return { value, seconds, used };
  };

  const students = await server.query<{ id: string }>('select id from public.students order by id');
  const listed = await server.query<{ id: string }>(
    'select id from public.teacher_listings where not _deleted order by id limit 100',
  );
  const tallies = {
    'cities, styles': new Tally(),
    teachers: new Tally(),
    content: new Tally(),
    'own rows': new Tally(),
    'writes, each twice': new Tally(),
  };
  const syncs = await measure(() => firstSyncs(server, sizes, students, listed, tallies));
  const [sent, synced] = syncs.value;
  const arriving = sizes.within > 0 ? `arriving over ${sizes.within} s` : 'all at once';
  print(
    `${sizes.phones} first syncs, and ${sizes.writers} people with ${WRITES} writes each, ${arriving}`,
    syncs,
    onPostgres,
  );
  for (const [name, tally] of Object.entries(tallies)) report(name, tally, syncs.seconds);

  const short = synced.filter((result) => result?.rows !== sizes.teachers).length;
  if (short > 0) wrong.push(`${short} phones did not get all teachers`);
  wrong.push(...(await judgeWrites(server, sent)));

  const deltas = new Tally();
  const hint = await measure(() => hintAll(server, synced, listed[0]?.id ?? '', deltas));
  const { joined, heard } = hint.value;
  const at = (share: number) => Math.round(heard[Math.ceil(heard.length * share) - 1] ?? 0);
  print(`${sizes.phones} phones join a topic (${joined.toFixed(1)} s), one hint to all`, hint, onPostgres);
  console.log(`    heard: median ${at(0.5)} ms, 95th ${at(0.95)} ms, last ${at(1)} ms`);
  report('what changed', deltas, hint.seconds);
  if (heard.length < sizes.phones) wrong.push(`${sizes.phones - heard.length} phones did not hear the hint`);

  wrong.push(...failuresOf([...Object.values(tallies), deltas]));
  return wrong;
}

function firstSyncs(
  server: LoadServer,
  { phones, within }: Sizes,
  students: readonly { id: string }[],
  listed: readonly { id: string }[],
  tallies: Record<'cities, styles' | 'teachers' | 'content' | 'own rows' | 'writes, each twice', Tally>,
): Promise<[Sent[][], (Pulled | null)[]]> {
  const arrive = (place: number, of: number) => setTimeout(((place + 0.5) / of) * within * 1000);
  return Promise.all([
    Promise.all(
      students.map(async ({ id }, place) => {
        await arrive(place, students.length);
        const wanted = Array.from(
          { length: WRITES },
          (_, step) => listed[(place + step) % listed.length]?.id ?? '',
        );
        const sent = await flush(server, tallies['writes, each twice'], id, wanted);
        await pullPrivate(server, tallies['own rows'], id);
        return sent;
      }),
    ),
    Promise.all(
      Array.from({ length: phones }, async (_, place) => {
        await arrive(place, phones);
        // The collections for search are requested together, content after them (src/sync/pull).
        const [teachers] = await Promise.all([
          pull(server, tallies.teachers, 'teachers', null),
          pull(server, tallies['cities, styles'], 'cities', null),
          pull(server, tallies['cities, styles'], 'dance_styles', null),
        ]);
        await pull(server, tallies.content, 'content', null);
        return teachers;
      }),
    ),
  ]);
}

async function judgeWrites(server: LoadServer, sent: Sent[][]): Promise<string[]> {
  const commands = sent.flat();
  const [counted] = await server.query<{ rows: number; log: number }>(
    `select (select count(*)::int from public.favourites where is_on) as rows,
      (select count(*)::int from public.command_log where id in (select jsonb_array_elements_text($1::text::jsonb)::uuid)) as log`,
    JSON.stringify(commands.map(({ commandId }) => commandId)),
  );
  const planned = sent.length * WRITES;
  const unknown = commands.filter(({ acknowledged }) => !acknowledged).length;
  const different = commands.filter(({ same }) => !same).length;
  console.log(
    `    ${commands.length} writes: ${counted?.rows} rows, ${counted?.log} commands in the log, ${unknown} unanswered, ${different} answered differently the second time`,
  );
  const wrong: string[] = [];
  if (commands.length < planned) wrong.push(`${planned - commands.length} writes were never sent`);
  if (counted?.rows !== commands.length || counted.log !== commands.length)
    wrong.push('writes were lost or doubled');
  if (different > 0) wrong.push(`${different} repeated commands got another answer`);
  return wrong;
}

/**
 * Every phone listens; one name changes. A hint brings the row; a phone whose hint brings none fetches
 * the change, spread over time as in production.
 */
async function hintAll(
  server: LoadServer,
  synced: readonly (Pulled | null)[],
  teacher: string,
  deltas: Tally,
): Promise<{ joined: number; heard: number[] }> {
  const began = performance.now();
  const ears = await Promise.all(synced.map(() => listen(server)));
  const joined = (performance.now() - began) / 1000;
  const heard: number[] = [];
  let changed = 0;
  const hearing = ears.map(({ heard: hear }) => hear('teachers'));
  // Hints of the same collection are ten seconds apart: as if the last one were long ago.
  await server.query(`select setval('app.hinted_teachers', 1)`);
  changed = performance.now();
  await server.query(`update public.user_profiles set name = name || ' Nova' where id = $1`, teacher);
  const pulling = hearing.map(async (hint, place) => {
    const told = await hint;
    if (!told) return;
    heard.push(told.at - changed);
    if (told.content.rows) return;
    await setTimeout(Math.random() * HINT_JITTER);
    await pull(server, deltas, 'teachers', synced[place]?.checkpoint ?? null);
  });
  const hints = await heardByAll(server, ears, hearing);
  await Promise.all(pulling.filter((_, place) => hints[place] !== null));
  for (const { close } of ears) close();
  return { joined, heard: heard.sort((a, b) => a - b) };
}

function print(what: string, { seconds, used }: Measured<unknown>, onPostgres: boolean): void {
  const database = onPostgres ? `, PostgreSQL ${used.database.toFixed(1)} s` : '';
  console.log(`  ${what}: ${seconds.toFixed(1)} s`);
  console.log(
    `    processor: server ${used.server.toFixed(1)} s${database}, the phones ${used.client.toFixed(1)} s`,
  );
}

function report(name: string, tally: Tally, seconds: number): void {
  const sorted = [...tally.times].sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
  const rate = Math.round(sorted.length / seconds);
  console.log(
    `    ${name.padEnd(19)} ${String(sorted.length).padStart(6)} requests  ${String(rate).padStart(4)}/s  median ${at(0.5)} ms  95th ${at(0.95)} ms  99th ${at(0.99)} ms  worst ${at(1)} ms  ${(tally.bytes / 1e6).toFixed(0)} MB on the line`,
  );
  for (const [reason, times] of tally.refused) console.log(`      refused: ${times} × ${reason}`);
  for (const [reason, times] of tally.retried) console.log(`      asked again: ${times} × ${reason}`);
}
