/**
 * (c) The first sync of an empty device, compared with fetching the same pages and putting the same
 * rows.
 */
import { join } from 'node:path';
import { type Browser, withFreshBrowser } from '../browser.ts';
import { contenders } from '../compare/contenders.ts';
import type { CopyTimes } from '../floors/copy-teachers.ts';
import type { RecordTimes } from '../floors/record/main.ts';
import { paintedCards } from '../probe.ts';
import { saveProfile, startProfile } from '../profiler.ts';
import { atBest, type Measure, ms, spread, times } from '../report.ts';
import { FLOOR_PAGES } from '../site.ts';
import { median } from '../stats.ts';
import { type LongTasks, longTasksOf } from '../unwatched.ts';
import { storedRecord, storedRows } from './first-visit.ts';

const LIMIT = 3;
/**
 * Limit of the ratio to fetching, parsing and building one record, until the teachers are
 * searchable.
 */
const SEARCHABLE_LIMIT = 2;
/** Milliseconds that count as a long task (W3C Long Tasks). */
const PATIENCE = 180_000;

export interface FirstSync {
  /** Milliseconds since the navigation began. */
  painted: number;
  syncing: number;
  stored: number;
  searchable: number;
  /**
   * Long tasks of the main thread after the first results; measured in another visit, without a
   * debugger attached.
   */
  longTasks: LongTasks;
}

export interface FirstSyncs {
  teachers: number;
  app: FirstSync[];
  inWorker: CopyTimes[];
  inPage: CopyTimes[];
  record: RecordTimes[];
}

export async function measureFirstSyncs(
  url: string,
  { teachers, runs, rate }: { teachers: number; runs: number; rate: number },
): Promise<FirstSyncs> {
  const results: FirstSyncs = { teachers, app: [], inWorker: [], inPage: [], record: [] };
  for (let run = 0; run < runs; run++) {
    const synced = await withFreshBrowser(rate, (browser) => firstSync(browser, url, teachers));
    const longTasks = await longTasksOf(`${url}/search`, { rate, hasStore: true });
    results.app.push({ ...synced, longTasks });
    for (const where of ['inWorker', 'inPage'] as const) {
      results[where].push(
        await withFreshBrowser(rate, async ({ page }) => {
          await page.goto(`${url}${FLOOR_PAGES.dexie}`);
          return where === 'inWorker'
            ? page.evaluate(() => window.copyInWorker())
            : page.evaluate(() => window.copyHere());
        }),
      );
    }
    results.record.push(await withFreshBrowser(rate, (browser) => buildRecord(browser, url)));
  }
  const wrong = [...results.inWorker, ...results.inPage].find(({ rows }) => rows !== teachers);
  if (wrong) throw new Error(`The floor copied ${wrong.rows} rows, not ${teachers}`);
  return results;
}

async function firstSync(
  { page }: Browser,
  url: string,
  teachers: number,
): Promise<Omit<FirstSync, 'longTasks'>> {
  await page.goto(`${url}/search`);
  const painted = await paintedCards(page);
  const searchable = page
    .waitForFunction(() => window.bench.searchable ?? false, undefined, { timeout: PATIENCE, polling: 250 })
    .then((handle) => handle.jsonValue() as Promise<number>);
  await searchable;
  await storedRecord(page, teachers);
  await storedRows(page);
  const { syncing, stored } = await page.evaluate(() => ({
    syncing: window.bench.syncing,
    stored: window.bench.stored,
  }));
  if (syncing === null || stored === null) throw new Error('The puller did not tell when it began and ended');
  return {
    painted,
    syncing,
    stored,
    searchable: await searchable,
  };
}

async function buildRecord({ page }: Browser, url: string): Promise<RecordTimes> {
  await page.goto(`${url}${contenders.floor.path}`);
  const handle = await page.waitForFunction(() => window.recordTimes ?? false, undefined, {
    timeout: PATIENCE,
    polling: 250,
  });
  return (await handle.jsonValue()) as RecordTimes;
}

