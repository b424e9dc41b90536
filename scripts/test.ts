/**
 * `npm test`: fetches what the machine lacks, runs every stage in order and prints one closing line that adds up the
 * test runners' reports. A stage that breaks without a report counts as one failure, so that a crash can never look
 * like success.
 * Arguments select stages (`npm test -- unit e2e`); without arguments all run.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { HOSTED } from '../tests/hosted/database-tests';
import { findPostgres } from '../tests/support/postgres';
import { noteTested, untested } from './release/tested';
import { setUp } from './set-up/set-up';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** Failed tests by name, with the first line of the error; repeated at the end of the output. */
  failures: string[];
  /** Why tests were skipped, where the runner says so: one reason for each of them. */
  skips?: string[];
}

interface Stage {
  name: string;
  command: string[];
  /** Reads the runner's report; a stage without one passes or fails as a whole. */
  report?: (file: string) => Counts;
  needs?: ('browser' | 'postgres')[];
  /** Variables besides this process's. */
  env?: Record<string, string>;
}

const RESULTS = 'test-results';
/** The requests of the browser tests' phones, which become the contract of a release (tests/upgrade). */
const CONTRACT = `${RESULTS}/contract`;
const npx = (...args: string[]) => ['npx', '--no-install', ...args];

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
const failure = (name: string, message: string): string =>
  `${name}\n    ${message.replace(COLOURS, '').trim().split('\n', 1)[0]?.slice(0, 300)}`;

function vitestCounts(file: string): Counts {
  const report = readJson(file) as {
    numPassedTests: number;
    numFailedTests: number;
    numFailedTestSuites: number;
    numPendingTests: number;
    success: boolean;
    testResults: {
      name: string;
      message: string;
      status: string;
      assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
    }[];
  };
  const failures = report.testResults.flatMap(({ name, message, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [failure(relative('', name), message)];
    return failed.map((test) =>
      failure(`${relative('', name)} › ${test.fullName}`, test.failureMessages[0] ?? ''),
    );
  });
  const crashed = !report.success && report.numFailedTests === 0 ? 1 : 0;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + crashed,
    skipped: report.numPendingTests,
    failures,
  };
}

interface PlaywrightSuite {
  file: string;
  specs: {
    title: string;
    ok: boolean;
    tests: {
      results: { error?: { message?: string } }[];
      annotations: { type: string; description?: string }[];
    }[];
  }[];
  suites?: PlaywrightSuite[];
}

const playwrightFailures = ({ file, specs, suites = [] }: PlaywrightSuite): string[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => {
      const [result] = tests.flatMap(({ results }) => results.filter(({ error }) => error));
      return failure(`${file} › ${title}`, result?.error?.message ?? '');
    }),
  ...suites.flatMap(playwrightFailures),
];

const playwrightSkips = ({ specs, suites = [] }: PlaywrightSuite): string[] => [
  ...specs
    .flatMap(({ tests }) => tests.flatMap(({ annotations }) => annotations))
    .filter(({ type }) => type === 'skip')
    .map(({ description = 'without a reason' }) => description),
  ...suites.flatMap(playwrightSkips),
];

function playwrightCounts(file: string): Counts {
  const { stats, errors, suites } = readJson(file) as {
    suites: PlaywrightSuite[];
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    errors: { message?: string }[];
  };
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures: [
      ...suites.flatMap(playwrightFailures),
      ...errors.map(({ message = '' }) => failure('outside of a test', message)),
    ],
    skips: suites.flatMap(playwrightSkips),
  };
}

