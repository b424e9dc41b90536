/**
 * `npm run test:full [-- --only load,engines]`: everything that can be red, one stage after another; what `npm test` leaves
 * out rots unseen otherwise. Prints what each stage was and how long it took. Exits with 1 when a stage is red, and
 * begins nothing while a program is missing that a wanted stage needs.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { INSTALL, missingEngines } from '../tests/engines/installed.ts';
import { setUp } from './set-up/set-up.ts';

interface Stage {
  name: string;
  /** One after the other; the first that fails ends the stage. */
  commands: readonly (readonly string[])[];
  env?: Readonly<Record<string, string>>;
  needs: readonly ('browser' | 'postgres' | 'engines')[];
}

const npm = (script: string, ...args: string[]) => ['npm', 'run', '--silent', script, '--', ...args];
/** As small as it can be and still do all of it: here it counts that it ends, and that nothing is lost. */
const SMALL_LOAD = ['--phones', '20', '--writers', '2', '--teachers', '100'];

const STAGES: readonly Stage[] = [
  {
    name: 'suite',
    commands: [npm('postgres:17'), ['npm', 'test']],
    env: { TEST_FULL: '1' },
    needs: ['browser', 'postgres'],
  },
  { name: 'fuzz', commands: [npm('test:fuzz')], needs: ['postgres'] },
  { name: 'mutations', commands: [npm('mutations')], needs: [] },
  { name: 'load', commands: [npm('load', ...SMALL_LOAD)], needs: ['postgres'] },
  { name: 'hints', commands: [npm('load', '--hints', ...SMALL_LOAD)], needs: ['postgres'] },
  {
    name: 'plans',
    commands: [npm('load', '--plans', '--rows', '1000', '--phones', '60')],
    needs: ['postgres'],
  },
  { name: 'engines', commands: [npm('test:engines')], needs: ['engines'] },
  {
    name: 'bench',
    commands: [npm('bench', '--compare', '--sizes', '1000', '--runs', '1', '--save', 'lap')],
    needs: ['browser'],
  },
  { name: 'lighthouse', commands: [npm('lighthouse', '--runs', '1', '--untimed')], needs: ['browser'] },
];

/** Why stages with these needs cannot start. */
async function missing(needs: ReadonlySet<string>): Promise<string[]> {
  const { browser, postgres } = await setUp({
    browser: needs.has('browser'),
    postgres: needs.has('postgres'),
  });
  const engines = needs.has('engines') ? missingEngines() : [];
  return [
    ...[browser, postgres].filter((reason) => reason !== null),
    ...engines.map((name) => `The engine ${name} is missing: ${INSTALL[name]}`),
  ];
}

async function passes({ commands, env }: Stage): Promise<boolean> {
  for (const [program = '', ...args] of commands) {
    const child = spawn(program, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    const [status] = (await once(child, 'close')) as [number | null];
    if (status !== 0) return false;
  }
  return true;
}

/** The stages that the arguments select. Throws an Error with one readable line for one that does not exist. */
function wantedStages(args: string[]): readonly Stage[] {
  const { values } = parseArgs({ args, options: { only: { type: 'string' } } });
  const names = values.only?.split(',');
  const unknown = names?.filter((name) => !STAGES.some((stage) => stage.name === name)) ?? [];
  if (unknown.length > 0) {
    throw new Error(
      `Unknown stage: ${unknown.join(', ')}. There are: ${STAGES.map(({ name }) => name).join(', ')}.`,
    );
  }
  return STAGES.filter(({ name }) => names?.includes(name) ?? true);
}

async function main(): Promise<boolean> {
  const stages = wantedStages(process.argv.slice(2));
  const reasons = await missing(new Set(stages.flatMap(({ needs }) => needs)));
  if (reasons.length > 0) {
    console.error(`Nothing was tested:\n  ${reasons.join('\n  ')}`);
    return false;
  }
  const rows: string[] = [];
  let isGreen = true;
  for (const stage of stages) {
    console.log(`\n══ ${stage.name}`);
    const began = performance.now();
    const isPassed = await passes(stage);
    isGreen &&= isPassed;
    const minutes = ((performance.now() - began) / 60_000).toFixed(1);
    rows.push(
      `${stage.name.padEnd(12)} ${(isPassed ? 'passed' : 'FAILED').padEnd(8)} ${minutes.padStart(7)}`,
    );
  }
  console.log(`\n${'stage'.padEnd(12)} ${'result'.padEnd(8)} minutes\n${rows.join('\n')}`);
  return isGreen;
}

main().then(
  (isGreen) => process.exit(isGreen ? 0 : 1),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  },
);
