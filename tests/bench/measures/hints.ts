/** (d) Changes a row on the server and waits until an open page shows it. */
import { type Browser, withFreshBrowser } from '../browser.ts';
import { type Measure, ms, spread } from '../report.ts';
import type { BenchServer } from '../server.ts';
import { median } from '../stats.ts';
import { visit } from './first-visit.ts';

const LIMIT = 2_000;
export const RENAME = 'update public.user_profiles set name = $1 where id = $2';
export const FIRST = 'select id, name from public.teacher_listings where not _deleted order by rank limit 1';

/** Names have letters only; a later one sorts behind an earlier one. */
export const renamed = (name: string, count: number): string =>
  `${name} ${String.fromCharCode(65 + Math.floor(count / 26), 97 + (count % 26))}`;

export interface Hints {
  /** Milliseconds from sending the statement to the frame with the new name. */
  jittered: number[];
  direct: number[];
  /** Milliseconds from the return of the network, for a change that happened while it was away. */
  reconnected: number[];
}

export async function measureHints(
  server: BenchServer,
  { teachers, runs, rate }: { teachers: number; runs: number; rate: number },
): Promise<Hints> {
  const [first] = await server.query<{ id: string; name: string }>(FIRST);
  if (!first) throw new Error('There are no listings');
  let count = 0;
  return withFreshBrowser(rate, async (browser) => {
    const { page, context } = browser;
    await visit(browser, server.url, teachers);
    await subscribed(browser);
    /** The rank follows the name: the teacher stays in front, and so on the page. */
    const rename = async (from: () => Promise<number>) => {
      count += 1;
      const name = renamed(first.name, count);
      await watchFor(browser, name);
      const began = await from();
      const change = () => server.query(RENAME, [name, first.id]);
      return { name, began, change };
    };
    const delay = async () => {
      const { began, change } = await rename(async () => now());
      await change();
      return (await shownAt(browser)) - began;
    };

    const jittered: number[] = [];
    for (let run = 0; run < 2 * runs; run++) {
      jittered.push(await delay());
      await page.waitForTimeout(300);
    }
    for (const worker of page.workers()) {
      await worker.evaluate(() => {
        Math.random = () => 0;
      });
    }
    const direct: number[] = [];
    for (let run = 0; run < runs; run++) {
      direct.push(await delay());
      await page.waitForTimeout(300);
    }

    const reconnected: number[] = [];
    for (let run = 0; run < runs; run++) {
      await context.setOffline(true);
      const { change } = await rename(async () => now());
      await change();
      await page.waitForTimeout(2_000);
      const back = now();
      await context.setOffline(false);
      reconnected.push((await shownAt(browser)) - back);
      await page.waitForTimeout(1_000);
    }
    await server.query(RENAME, [first.name, first.id]);
    return { jittered, direct, reconnected };
  });
}

/** Milliseconds since 1970, finer than Date.now(). */
export const now = () => performance.timeOrigin + performance.now();

/**
 * The page receives hints only once its socket has joined, which nothing on the page shows: this
 * waits a moment.
 */
async function subscribed({ page }: Browser): Promise<void> {
  await page.waitForTimeout(6_000);
}

export async function watchFor({ page }: Browser, name: string): Promise<void> {
  await page.evaluate((wanted) => {
    window.bench.shown = null;
    const look = () => {
      const names = [...document.querySelectorAll('article h3')];
      if (!names.some((heading) => heading.textContent === wanted)) return;
      observer.disconnect();
      window.bench.afterPaint((at) => {
        window.bench.shown = performance.timeOrigin + at;
      });
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  }, name);
}

export async function shownAt({ page }: Browser, patience = 30_000): Promise<number> {
  const handle = await page.waitForFunction(() => window.bench.shown ?? false, undefined, {
    timeout: patience,
    polling: 100,
  });
  return (await handle.jsonValue()) as number;
}

export function reportHints({ jittered, direct, reconnected }: Hints): Measure {
  const worst = Math.max(...jittered);
  const line = (what: string, samples: number[]) => ({
    what,
    value: ms(median(samples)),
    note: spread(samples),
  });
  return {
    title: '(d) Hint to painted change, open page',
    lines: [
      {
        ...line('with the jitter of 0–1.5 s', jittered),
        limit: ms(LIMIT),
        within: median(jittered) <= LIMIT,
      },
      { what: 'the slowest of them', value: ms(worst), limit: ms(LIMIT), within: worst <= LIMIT },
      line('without the jitter', direct),
      {
        ...line('after reconnecting, without the jitter', reconnected),
        limit: ms(LIMIT),
        within: median(reconnected) <= LIMIT,
      },
    ],
    remarks: [
      'From the UPDATE being sent to the database, or from the network being back, to the frame with the new name.',
    ],
    samples: { jittered, direct, reconnected },
  };
}
