/**
 * Runs laps of all contenders in turn, so that other work of the machine disturbs all of them
 * alike.
 */
import { RENDERER } from '../../../scripts/build-once.ts';
import type { Options } from '../options.ts';
import { BenchServer } from '../server.ts';
import { copyOfBuild } from '../site.ts';
import { type ContenderName, contenders } from './contenders.ts';
import { plannedKeys } from './keys.ts';
import { type Lap, runLap } from './lap.ts';
import { Link } from './link.ts';
import { type Results, readResults, thisMachine, writeResults } from './results.ts';
import { addRivals } from './site.ts';
import { tables } from './tables.ts';

/** Prints the tables; returns the measures that could not be taken. */
export async function compare(options: Options, say: (text: string) => void): Promise<string[]> {
  say('building the app and its rivals');
  const site = await copyOfBuild();
  const failures: string[] = [];
  const results = await readResults();
  try {
    await addRivals(site.folder, options.contenders);
    for (const teachers of options.sizes) {
      failures.push(...(await compareAt(teachers, site.folder, results, options, say)));
    }
  } finally {
    await site.remove();
  }
  console.log(tables(results));
  return failures;
}

async function compareAt(
  teachers: number,
  folder: string,
  results: Results,
  { contenders: names, runs, rate, add }: Options,
  say: (text: string) => void,
): Promise<string[]> {
  const failures: string[] = [];
  say(`${teachers} teachers: seeding`);
  const server = await BenchServer.start(folder, RENDERER);
  const link = await Link.open(server.url);
  const fresh = new Map<ContenderName, Lap[]>();
  try {
    await server.seed(teachers);
    const words = await plannedKeys(server);
    // Warms the server up: the first page that it renders costs more than any later one.
    await fetch(`${server.url}/search`, { headers: { accept: 'text/html' } });
    for (let run = 1; run <= runs; run++) {
      for (const name of names) {
        say(`${teachers} teachers, run ${run} of ${runs}: ${name}`);
        try {
          const lap = await runLap(contenders[name], { server, link, folder, words, teachers, rate });
          fresh.set(name, [...(fresh.get(name) ?? []), lap]);
        } catch (error) {
          failures.push(`${teachers} teachers: ${error instanceof Error ? error.message : String(error)}`);
        }
        // Results are saved after each lap, because a long run may be interrupted.
        await keep(results, teachers, name, fresh.get(name) ?? [], rate, add);
      }
    }
  } finally {
    await link.cut();
    await server.kill();
  }
  return failures;
}

const before = new Map<string, Lap[]>();

async function keep(
  results: Results,
  teachers: number,
  name: ContenderName,
  laps: Lap[],
  rate: number,
  add: boolean,
): Promise<void> {
  if (laps.length === 0) return;
  const key = `${teachers} ${name}`;
  if (!before.has(key)) before.set(key, add ? (results[teachers]?.[name]?.laps ?? []) : []);
  results[teachers] = {
    ...results[teachers],
    [name]: {
      takenAt: new Date().toISOString(),
      machine: thisMachine(),
      rate,
      laps: [...(before.get(key) ?? []), ...laps],
    },
  };
  await writeResults(results);
}
