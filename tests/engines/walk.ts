/** People's actions on the offline path, in any engine. */

import { PEOPLE } from '../e2e/pages/account-pages';
import { CITY, CLOSE_FILTERS, EMAIL, ENTER, FILTERS, option, PASSWORD, STYLE } from '../e2e/pages/controls';
import { idOf } from '../e2e/pages/own-pages';
import type { Product } from '../e2e/support/product';
import { hasSearchRecord } from '../support/browser';
import type { Sought, Tab } from './engine';
import { click, expect, fill, see } from './test';

export const title = (name: string | RegExp): Sought => ({ role: 'heading', level: 1, name });

/**
 * Waits until no request is pending: a request aborted by leaving a page would be reported as an
 * error.
 */
export async function settled(tab: Tab): Promise<void> {
  let before = -1;
  await expect
    .poll(
      async () => {
        const now = await tab.run(() => performance.getEntriesByType('resource').length);
        const isSame = now === before;
        before = now;
        return isSame;
      },
      { intervals: [500] },
    )
    .toBe(true);
}

/** Opens an address after the previous page has finished loading. */
export async function visit(tab: Tab, url: string): Promise<void> {
  await settled(tab);
  await tab.goto(url);
}

export async function signIn(tab: Tab, product: Product): Promise<void> {
  await tab.goto(`${product.url}/login?role=student`);
  await fill(tab, EMAIL, PEOPLE.student.email);
  await fill(tab, PASSWORD, PEOPLE.student.password);
  await click(tab, ENTER);
  await see(tab, title(/^Olá, /));
}

/**
 * Waits until the worker controls the page and the teachers are on the device. Call it on the page
 * that installs the worker: WebKit leaves one that is opened during the activation at 'activating'
 * for good (habits.spec.ts).
 */
export async function readyForOffline(tab: Tab): Promise<void> {
  await expect
    .poll(() => tab.run(() => navigator.serviceWorker?.controller?.state ?? null))
    .toBe('activated');
  const told = () => tab.run(() => localStorage.getItem('danceflix_offline_announced'));
  await expect.poll(told, { message: 'being told that the app opens offline' }).toBe('1');
  await expect.poll(() => tab.run(hasSearchRecord)).toBe(true);
}

/** Filters in the sheet for phones. */
export async function filterBy(tab: Tab, style: string, city: string): Promise<void> {
  await click(tab, FILTERS);
  for (const [field, name] of [
    [STYLE, style],
    [CITY, city],
  ] as const) {
    await fill(tab, field, name);
    await click(tab, option(name));
  }
  await click(tab, CLOSE_FILTERS);
}

/** The start address of the installed app. */
export function startPath(tab: Tab): Promise<string> {
  return tab.run(async () => {
    const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')?.href ?? '';
    const { start_url: path } = (await (await fetch(manifest)).json()) as { start_url: string };
    return path;
  });
}

/** The demo student's favourites, and the number of commands that wrote them. */
export async function favourites(product: Product): Promise<{ names: string[]; commands: number }> {
  const rows = await product.sql<{ name: string }>(
    `select p.name from public.favourites f join public.user_profiles p on p.id = f.teacher_id
     where f.user_id = ${idOf('student')} and f.is_on order by p.name`,
  );
  const logged = await product.sql(
    `select 1 from public.command_log where kind like 'favourite%' and user_id = ${idOf('student')}`,
  );
  return { names: rows.map(({ name }) => name), commands: logged.length };
}
