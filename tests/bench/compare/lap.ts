/**
 * Measures all columns of one contender once: an empty phone, a second visit, a start in flight
 * mode, a day later.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import { type Browser, Profile } from '../browser.ts';
import type { RecordTimes } from '../floors/record/main.ts';
import { recordStoredAt, storedRecord } from '../measures/first-visit.ts';
import { FIRST, now, RENAME, renamed, shownAt, watchFor } from '../measures/hints.ts';
import { paintedCards } from '../probe.ts';
import type { BenchServer } from '../server.ts';
import { type LongTasks, longTasksOf } from '../unwatched.ts';
import type { Contender } from './contenders.ts';
import { type Disk, diskOf } from './disk.ts';
import { type Key, typeKeys } from './keys.ts';
import { type Link, SLOW_2G, SLOW_4G } from './link.ts';
import { pageMemory, processorTime } from './processes.ts';
import { type ScriptBytes, scriptBytes } from './scripts.ts';

/** Milliseconds. */
const PATIENCE = 300_000;
/** Milliseconds until the socket has joined and lazy parts have loaded. */
const SETTLED = 4_000;
/** Milliseconds without a byte on the line after which a page counts as fully loaded. */
const QUIET = 2_000;
const LAST_WORDS = 5_000;
const RENAMES = 3;
const DAY = `update public.teachers set bio = $1 where id in (select id from public.teacher_listings
  where not _deleted order by md5(id::text || $1) limit $2)`;

/** Times in milliseconds. */
export interface Lap {
  scripts: ScriptBytes;
  firstVisit: number;
  /** The same on 2G. */
  firstVisit2G: number;
  /** From the start of the first navigation until the page searches all teachers locally. */
  firstSync: number | null;
  /** From the start of the first navigation until all rows are stored. */
  stored: number | null;
  /**
   * From the start of the first navigation until the page would also open offline. For this app: the
   * worker has stored what opens offline first, and the search record is stored (a browser test
   * closes the browser at that moment and opens it without a network). The others have nothing in two
   * steps: everything stored, the worker installed.
   */
  opensOffline: number | null;
  /** Bytes on the wire from the first results until the page searches locally. */
  firstBytes: number;
  longTasks: LongTasks;
  secondVisit: number;
  keys: number[];
  live: number[];
  memory: number;
  disk: Disk;
  offline: number | null;
  dayBytes: number;
  /** Processor time of the whole browser on that day, on a processor that is not slowed down. */
  dayProcessor: number;
  /** Times of the floor. */
  recordTimes: RecordTimes | null;
}

export interface LapSettings {
  server: BenchServer;
  link: Link;
  /** The folder that the server serves. */
  folder: string;
  words: readonly Key[][];
  teachers: number;
  rate: number;
}

/** `painted`: milliseconds to the first results. `spent`: processor time before the visit. */
type Work<T> = (browser: Browser, painted: number, spent: number) => Promise<T>;

export async function runLap(contender: Contender, settings: LapSettings): Promise<Lap> {
  const { link, rate } = settings;
  const address = `${link.url}${contender.path}`;
  const visitOn = async <T>(profile: Profile, rate: number, work: Work<T>): Promise<T> => {
    const browser = await profile.open(rate);
    try {
      const spent = await processorTime(profile.folder);
      await browser.page.goto(address, { waitUntil: 'commit' });
      return await work(browser, await paintedCards(browser.page, PATIENCE), spent);
    } catch (error) {
      throw new Error(`${contender.label}: ${await describe(browser.page, error)}`);
    } finally {
      await browser.close();
    }
  };
  const profile = await Profile.make();
  const visit = <T>(work: Work<T>) => visitOn(profile, rate, work);
  try {
    link.speed = SLOW_2G;
    const firstVisit2G = await onEmptyPhone((empty) => visitOn(empty, rate, async (_, painted) => painted));
    link.speed = SLOW_4G;
    const longTasks = await longTasksOf(address, {
      ...{ rate, hasStore: contender.hasStore },
      // A separate visit measures the rest of the first visit.
      onStored: () => {
        link.speed = null;
      },
    });
    link.speed = SLOW_4G;
    const first = await visit((browser, painted) => firstVisit(browser, painted, contender, settings));
    link.speed = SLOW_4G;
    const second = await visit(async (browser, painted) => ({
      secondVisit: painted,
      ...(await inUse(browser, profile, settings)),
    }));
    await link.cut();
    const offline = contender.hasStore
      ? await visit(async ({ page }, painted) => {
          await saysTotal(page, settings.teachers);
          return painted;
        })
      : null;
    await link.restore();
    await settings.server.query(DAY, [`Novidade ${now()}`, Math.round(settings.teachers / 100)]);
    const before = link.bytes;
    const dayProcessor = await visitOn(profile, 1, async ({ page }, _, spentBefore) => {
      await aDay(page, settings);
      return (await processorTime(profile.folder)) - spentBefore;
    });
    return {
      ...first,
      ...second,
      firstVisit2G,
      longTasks,
      offline,
      dayBytes: link.bytes - before,
      dayProcessor,
    };
  } finally {
    await link.restore();
    await profile.remove();
  }
}

