/**
 * `npm run load [-- --phones 1000 --writers 100 --teachers 1000 --within 60 --driver
 * pglite|postgres|both]`: this many phones sync for the first time while others send writes made
 * offline, then one hint goes to all and each fetches the change. They arrive over `within` seconds
 * (0: all in the same moment) and retry as real phones do. Exits with 1 when a request was never
 * answered, or a write was lost or stored twice. `--hints`: all phones are up to date from the beginning, and only the
 * cost of one change is measured (hints.ts). `--plans [--rows 10000,50000 --phones 6000]`: measures
 * instead what each request of a phone costs PostgreSQL, and a change that so many visible phones hear (plans.ts).
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { startPostgres } from '../support/postgres.ts';
import { runHints } from './hints.ts';
import { runScenario, type Sizes } from './scenario.ts';
import { LoadServer } from './server.ts';

const { values } = parseArgs({
  options: {
    phones: { type: 'string' },
    writers: { type: 'string', default: '100' },
    teachers: { type: 'string', default: '1000' },
    within: { type: 'string', default: '0' },
    driver: { type: 'string', default: 'both' },
    plans: { type: 'boolean', default: false },
    hints: { type: 'boolean', default: false },
    rows: { type: 'string', default: '10000' },
  },
});

async function measureLoad(sizes: Sizes, driver: 'pglite' | 'postgres'): Promise<string[]> {
  const cluster = driver === 'postgres' ? await startPostgres() : null;
  const url = cluster ? await cluster.createDatabase() : '';
  const server = await LoadServer.start({ teachers: sizes.teachers, students: sizes.writers }, url);
  console.log(`\n${driver}, ${sizes.teachers} teachers, ${cpus().length} cores`);
  try {
    const run = values.hints ? runHints : runScenario;
    return (await run(server, sizes, cluster !== null)).map((what) => `${driver}: ${what}`);
  } finally {
    await server.stop();
    await cluster?.stop();
  }
}

if (values.plans) {
  const { measurePlans } = await import('./plans.ts');
  for (const rows of values.rows.split(',')) await measurePlans(Number(rows), Number(values.phones ?? 6_000));
} else {
  const sizes = {
    phones: Number(values.phones ?? 1_000),
    writers: Number(values.writers),
    teachers: Number(values.teachers),
    within: Number(values.within),
  };
  const wrong: string[] = [];
  for (const driver of ['pglite', 'postgres'] as const)
    if (['both', driver].includes(values.driver)) wrong.push(...(await measureLoad(sizes, driver)));
  if (wrong.length > 0) console.error(`\n${wrong.join('\n')}`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}
