/**
 * `npm run load [-- --phones 1000 --writers 100 --teachers 1000 --driver pglite|postgres|both]`: that many phones sync for
 * the first time while others send what was written offline, then one hint goes to all and each fetches what it is about.
 * Phones try again as they do in life. Ends with 1 when a request
 * never had an answer, or a write was lost or came in twice.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { startPostgres } from '../support/postgres.ts';
import { flush, listen, pullNames, pullTeachers, Tally } from './phones.ts';
import { LoadServer } from './server.ts';

const WRITES = 10;

const { values } = parseArgs({
  options: {
    phones: { type: 'string', default: '1000' },
    writers: { type: 'string', default: '100' },
    teachers: { type: 'string', default: '1000' },
    driver: { type: 'string', default: 'both' },
  },
});
const [phones, writers, teachers] = [values.phones, values.writers, values.teachers].map(Number) as [
  number,
  number,
  number,
];

function report(name: string, tally: Tally, seconds: number): void {
  const sorted = [...tally.times].sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
  const rate = Math.round(sorted.length / seconds);
  console.log(
    `  ${name.padEnd(22)} ${String(sorted.length).padStart(6)} requests  ${String(rate).padStart(5)}/s  median ${at(0.5)} ms  95th ${at(0.95)} ms  99th ${at(0.99)} ms  worst ${at(1)} ms  ${(tally.bytes / 1e6).toFixed(0)} MB`,
  );
  for (const [reason, times] of tally.retried) console.log(`    asked again: ${times} × ${reason}`);
}

async function timed<T>(work: Promise<T>): Promise<{ value: T; seconds: number }> {
  const began = performance.now();
  return { value: await work, seconds: (performance.now() - began) / 1000 };
}

/** Resolves to what went wrong. */
async function load(server: LoadServer): Promise<string[]> {
  const wrong: string[] = [];
  const students = await server.query<{ id: string }>('select id from public.students order by id');
  const listed = await server.query<{ id: string }>(
    'select id from public.teacher_listings where not _deleted order by id limit 100',
  );
  const names = new Tally();
  const pulls = new Tally();
  const writes = new Tally();
  const began = performance.now();
  const [sent, synced] = await Promise.all([
    Promise.all(
      students.map(({ id }, place) =>
        flush(
          server,
          writes,
          id,
          Array.from({ length: WRITES }, (_, step) => listed[(place + step) % listed.length]?.id ?? ''),
        ),
      ),
    ),
    Promise.all(
      Array.from({ length: phones }, async () => {
        await pullNames(server, names);
        return pullTeachers(server, pulls, null);
      }),
    ),
  ]);
  const seconds = (performance.now() - began) / 1000;
  console.log(
    `  ${phones} first syncs and ${writers} flushes of ${WRITES} writes at once: ${seconds.toFixed(1)} s`,
  );
  report('cities and styles', names, seconds);
  report('teachers', pulls, seconds);
  report('writes, each twice', writes, seconds);

  const short = synced.filter((result) => result?.rows !== teachers).length;
  if (short > 0) wrong.push(`${short} phones did not get all teachers`);
  const commands = sent.flat();
  const [counted] = await server.query<{ rows: number; log: number }>(
    `select (select count(*)::int from public.favourites where is_on) as rows,
      (select count(*)::int from public.command_log where id in (select jsonb_array_elements_text($1::text::jsonb)::uuid)) as log`,
    JSON.stringify(commands.map(({ commandId }) => commandId)),
  );
  const unknown = commands.filter(({ acknowledged }) => !acknowledged).length;
  const different = commands.filter(({ same }) => !same).length;
  console.log(
    `  ${commands.length} writes: ${counted?.rows} rows, ${counted?.log} commands in the log, ${unknown} unanswered, ${different} answered differently the second time`,
  );
  if (counted?.rows !== commands.length || counted.log !== commands.length)
    wrong.push('writes were lost or doubled');
  if (different > 0) wrong.push(`${different} repeated commands got another answer`);

  const ears = await timed(Promise.all(Array.from({ length: phones }, () => listen(server))));
  console.log(`  ${phones} phones listening after ${ears.seconds.toFixed(1)} s`);
  const told = Promise.all(ears.value.map(({ heard }) => heard('teachers')));
  const changed = performance.now();
  await server.query(`update public.user_profiles set name = name || ' Nova' where id = $1`, listed[0]?.id);
  const heard = (await told).map((moment) => moment - changed).sort((a, b) => a - b);
  console.log(
    `  one hint to all: median ${Math.round(heard[Math.floor(heard.length / 2)] ?? 0)} ms, last ${Math.round(heard.at(-1) ?? 0)} ms`,
  );
  const deltas = new Tally();
  const fetched = await timed(
    Promise.all(synced.map((result) => pullTeachers(server, deltas, result?.checkpoint ?? null))),
  );
  report('what changed', deltas, fetched.seconds);
  for (const { close } of ears.value) close();
  const unanswered = [names, pulls, writes, deltas].reduce((sum, tally) => sum + tally.unanswered, 0);
  if (unanswered > 0) wrong.push(`${unanswered} requests never had an answer`);
  return wrong;
}

const wrong: string[] = [];
for (const driver of values.driver === 'both' ? ['pglite', 'postgres'] : [values.driver]) {
  const cluster = driver === 'postgres' ? await startPostgres() : null;
  const url = cluster ? await cluster.createDatabase() : '';
  const server = await LoadServer.start({ teachers, students: writers }, url);
  console.log(`\n${driver}, ${teachers} teachers, ${cpus().length} cores`);
  try {
    wrong.push(...(await load(server)).map((what) => `${driver}: ${what}`));
  } finally {
    await server.stop();
    await cluster?.stop();
  }
}
if (wrong.length > 0) console.error(`\n${wrong.join('\n')}`);
process.exitCode = wrong.length > 0 ? 1 : 0;