const vitest = (project: string, ...more: string[]): Stage => ({
  name: project,
  command: npx(
    'vitest',
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${RESULTS}/${project}.json`,
    ...more,
  ),
  report: vitestCounts,
  needs: project === 'unit' ? [] : ['postgres'],
});

const script = (name: string): Stage => ({ name, command: ['npm', 'run', '--silent', name] });

/** Database tests that the bounded run leaves to the hosted stage, where grants and time limits are Supabase's own. */
function exceptHosted(): string[] {
  const isOnce = process.env.TEST_FULL !== '1' && findPostgres().found;
  const twice = isOnce ? HOSTED.filter((name) => name !== 'matrix') : [];
  return twice.flatMap((name) => ['--exclude', `tests/database/**/${name}.test.ts`]);
}

/** Steps run one after the other; the lists of a step run in parallel, each in order, and print when they end. */
const steps = (): Stage[][][] => [
  [
    [script('types'), script('lint'), script('audit')],
    [
      script('build'),
      { name: 'budget', command: npx('tsx', 'scripts/bundle-budget.ts') },
      { name: 'secrets', command: npx('tsx', 'scripts/bundle-secrets.ts') },
    ],
  ],
  // Side by side, because each waits for clocks and databases for a good part of its time: together they keep two cores
  // busy. One process each for two of them, because --maxWorkers does not apply to projects.
  [
    [vitest('database', ...exceptHosted()), vitest('hosted')],
    [vitest('sync', '--no-file-parallelism'), vitest('unit', '--project=unit-mocking')],
    [vitest('conformance', '--no-file-parallelism')],
  ],
  [
    [
      {
        name: 'e2e',
        command: npx('playwright', 'test'),
        report: playwrightCounts,
        needs: ['browser', 'postgres'],
        env: { RECORD_CONTRACT: CONTRACT },
      },
      vitest('upgrade'),
      {
        name: 'upgrade',
        command: npx('playwright', 'test', '--config', 'tests/upgrade/playwright.config.ts'),
        report: playwrightCounts,
        needs: ['browser', 'postgres'],
      },
    ],
  ],
];
const NAMES = steps()
  .flat(2)
  .map(({ name }) => name);

/** How long each stage took, in seconds; processor time is that of all its processes but databases of their own. */
const spent: { stage: string; seconds: number; cpuSeconds: number }[] = [];

/** Reads what `times` prints: user and system time of the shell, then those of its children, as in `1m2.34s`. */
function processorSeconds(times: string): number {
  const parts = [...times.matchAll(/(\d+)m([\d.]+)s/g)];
  return Math.round(
    parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0),
  );
}

const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] };

async function run(stage: Stage, isAlone: boolean): Promise<Counts> {
  const file = join(RESULTS, `${stage.name}.json`);
  rmSync(file, { force: true });
  const started = Date.now();
  if (isAlone) console.log(`\n── ${stage.name}`);
  const [program = '', ...args] = stage.command;
  const output = isAlone ? 'inherit' : 'pipe';
  // A shell around it, because only a process's own parent learns what processor time it and its children took.
  const child = spawn('sh', ['-c', '"$@"; status=$?; times >&3; exit $status', 'sh', program, ...args], {
    stdio: ['ignore', output, output, 'pipe'],
    env: { ...process.env, ...stage.env },
  });
  const printed: Buffer[] = [];
  let times = '';
  child.stdio[3]?.on('data', (chunk: Buffer) => {
    times += chunk.toString();
  });
  child.stdout?.on('data', (chunk: Buffer) => printed.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => printed.push(chunk));
  const [status] = (await once(child, 'close')) as [number | null];
  if (!isAlone) console.log(`\n── ${stage.name}\n${Buffer.concat(printed).toString()}`);
  const seconds = Math.round((Date.now() - started) / 1000);
  const cpuSeconds = processorSeconds(times);
  spent.push({ stage: stage.name, seconds, cpuSeconds });
  console.log(`── ${stage.name}: exit ${status}, ${seconds} s, ${cpuSeconds} s of processor time`);
  const failedWhole: Counts =
    status === 0 ? NOTHING : { ...NOTHING, failed: 1, failures: [`ended with ${status}`] };
  if (!stage.report) return failedWhole;
  try {
    const counts = stage.report(file);
    return status !== 0 && counts.failed === 0
      ? { ...counts, failed: 1, failures: failedWhole.failures }
      : counts;
  } catch (error) {
    console.error(`${stage.name} left no readable report:`, error instanceof Error ? error.message : error);
    return { ...NOTHING, failed: 1, failures: ['left no readable report'] };
  }
}

mkdirSync(RESULTS, { recursive: true });
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !NAMES.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown stage: ${unknown.join(', ')}. There are: ${NAMES.join(', ')}.`);
  process.exit(2);
}

const before = untested();
if (wanted.length === 0 || wanted.includes('e2e')) rmSync(CONTRACT, { recursive: true, force: true });

const isWanted = ({ name }: Stage): boolean => wanted.length === 0 || wanted.includes(name);
const needed = new Set(
  steps()
    .flat(2)
    .filter(isWanted)
    .flatMap(({ needs = [] }) => needs),
);
const missing = await setUp({ browser: needed.has('browser'), postgres: needed.has('postgres') });

const total = { ...NOTHING, failures: [] as string[], skips: [] as string[] };
const lines: string[] = [];
const ran = new Set<string>();
const failedStages = new Set<string>();

/**
 * The counts of a stage that cannot run because its programs are missing; null when it can. Without a browser or, in CI,
 * without PostgreSQL it counts as failed. Elsewhere tests on PostgreSQL count as skipped.
 */
function unable({ name, needs = [] }: Stage): Counts | null {
  if (missing.browser !== null && needs.includes('browser'))
    return { ...NOTHING, failed: 1, failures: [missing.browser] };
  if (missing.postgres === null || !needs.includes('postgres')) return null;
  if (process.env.CI === 'true') return { ...NOTHING, failed: 1, failures: [missing.postgres] };
  return name === 'hosted' ? { ...NOTHING, skipped: 1 } : null;
}

async function runLane(lane: readonly Stage[], isAlone: boolean): Promise<void> {
  for (const stage of lane) {
    const { passed, failed, skipped, failures, skips = [] } = unable(stage) ?? (await run(stage, isAlone));
    ran.add(stage.name);
    if (failed > 0) failedStages.add(stage.name);
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    total.skips.push(...skips.map((reason) => `${stage.name}: ${reason}`));
    total.failures.push(...failures.map((text) => `${stage.name}: ${text}`));
    const left = skipped ? `, ${skipped} skipped` : '';
    lines.push(`${stage.name.padEnd(12)} ${passed} passed, ${failed} failed${left}`);
  }
}

for (const step of steps()) {
  const lanes = step.map((lane) => lane.filter(isWanted)).filter((lane) => lane.length > 0);
  await Promise.all(lanes.map((lane) => runLane(lane, lanes.length === 1)));
}

writeFileSync(join(RESULTS, 'times.json'), `${JSON.stringify(spent, null, 2)}\n`);
console.log(`\n${lines.join('\n')}`);
if (missing.postgres !== null) {
  console.log(
    `\nNot run: every test that needs PostgreSQL (concurrency, hosted, conformance on the postgres driver): ${missing.postgres}`,
  );
}
for (const reason of new Set(total.skips)) {
  const count = total.skips.filter((one) => one === reason).length;
  console.log(`\nSkipped ${count} of ${reason}`);
}
if (total.failures.length > 0) console.log(`\nFailed:\n  ${total.failures.join('\n  ')}`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
if (before) noteTested(before, NAMES, { ran, failed: failedStages });
process.exit(total.failed > 0 ? 1 : 0);
