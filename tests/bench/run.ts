/**
 * `npm run bench`: takes the measures in real Chromium, each beside its floor, prints them and
 * writes test-results/bench.json. Options: --only start,keys,sync,hints,javascript · --runs 5 ·
 * --sizes 1000,10000 · --rate 4 · --profile. Exits with 0 whatever the numbers are, and with 1 when
 * a measure could not be taken. `npm run bench -- --compare`: runs the same search screen on the
 * rivals (compare/), in rounds of all contenders at all sizes, into compare/runs/now.json. Options:
 * --contenders app,query,… · --sizes · --runs · --rate · --minutes 60 (begins no round that would
 * end later) · --save before. `--readme` writes the kept runs into the README.md of this folder.
 */
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Profile } from './browser.ts';
import { withFreshBrowser } from './browser.ts';
import { writeReadme } from './compare/readme.ts';
import { compare } from './compare/run.ts';
import { addRivals } from './compare/site.ts';
import {
  type ColdStarts,
  measureColdStarts,
  profileColdStart,
  reportColdStarts,
} from './measures/cold-start.ts';
import {
  type FirstSyncs,
  measureFirstSyncs,
  profileFirstSync,
  reportFirstSyncs,
} from './measures/first-sync.ts';
import { visitedProfile } from './measures/first-visit.ts';
import { measureHints, reportHints } from './measures/hints.ts';
import { measureJavascript, reportJavascript } from './measures/javascript.ts';
import { measureKeystrokes, reportKeystrokes } from './measures/keystrokes.ts';
import { type MeasureName, type Options, readOptions } from './options.ts';
import { type Measure, printMeasure, writeJson } from './report.ts';
import { BenchServer } from './server.ts';
import { makeSite, type Site } from './site.ts';

const RESULTS = fileURLToPath(new URL('../../test-results/', import.meta.url));

class Bench {
  readonly measures: Partial<Record<MeasureName, Measure>> = {};
  readonly failures: string[] = [];
  private readonly coldStarts: ColdStarts[] = [];
  private readonly firstSyncs: FirstSyncs[] = [];

  constructor(
    private readonly options: Options,
    private readonly site: Site,
  ) {}

  /** One server after another, so that two servers do not disturb each other's measures. */
  async size(teachers: number): Promise<void> {
    const { only, sizes, rate, runs, profile } = this.options;
    const settings = { teachers, runs, rate };
    const smallest = teachers === sizes[0];
    const largest = teachers === sizes.at(-1);
    const server = await BenchServer.start(this.site.folder);
    let visited: Profile | undefined;
    try {
      say(`${teachers} teachers: seeding`);
      await server.seed(teachers);
      if (smallest) {
        await this.take('javascript', async () =>
          reportJavascript(await measureJavascript(server.url, rate)),
        );
      }
      await this.take('sync', async () => {
        this.firstSyncs.push(await measureFirstSyncs(server.url, settings));
        if (profile) await profileFirstSync(server.url, teachers, rate, RESULTS);
        return reportFirstSyncs(this.firstSyncs);
      });
      if (largest) {
        await this.take('keys', () =>
          withFreshBrowser(rate, async (browser) =>
            reportKeystrokes(await measureKeystrokes(browser, server.url, settings), rate),
          ),
        );
      }
      if (smallest) await this.take('hints', async () => reportHints(await measureHints(server, settings)));
      if (!only.has('start')) return;
      await this.take('start', async () => {
        visited = await visitedProfile(server.url, teachers);
        await server.kill();
        this.coldStarts.push(await measureColdStarts(visited, server.url, settings));
        if (profile) await profileColdStart(visited, server.url, rate, RESULTS);
        return reportColdStarts(this.coldStarts);
      });
    } finally {
      await visited?.remove();
      await server.kill();
    }
  }

  private async take(name: MeasureName, measure: () => Promise<Measure>): Promise<void> {
    if (!this.options.only.has(name)) return;
    say(`measuring: ${name}`);
    try {
      this.measures[name] = await measure();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.failures.push(`${name}: ${reason}`);
      console.error(`Could not measure ${name}: ${reason}`);
    }
  }
}

const began = performance.now();
function say(text: string): void {
  console.error(`[${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s] ${text}`);
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options.readme) return writeReadme();
  if (options.compare) return tellFailures(await compare(options, say));
  const load = loadavg()[0] ?? 0;
  say('building the app and its floors');
  const site = await makeSite();
  if (options.only.has('sync')) await addRivals(site.folder, ['floor']);
  const bench = new Bench(options, site);
  try {
    for (const teachers of options.sizes) {
      try {
        await bench.size(teachers);
      } catch (error) {
        bench.failures.push(
          `${teachers} teachers: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }
  } finally {
    await site.remove();
  }
  console.log(
    `Main thread ${options.rate}× slower, medians of ${options.runs}, ${cpus().length} cores, load ${load.toFixed(1)} at the start`,
  );
  for (const name of ['start', 'keys', 'sync', 'hints', 'javascript'] as const) {
    const measure = bench.measures[name];
    if (measure) printMeasure(measure);
  }
  await writeJson(join(RESULTS, 'bench.json'), {
    takenAt: new Date().toISOString(),
    options: { ...options, only: [...options.only] },
    machine: { cores: cpus().length, model: cpus()[0]?.model, load, node: process.version },
    measures: bench.measures,
    failures: bench.failures,
  });
  tellFailures(bench.failures);
}

function tellFailures(failures: readonly string[]): void {
  if (failures.length === 0) return;
  console.error(`\nNot measured:\n  ${failures.join('\n  ')}`);
  process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