/** Writes a CPU profile of the main thread from the first results to the stored record. */
export async function profileFirstSync(
  url: string,
  teachers: number,
  rate: number,
  folder: string,
): Promise<void> {
  await withFreshBrowser(rate, async (browser) => {
    await startProfile(browser.cdp);
    await browser.page.goto(`${url}/search`);
    await storedRecord(browser.page, teachers);
    await storedRows(browser.page);
    await browser.page.waitForTimeout(1_500);
    await saveProfile(browser.cdp, join(folder, `first-sync-${teachers}.cpuprofile`));
  });
}

export function reportFirstSyncs(results: FirstSyncs[]): Measure {
  return {
    title: '(c) First sync',
    lines: results.flatMap((result) => {
      const { teachers, app, inWorker, inPage, record } = result;
      const of = `${teachers.toLocaleString('en')} rows`;
      const stored = app.map((sync) => sync.stored - sync.syncing);
      const searchable = app.map((sync) => sync.searchable - sync.syncing);
      const floor = inWorker.map(({ total }) => total);
      const slow = inPage.map(({ total }) => total);
      const ratio = median(stored) / median(floor);
      const recordFloor = record.map(({ total }) => total);
      const searchableRatio = median(searchable) / median(recordFloor);
      const part = (of: (times: RecordTimes) => number) => ms(median(record.map(of)));
      const long = app.reduce((sum, { longTasks }) => sum + longTasks.count, 0);
      const longest = (part: (tasks: LongTasks) => number) =>
        ms(Math.max(...app.map(({ longTasks }) => part(longTasks))));
      return [
        { what: `${of}: the app, all stored`, value: ms(median(stored)), note: spread(stored) },
        { what: `${of}: the app, searchable`, value: ms(median(searchable)), note: spread(searchable) },
        {
          what: `${of}: floor, fetch + bulkPut in a worker`,
          value: ms(median(floor)),
          note: `${spread(floor)}; of it fetching ${ms(median(inWorker.map(({ fetching }) => fetching)))}`,
        },
        { what: `${of}: the same on the main thread`, value: ms(median(slow)), note: spread(slow) },
        {
          what: `${of}: stored / worker floor`,
          value: times(ratio),
          limit: times(LIMIT),
          within: ratio <= LIMIT,
          note: atBest(stored, floor),
        },
        { what: `${of}: searchable / worker floor`, value: times(median(searchable) / median(floor)) },
        {
          what: `${of}: floor, fetch + parse + one record`,
          value: ms(median(recordFloor)),
          note: `fetching ${part((one) => one.fetching)}, parsing ${part((one) => one.parsing)}, building ${part((one) => one.building)}, storing ${part((one) => one.storing)}`,
        },
        {
          what: `${of}: searchable / record floor`,
          value: times(searchableRatio),
          limit: times(SEARCHABLE_LIMIT),
          within: searchableRatio <= SEARCHABLE_LIMIT,
          note: atBest(searchable, recordFloor),
        },
        {
          what: `${of}: long tasks after first results`,
          value: String(long),
          limit: '0',
          within: long === 0,
          note: `in ${app.length} visits; longest ${longest((tasks) => tasks.longest)}; by the thread’s own processor time ${longest((tasks) => tasks.longestOwn)}`,
        },
      ];
    }),
    remarks: [
      'From the first pull of teachers to all rows stored, and to the page searching its own copy; empty device, cold visit.',
      'The app pulls in a worker, and Chromium’s throttle holds only a page’s main thread: so the floor runs in a worker too.',
      'A task’s length is what passes on the wall: server, browser and worker share this machine’s cores with the page, as a phone’s do not. Its own processor time, slowed down, is what is left on a phone.',
    ],
    samples: Object.fromEntries(results.map((result) => [result.teachers, result])),
  };
}
