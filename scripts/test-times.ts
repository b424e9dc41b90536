/**
 * `npx tsx scripts/test-times.ts`: where the last `npm test` spent its time, as the table of tests/README.md: minutes of
 * each stage by the clock and of processors, and below them the slowest files of each stage, in seconds by the clock.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';

const RESULTS = 'test-results';
/** Files that take less than this share of their stage are left out, in per cent. */
const WORTH_NAMING = 4;

const stages = z.array(z.object({ stage: z.string(), seconds: z.number(), cpuSeconds: z.number() }));
const vitestReport = z.object({
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
});
interface Suite {
  file: string;
  specs: { tests: { results: { duration: number }[] }[] }[];
  suites?: Suite[] | undefined;
}
const suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({
    file: z.string(),
    specs: z.array(
      z.object({ tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })) }),
    ),
    suites: z.array(suite).optional(),
  }),
);
const playwrightReport = z.object({ suites: z.array(suite) });

const read = (name: string): unknown => JSON.parse(readFileSync(join(RESULTS, name), 'utf8'));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const minutes = (seconds: number) => (seconds / 60).toFixed(1);

const durationOf = ({ specs, suites = [] }: Suite): number =>
  sum(specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)))) +
  sum(suites.map(durationOf));

/** Seconds of each file of a stage; none of a stage without a report of its own. */
function filesOf(stage: string): { file: string; seconds: number }[] {
  const name = `${stage}.json`;
  if (!existsSync(join(RESULTS, name))) return [];
  const report = read(name);
  const vitest = vitestReport.safeParse(report);
  if (vitest.success)
    return vitest.data.testResults.map(({ name, startTime, endTime }) => ({
      file: relative('', name),
      seconds: (endTime - startTime) / 1000,
    }));
  return playwrightReport
    .parse(report)
    .suites.map((one) => ({ file: one.file, seconds: durationOf(one) / 1000 }));
}

const spent = stages.parse(read('times.json'));
console.log('| stage | minutes | processor minutes | slowest files, in seconds |\n|---|---|---|---|');
for (const { stage, seconds, cpuSeconds } of spent) {
  const files = filesOf(stage);
  const all = sum(files.map((one) => one.seconds));
  const slow = files
    .filter((one) => one.seconds * 100 >= all * WORTH_NAMING)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, 6)
    .map(
      (one) =>
        `${one.file.replace(/^tests\//, '').replace(/\.(test|spec)\.tsx?$/, '')} ${Math.round(one.seconds)}`,
    );
  console.log(`| ${stage} | ${minutes(seconds)} | ${minutes(cpuSeconds)} | ${slow.join(', ')} |`);
}
console.log(`| all | | ${minutes(sum(spent.map((one) => one.cpuSeconds)))} | |`);
