/** (b) Types real keys into 'Nome do Professor' and waits until the changed results are painted. */
import type { CDPSession, Page } from 'playwright';
import { type Browser, calibrate } from '../browser.ts';
import type { Probe } from '../probe.ts';
import { type Measure, ms } from '../report.ts';
import { FLOOR_PAGES } from '../site.ts';
import { quantile } from '../stats.ts';
import { visit } from './first-visit.ts';

const LIMIT = 50;
const ENOUGH = 60;
/** Milliseconds between keys: fast typing. */
const PAUSE = 120;
/** Milliseconds after which a key has certainly been drawn on a machine that is not slowed down. */
const CALM = 200;

/**
 * Realistic typing: first names, parts of names, accents (as one key), and deleting it all again.
 */
const WORDS = [
  'maria s',
  'joão p',
  'sil',
  'camila',
  'oliv',
  'ana',
  'tônia',
  'márcio',
  'ribe',
  'luc',
  'beatriz c',
  'sousa',
];

export interface Keystrokes {
  teachers: number;
  app: Typed;
  floor: Typed;
  arithmetic: number;
}

interface Typed {
  /** Milliseconds from the key to the frame, for keys that change the results. */
  painted: number[];
  /** Event timing as the browser reports it, rounded to 8 ms; 16 ms and less are left out. */
  reported: number[];
  pressed: number;
}

export async function measureKeystrokes(
  browser: Browser,
  url: string,
  { teachers, rate }: { teachers: number; rate: number },
): Promise<Keystrokes> {
  const { page, cdp } = browser;
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await visit(browser, url, teachers);
  // A usual later start: from the stored record, with the sync engine running beside it.
  await page.goto(`${url}/search`);
  const field = page.getByLabel('Nome do Professor');
  await field.waitFor();
  await page.waitForTimeout(5_000);
  await field.focus();
  const changing = await changingKeys(browser);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate });
  const arithmetic = await calibrate(page);
  const app = await type(browser, changing);
  await checkResults(page);

  await page.goto(`${url}${FLOOR_PAGES.bare}`);
  await page.getByLabel('Nome do Professor').focus();
  await page.locator('input[data-ready]').waitFor();
  const floor = await type(browser, changing);
  return { teachers, app, floor, arithmetic };
}

/**
 * Finds the keys that change the results, by typing each once without haste. A key that changes
 * nothing has no paint of its own: the next key's would be counted as its delay.
 */
async function changingKeys({ page, cdp }: Browser): Promise<boolean[]> {
  const changing: boolean[] = [];
  await page.evaluate(() => window.bench.look());
  for (const key of WORDS.flatMap(keysOf)) {
    const before = await page.evaluate(() => window.bench.inSight());
    await pressKey(page, cdp, key);
    await page.waitForTimeout(CALM);
    changing.push(before !== (await page.evaluate(() => window.bench.inSight())));
  }
  return changing;
}

function keysOf(word: string): string[] {
  return [...word, ...Array.from(word, () => 'Backspace')];
}

async function type({ page, cdp }: Browser, changing: readonly boolean[]): Promise<Typed> {
  const seen: Probe['keys'] = [];
  for (const word of WORDS) {
    await page.evaluate(() => {
      window.bench.keys.length = 0;
      window.bench.look();
    });
    for (const key of keysOf(word)) {
      await pressKey(page, cdp, key);
      await page.waitForTimeout(PAUSE);
    }
    // The address is updated half a second later; the next word begins after that, as with real
    // people.
    await page.waitForTimeout(900);
    seen.push(...(await page.evaluate(() => window.bench.keys)));
  }
  if (seen.length !== changing.length) throw new Error(`${seen.length} keys came of ${changing.length}`);
  const relevant = seen.filter((_, place) => changing[place]);
  const missed = relevant.filter(({ painted }) => painted === null);
  if (missed.length > 0) throw new Error(`${missed.length} keys never changed what is shown`);
  return {
    painted: relevant.map(({ pressed, painted }) => (painted ?? 0) - pressed),
    reported: relevant.flatMap(({ handled }) => (handled > 0 ? [handled] : [])),
    pressed: seen.length,
  };
}

/** A hardware keyboard has no single key for an accented letter; a phone's has. */
async function pressKey(page: Page, cdp: CDPSession, key: string): Promise<void> {
  if (key === 'Backspace' || key.charCodeAt(0) < 128) return page.keyboard.press(key);
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key, unmodifiedText: key });
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
}

/** Quickly painted results must also be right. */
async function checkResults(page: Page): Promise<void> {
  const field = page.getByLabel('Nome do Professor');
  await field.pressSequentially('camila', { delay: PAUSE });
  await page.waitForTimeout(500);
  const names = await page.locator('article h3').allTextContents();
  if (names.length === 0 || names.some((name) => !name.toLowerCase().includes('camila'))) {
    throw new Error(`Typing "camila" shows ${names.join(', ') || 'nobody'}`);
  }
}

export function reportKeystrokes({ teachers, app, floor }: Keystrokes, rate: number): Measure {
  const p95 = quantile(app.painted, 0.95);
  const lineOf = (what: string, share: number) => ({
    what,
    value: ms(quantile(app.painted, share)),
    note: `floor ${ms(quantile(floor.painted, share))}`,
  });
  return {
    title: `(b) Keystroke to painted results over ${teachers.toLocaleString('en')}, ${rate}× slower`,
    lines: [
      lineOf('50th percentile', 0.5),
      {
        ...lineOf('95th percentile', 0.95),
        limit: `${LIMIT} ms`,
        within: p95 < LIMIT,
        // Nothing draws faster than the floor: when the floor misses the limit, the machine had
        // other work.
        disturbed: quantile(floor.painted, 0.95) >= LIMIT,
      },
      lineOf('worst', 1),
      {
        what: 'keys that changed the results',
        value: String(app.painted.length),
        limit: `≥ ${ENOUGH}`,
        within: app.painted.length >= ENOUGH,
        note: `of ${app.pressed} pressed; floor ${floor.painted.length}`,
      },
      {
        what: 'browser’s own event timing, 95th',
        value: ms(quantile(app.reported, 0.95)),
        note: '8 ms steps, from 16 ms on',
      },
    ],
    remarks: [
      'From the keydown event’s own time to the frame in which the names in sight or the number of results differ, of the keys that change them; includes waiting for that frame (16.7 ms).',
      'Floor: the same keys on a page without a framework: one pass over the names and twelve rows of text.',
    ],
    samples: { app, floor },
  };
}
