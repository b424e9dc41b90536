/**
 * Types keys into 'Nome do Professor' and times each until the number that the server counts is
 * painted.
 */

import type { Page } from 'playwright';
import { foundText } from '../found-text.ts';
import type { BenchServer } from '../server.ts';

export const WORDS = ['mar', 'joao', 'silv'];
/** Milliseconds after which a key counts as unanswered. */
const PATIENCE = 60_000;
/**
 * Milliseconds between keys: the address is updated half a second after a key, so it is written by
 * then.
 */
const PAUSE = 900;

declare global {
  interface Window {
    /** Milliseconds from the next key to its answer; null when no answer came. */
    answered?: Promise<number | null>;
  }
}

export interface Key {
  key: string;
  /** Text that the page shows once it has answered. */
  said: string;
}

/** Plans keys that each change the number of results. */
export async function plannedKeys(server: BenchServer): Promise<Key[][]> {
  const words: Key[][] = [];
  for (const word of WORDS) {
    const keys: Key[] = [];
    let before = '';
    for (let end = 1; end <= word.length; end++) {
      const [row] = await server.query<{ count: number }>(
        `select count(*)::int as count from public.teacher_listings where not _deleted and folded_name like $1`,
        [`%${word.slice(0, end)}%`],
      );
      const said = foundText(row?.count ?? 0);
      if (said === before || !row?.count) break;
      keys.push({ key: word.charAt(end - 1), said });
      before = said;
    }
    words.push(keys);
  }
  return words;
}

/**
 * Returns the milliseconds from each key to the frame with its answer; throws when an answer is
 * wrong or missing.
 */
export async function typeKeys(page: Page, words: readonly Key[][]): Promise<number[]> {
  const field = page.getByLabel('Nome do Professor');
  const delays: number[] = [];
  for (const keys of words) {
    await field.focus();
    for (const { key, said } of keys) {
      await page.evaluate(awaitAnswer, { said, patience: PATIENCE });
      await page.keyboard.press(key);
      const delay = await page.evaluate(() => window.answered);
      if (delay === null || delay === undefined)
        throw new Error(`After "${key}" the page never said "${said}"`);
      delays.push(delay);
      await page.waitForTimeout(PAUSE);
    }
    await field.fill('');
    await page.waitForTimeout(PAUSE);
  }
  return delays;
}

/** Runs in the page. */
function awaitAnswer({ said, patience }: { said: string; patience: number }): void {
  window.answered = new Promise((resolve) => {
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        const look = () =>
          requestAnimationFrame(() => {
            const text = document.querySelector('main [role="status"]')?.textContent ?? '';
            if (text.startsWith(said)) window.bench.afterPaint((at) => resolve(at - timeStamp));
            else if (performance.now() - timeStamp > patience) resolve(null);
            else look();
          });
        look();
      },
      { capture: true, once: true },
    );
  });
}
