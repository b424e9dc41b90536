/**
 * Runs rounds of one lap of each contender at each size, so that other work of the machine disturbs all of them alike.
 */
import { loadavg } from 'node:os';
import { RENDERER } from '../../../scripts/build-once.ts';
import type { Options } from '../options.ts';
import { BenchServer } from '../server.ts';
import { copyOfBuild } from '../site.ts';
import { contenders } from './contenders.ts';
import { type Key, plannedKeys } from './keys.ts';
import { runLap } from './lap.ts';
import { Link } from './link.ts';
import { putPictures } from './pictures.ts';
import { newRun, type Round, writeRun } from './results.ts';
import { addRivals } from './site.ts';
import { runTables } from './tables.ts';

const MINUTE = 60_000;
/** Minutes over the time allowed after which a browser that hangs ends the run. */
const GRACE = 10;

interface Place {
  teachers: number;
  server: BenchServer;
  link: Link;
  words: Key[][];
  /** Milliseconds of the longest round so far. */
  longest: number;
}

/** Prints the tables; returns the measures that could not be taken. */
export async function compare(options: Options, say: (text: string) => void): Promise<string[]> {
  const began = performance.now();
  const left = () => options.minutes * MINUTE - (performance.now() - began);
  const guard = setTimeout(
    () => {
      say('A lap hangs: the rounds before it are kept');
      process.exit(1);
    },
    Math.min(2 ** 31 - 1, (options.minutes + GRACE) * MINUTE),
  );
  guard.unref();
  say('building the app and its rivals');
  const site = await copyOfBuild();
  const failures: string[] = [];
  const run = newRun(options.rate);
  const places: Place[] = [];
  try {
    await addRivals(site.folder, options.contenders);
    for (const teachers of options.sizes) {
      say(`${teachers} teachers: seeding`);
      places.push(await open(teachers, site.folder));
    }
    for (let number = 1; number <= options.runs; number++) {
      for (const place of places) {
        if (place.longest > left()) {
          say(`${place.teachers} teachers: no time for round ${number}`);
          continue;
        }
        const title = `${place.teachers} teachers, round ${number} of ${options.runs}`;
        const since = performance.now();
        const round = await takeRound(place, site.folder, options, (text) => say(`${title}: ${text}`));
        place.longest = Math.max(place.longest, performance.now() - since);
        failures.push(...round.failures);
        run.rounds[place.teachers] = [...(run.rounds[place.teachers] ?? []), round.round];
        // Kept after each round, because a long run may be interrupted.
        await writeRun(options.save, run);
      }
    }
  } finally {
    clearTimeout(guard);
    for (const { link, server } of places) {
      await link.cut();
      await server.kill();
    }
    await site.remove();
  }
  console.log(runTables(run));
  return failures;
}

async function open(teachers: number, folder: string): Promise<Place> {
  const server = await BenchServer.start(folder, RENDERER);
  const link = await Link.open(server.url);
  await server.seed(teachers);
  const words = await plannedKeys(server);
  await putPictures(server);
  // Warms the server up: the first page that it renders costs more than any later one.
  await fetch(`${server.url}/search`, { headers: { accept: 'text/html' } });
  return { teachers, server, link, words, longest: 0 };
}

async function takeRound(
  { teachers, server, link, words }: Place,
  folder: string,
  { contenders: names, rate }: Options,
  say: (text: string) => void,
): Promise<{ round: Round; failures: string[] }> {
  const round: Round = { takenAt: '', load: loadavg()[0] ?? 0, laps: {} };
  const failures: string[] = [];
  for (const name of names) {
    if (teachers > (contenders[name].most ?? Number.POSITIVE_INFINITY)) continue;
    say(name);
    try {
      round.laps[name] = await runLap(contenders[name], { server, link, folder, words, teachers, rate });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      say(`failed: ${reason}`);
      failures.push(`${teachers} teachers: ${reason}`);
    }
  }
  round.takenAt = new Date().toISOString();
  return { round, failures };
}
