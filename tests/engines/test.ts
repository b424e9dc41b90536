import { test as base, expect, type TestInfo } from '@playwright/test';
import { Product } from '../e2e/support/product';
import type { Engine, Sought, Tab } from './engine';
import { Firefox } from './firefox';
import { firefoxPath, webkitDriverPath } from './installed';
import { WebKit } from './webkit';

interface Fixtures {
  phone: Engine;
  product: Product;
}

function pathOf(path: string | undefined): string {
  if (path === undefined) throw new Error('The engine is not installed');
  return path;
}

/** A new phone with the engine of the project, and its own server with the demo data. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
  phone: async ({}, use, info) => {
    const { project } = info;
    const phone =
      project.name === 'firefox'
        ? await Firefox.unbox(pathOf(firefoxPath()))
        : await WebKit.unbox(pathOf(webkitDriverPath()));
    try {
      await use(phone);
      if (info.status !== info.expectedStatus) await tell(phone, info);
    } finally {
      await phone.discard();
    }
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  product: async ({}, use) => {
    const product = await Product.start('demo', { apart: true });
    await use(product);
    await product.close();
  },
});

/** Saves the screen at the failure: Playwright, which does not drive these browsers, cannot. */
async function tell(phone: Engine, info: TestInfo): Promise<void> {
  for (const [at, tab] of phone.tabs.entries()) {
    const { href, text } = await tab.run(() => ({ href: location.href, text: document.body.innerText }));
    console.log(`${href}\n${text}\nOutbox: ${await tab.run(outboxSays)}`);
    await tab.shoot(info.outputPath(`tab-${at}.png`));
  }
  console.log(phone.errors.join('\n'));
}

/**
 * Runs in the page. Tells whether a waiting form waits for the database, by opening it as a write
 * would.
 */
async function outboxSays(): Promise<string> {
  const name = 'danceflix-outbox';
  if (!(await indexedDB.databases()).some((database) => database.name === name)) return 'never begun';
  return new Promise((resolve) => {
    setTimeout(() => resolve('no answer in 5 s'), 5_000);
    const opening = indexedDB.open(name);
    opening.onerror = () => resolve(`does not open: ${opening.error}`);
    opening.onsuccess = () => {
      const counting = opening.result.transaction('commands', 'readwrite').objectStore('commands').count();
      counting.onerror = () => resolve(`does not count: ${counting.error}`);
      counting.onsuccess = () => resolve(`${counting.result} commands`);
    };
  });
}

export { expect };

const said = (sought: Sought) =>
  JSON.stringify(sought, (_, value) => (value instanceof RegExp ? String(value) : value));

export async function see(tab: Tab, sought: Sought): Promise<void> {
  await expect
    .poll(() => tab.texts(sought).then(({ length }) => length > 0), {
      message: `seeing ${said(sought)}`,
    })
    .toBe(true);
}

export async function seeNot(tab: Tab, sought: Sought): Promise<void> {
  await expect.poll(() => tab.texts(sought), { message: `not seeing ${said(sought)}` }).toEqual([]);
}

export async function click(tab: Tab, sought: Sought): Promise<void> {
  await expect.poll(() => tab.click(sought), { message: `clicking ${said(sought)}` }).toBe(true);
}

export async function fill(tab: Tab, sought: Sought, text: string): Promise<void> {
  await expect.poll(() => tab.fill(sought, text), { message: `filling ${said(sought)}` }).toBe(true);
}
