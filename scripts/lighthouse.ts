/**
 * `npm run lighthouse [-- --runs 5 --untimed] [path …]`: measures public pages with Lighthouse's mobile preset, on the embedded
 * server with demo data and prerendered pages. Prints each page's median and the machine's benchmark index, without
 * which the figures cannot be compared. Exits with 1 when a score is below 100 or a limit is exceeded; `--untimed`: the
 * limits in milliseconds are not judged, because one run on a busy machine says nothing about them.
 */
import { createServer } from 'node:net';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { startServer } from '../supabase/embedded/server';
import { chromiumOptions } from '../tests/support/chromium';
import { ensureBuild, RENDERER } from './build-once';

/** Home, a landing page, the search, a teacher, the blog. */
const PAGES = ['/', '/forro/sao-paulo', '/search', '/teachers/marina-couto', '/blog'];
/** Categories that must score 100, and limits of metrics (layout shift without unit, others in milliseconds). */
const WHOLE = ['accessibility', 'best-practices', 'seo'] as const;
const LIMITS = { shift: 0.05, paint: 2_500, blocked: 200 };

interface Run {
  scores: Record<string, number>;
  shift: number;
  paint: number;
  blocked: number;
  benchmark: number;
  /** Audits that keep a category below 100. */
  missed: string[];
}

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, untimed: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const runs = Math.max(1, Number.parseInt(values.runs, 10) || 1);

const server = await startServer({
  port: 0,
  seed: 'demo',
  quiet: true,
  staticDir: await ensureBuild((line) => console.log(line)),
  pages: { renderer: RENDERER },
});
const debugPort = await freePort();
const options = chromiumOptions();
const browser = await chromium.launch({
  ...options,
  args: [...(options.args ?? []), `--remote-debugging-port=${debugPort}`],
});
let failed = false;
try {
  console.log('path                      perf  a11y  best   seo    CLS    LCP ms  TBT ms  benchmark');
  for (const path of positionals.length > 0 ? positionals : PAGES) {
    const seen: Run[] = [];
    for (let run = 0; run < runs; run++) seen.push(await measure(server.url + path));
    failed = report(path, seen) || failed;
  }
} finally {
  await browser.close();
  await server.close();
}
process.exit(failed ? 1 : 0);

/** Repeats a recording once when it was interrupted, which happens on a busy machine. */
async function measure(url: string, isLast = false): Promise<Run> {
  const result = await lighthouse(url, {
    port: debugPort,
    output: 'json',
    logLevel: 'error',
    onlyCategories: ['performance', ...WHOLE],
  });
  if (!result) throw new Error(`${url}: Lighthouse had no result`);
  const { categories, audits, environment, runtimeError } = result.lhr;
  if (runtimeError && !isLast) return measure(url, true);
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
  const number = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const missed = WHOLE.flatMap((name) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${name}: ${audits[id]?.title} ${details(audits[id]?.details)}`),
  );
  return {
    scores: Object.fromEntries(
      Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
    ),
    shift: number('cumulative-layout-shift'),
    paint: number('largest-contentful-paint'),
    blocked: number('total-blocking-time'),
    benchmark: environment.benchmarkIndex,
    missed,
  };
}

function details(found: unknown): string {
  const { items = [] } = (found ?? {}) as { items?: { node?: { snippet?: string }; description?: string }[] };
  return items
    .map(({ node, description }) => node?.snippet ?? description ?? '')
    .filter(Boolean)
    .slice(0, 3)
    .join(' | ');
}

/** Prints the medians; true when a score or limit was missed. */
function report(path: string, seen: readonly Run[]): boolean {
  const of = (value: (run: Run) => number) => median(seen.map(value));
  const scores = ['performance', ...WHOLE].map((name) => of(({ scores }) => scores[name] ?? 0));
  const shift = of((run) => run.shift);
  const paint = of((run) => run.paint);
  const blocked = of((run) => run.blocked);
  const columns = [
    path.padEnd(24),
    ...scores.map((score) => String(score).padStart(5)),
    shift.toFixed(3).padStart(7),
    paint.toFixed(0).padStart(8),
    blocked.toFixed(0).padStart(7),
    of((run) => run.benchmark)
      .toFixed(0)
      .padStart(10),
  ];
  console.log(columns.join(' '));
  for (const line of new Set(seen.flatMap((run) => run.missed))) console.log(`    ${line}`);
  const whole = scores.slice(1).every((score) => score === 100);
  const isSlow = paint >= LIMITS.paint || blocked >= LIMITS.blocked;
  return !whole || shift >= LIMITS.shift || (isSlow && !values.untimed);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