async function onEmptyPhone<T>(work: (profile: Profile) => Promise<T>): Promise<T> {
  const profile = await Profile.make();
  try {
    return await work(profile);
  } finally {
    await profile.remove();
  }
}

async function firstVisit(
  { page }: Browser,
  painted: number,
  contender: Contender,
  { link, folder, teachers }: LapSettings,
) {
  const began = await page.evaluate(() => performance.timeOrigin);
  const startBytes = link.bytes;
  const installed = page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    return performance.now();
  });
  // The rejection is thrown where this promise is awaited, unless another error came first.
  installed.catch(() => undefined);
  const isApp = contender.path === '/search';
  const recordStored = isApp ? recordStoredAt(page, PATIENCE) : null;
  recordStored?.catch(() => undefined);
  const firstSync = contender.hasStore
    ? await page
        .waitForFunction(() => window.bench.searchable ?? false, undefined, {
          timeout: PATIENCE,
          polling: 250,
        })
        .then((handle) => handle.jsonValue() as Promise<number>)
    : null;
  const firstBytes = link.bytes - startBytes;
  const stored = contender.hasStore
    ? await page
        .waitForFunction(() => window.bench.stored ?? false, undefined, { timeout: PATIENCE, polling: 250 })
        .then((handle) => handle.jsonValue() as Promise<number>)
    : null;
  await saysTotal(page, teachers);
  await page.waitForTimeout(SETTLED);
  const asked = link.asked.filter(({ at }) => at >= began);
  const searchStored = (await recordStored) ?? stored;
  const opensOffline = searchStored === null ? null : Math.max(searchStored, await installed);
  link.speed = null;
  if (isApp) await storedRecord(page, teachers);
  await installed;
  await quiet(page, link);
  const recordTimes = await page.evaluate(() => window.recordTimes ?? null);
  return {
    scripts: await scriptBytes(asked, began + painted, folder),
    firstVisit: painted,
    firstSync,
    stored,
    opensOffline,
    firstBytes,
    recordTimes,
  };
}

async function inUse(browser: Browser, profile: Profile, { server, words, teachers }: LapSettings) {
  const { page, cdp } = browser;
  await saysTotal(page, teachers);
  await page.waitForTimeout(SETTLED);
  const memory = await pageMemory(profile.folder, cdp);
  const disk = await diskOf(browser);
  const keys = await typeKeys(page, words);
  return { memory, disk, keys, live: await renames(browser, server) };
}

/**
 * Milliseconds from the statement to the frame with the new name, without the jitter with which the
 * app spares the server.
 */
async function renames(browser: Browser, server: BenchServer): Promise<number[]> {
  const { page } = browser;
  for (const worker of page.workers()) {
    await worker.evaluate(() => {
      Math.random = () => 0;
    });
  }
  const [first] = await server.query<{ id: string; name: string }>(FIRST);
  if (!first) throw new Error('There are no listings');
  const delays: number[] = [];
  for (let count = 1; count <= RENAMES; count++) {
    const name = renamed(first.name, count);
    await watchFor(browser, name);
    const began = now();
    await server.query(RENAME, [name, first.id]);
    delays.push((await shownAt(browser)) - began);
    await page.waitForTimeout(1_000);
  }
  await server.query(RENAME, [first.name, first.id]);
  return delays;
}

/** Opens the page once and searches for two names. */
async function aDay(page: Page, { link, words, teachers }: LapSettings): Promise<void> {
  await saysTotal(page, teachers);
  const field = page.getByLabel('Nome do Professor');
  for (const keys of words.slice(0, 2)) {
    await field.pressSequentially(keys.map(({ key }) => key).join(''), { delay: 150 });
    await said(page, keys.at(-1)?.said ?? '');
    await field.fill('');
    await page.waitForTimeout(1_000);
  }
  await quiet(page, link);
}

const saysTotal = (page: Page, teachers: number) => said(page, `${teachers} professores encontrados`);

async function said(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.querySelector('main [role="status"]')?.textContent?.startsWith(wanted),
    text,
    { timeout: PATIENCE, polling: 100 },
  );
}

async function quiet(page: Page, link: Link): Promise<void> {
  let before = -1;
  while (before !== link.bytes) {
    before = link.bytes;
    await page.waitForTimeout(QUIET);
  }
}

/**
 * Describes the error and the state of the page; a page whose main thread is stuck cannot be
 * described.
 */
async function describe(page: Page, error: unknown): Promise<string> {
  const said = page
    .evaluate(() => document.querySelector('main [role="status"]')?.textContent ?? 'nothing')
    .catch(() => 'nothing any more');
  const shown = await Promise.race([said, sleep(LAST_WORDS).then(() => 'nothing: it hangs')]);
  return `${error instanceof Error ? error.message : String(error)} (the page said "${shown}")`;
}
