/**
 * Faults in a phone's life: at the end nothing is lost, nothing is duplicated, and no person had to
 * intervene.
 */
import type { Page } from '@playwright/test';
import { collectErrors, readyForOffline } from '../../support/browser';
import { heart, kept, tap } from '../pages/hearts';
import { OutboxPage } from '../pages/outbox-page';
import { OwnPages } from '../pages/own-pages';
import { SearchPage } from '../pages/search-page';
import { addTeacher, rename, setActive } from '../support/people';
import { refreshes, storedSession } from '../support/session';
import { ahead, fast, tamper } from '../support/tamper';
import { expect, changingTest as test } from '../support/test';

test.use({ serviceWorkers: 'allow' });
const SET = '**/rest/v1/rpc/set_favourite';
const DAY = 24 * 60 * 60_000;

const inOrder = (names: readonly string[]) => [...names].sort();

/**
 * Opens the search as a student and waits until it is on the phone; resolves to the names on the
 * first page.
 */
async function searchAsStudent(page: Page): Promise<string[]> {
  await new OwnPages(page).enter('student');
  const search = new SearchPage(page);
  await search.openStored();
  await expect(search.cards).toHaveCount(12);
  return search.names();
}

async function deleteDatabases(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const deleted = (name: string) =>
      new Promise<void>((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase(name);
        deleting.onsuccess = () => resolve();
        deleting.onerror = () => reject(deleting.error);
      });
    const databases = await indexedDB.databases();
    await Promise.all(databases.map(({ name }) => name && deleted(name)));
  });
}

test.describe('with the page alone sending', () => {
  test.use({ serviceWorkers: 'block' });

  test('a server that dies during a flush, before or after it commits, has each write once when it is back', {
    tag: '@full',
  }, async ({ page, product, context }) => {
    const names = (await searchAsStudent(page)).slice(0, 5);
    const [before = '', first = '', second = '', third = '', fourth = ''] = names;
    // Without a service worker the code for writing loads with the first tap.
    await tap(page, before);
    await expect.poll(() => kept(product)).toEqual({ names: [before], commands: 1 });
    await context.setOffline(true);
    for (const name of [first, second, third]) await tap(page, name);
    let killed = 0;
    await page.route(SET, async (route) => {
      killed += 1;
      if (killed > 1) return route.fallback();
      // The command commits, and its answer is lost with the server. The two others are lost at
      // random points.
      await route.fetch();
      await product.kill();
      await route.abort('connectionreset');
    });
    await context.setOffline(false);
    await expect.poll(() => killed).toBeGreaterThan(0);
    await expect(new OutboxPage(page).badge.first()).toBeVisible();
    await product.resume();
    await expect
      .poll(() => kept(product))
      .toEqual({ names: inOrder([before, first, second, third]), commands: 4 });
    await page.unroute(SET);

    const sent = page.waitForRequest(SET);
    await heart(page, fourth).click();
    await sent;
    await product.kill();
    await product.resume();
    await expect.poll(() => kept(product)).toEqual({ names: inOrder(names), commands: 5 });
    await expect(new OutboxPage(page).badge).toHaveCount(0);
  });

  test('with everything stored deleted under the page, the rows come back and the next write arrives once', {
    tag: '@full',
  }, async ({ page, product, context }) => {
    const [first = '', second = ''] = await searchAsStudent(page);
    await tap(page, first);
    await expect.poll(() => kept(product)).toEqual({ names: [first], commands: 1 });
    // No request is pending that would notice by itself.
    await page.waitForLoadState('networkidle');
    await deleteDatabases(page);
    await expect(heart(page, first)).toHaveAttribute('aria-pressed', 'true');
    await tap(page, second);
    await expect.poll(() => kept(product)).toEqual({ names: inOrder([first, second]), commands: 2 });

    const later = await context.newPage();
    await new SearchPage(later).openStored();
    for (const name of [first, second]) {
      await expect(heart(later, name)).toHaveAttribute('aria-pressed', 'true');
    }
    await expect(new OutboxPage(later).badge).toHaveCount(0);
  });

  test('a server restored from a backup gets again everything that the phone had sent since, and the screen agrees', {
    tag: '@full',
  }, async ({ page, product }) => {
    const [first = '', second = ''] = await searchAsStudent(page);
    await tap(page, first);
    await expect.poll(() => kept(product)).toEqual({ names: [first], commands: 1 });
    await product.sql(`do $$
    begin
      alter table public.favourites disable trigger refuse_delete;
      delete from public.favourites where true;
      alter table public.favourites enable trigger refuse_delete;
      delete from public.command_log where kind = 'favourite.set';
      perform app.restart_replication();
    end $$`);
    expect(await kept(product)).toEqual({ names: [], commands: 0 });
    await page.reload();
    await expect(new SearchPage(page).cards).toHaveCount(12);
    await expect(heart(page, first)).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => kept(product)).toEqual({ names: [first], commands: 1 });
    await tap(page, second);
    await expect.poll(() => kept(product)).toEqual({ names: inOrder([first, second]), commands: 2 });
    await expect(new OutboxPage(page).badge).toHaveCount(0);
    await expect(heart(page, first)).toHaveAttribute('aria-pressed', 'true');
  });

  for (const [what, wrong] of [
    ['a day ahead', DAY],
    ['a day behind', -DAY],
    ['a year ahead', 365 * DAY],
    ['a year behind', -365 * DAY],
  ] as const) {
    test(`a clock that is ${what}, and is then corrected: signed in all along, each write once`, {
      tag: '@full',
    }, async ({ page, product, context }) => {
      const asked = refreshes(context);
      await tamper(page, ahead(wrong));
      const [first = '', second = '', third = '', fourth = ''] = await searchAsStudent(page);
      await tap(page, first);
      await expect.poll(() => kept(product)).toEqual({ names: [first], commands: 1 });
      await rename(product, fourth, 'Adwoa Antes da Hora');
      await expect(new SearchPage(page).card('Adwoa Antes da Hora')).toBeVisible();
      await context.setOffline(true);
      await tap(page, second);
      await context.setOffline(false);
      await expect.poll(() => kept(product)).toEqual({ names: inOrder([first, second]), commands: 2 });
      await context.setOffline(true);
      await tap(page, third);
      await page.close();
      await context.setOffline(false);

      const right = await context.newPage();
      await new SearchPage(right).openStored();
      await expect.poll(() => kept(product)).toEqual({ names: inOrder([first, second, third]), commands: 3 });
      await rename(product, first, 'Adwoa Depois do Relógio');
      await expect(new SearchPage(right).card('Adwoa Depois do Relógio')).toBeVisible();
      await right.goto('/student/home');
      await expect(right.getByRole('heading', { level: 1, name: /^Olá, / })).toBeVisible();
      expect(asked.length).toBeLessThanOrEqual(2);
    });
  }

  test('a phone that was offline for a week sends its writes, and shows what changed meanwhile', {
    tag: '@full',
  }, async ({ page, product, context }) => {
    await tamper(page, ahead(-7 * DAY));
    const [first = '', second = '', third = '', fourth = ''] = await searchAsStudent(page);
    await tap(page, first);
    await expect.poll(() => kept(product)).toEqual({ names: [first], commands: 1 });
    await context.setOffline(true);
    await tap(page, second);
    await page.close();

    await setActive(product, third, false);
    await product.sql(
      'delete from auth.users where id = (select id from public.user_profiles where name = $1)',
      fourth,
    );
    await rename(product, first, 'Adwoa Uma Semana Depois');
    await addTeacher(product, { name: 'Aabel Chegou Ontem' });
    await context.setOffline(false);

    const back = await context.newPage();
    const asked = refreshes(context);
    const search = new SearchPage(back);
    await search.open('?name=a');
    await search.expectStored();
    await search.name.fill('semana depois');
    await expect(search.card('Adwoa Uma Semana Depois')).toBeVisible();
    await search.name.fill('aabel');
    await expect(search.card('Aabel Chegou Ontem')).toBeVisible();
    for (const gone of [third, fourth]) {
      await search.name.fill(gone);
      await expect(search.nobody).toBeVisible();
    }
    await expect
      .poll(() => kept(product))
      .toEqual({ names: inOrder(['Adwoa Uma Semana Depois', second]), commands: 2 });
    await expect(new OutboxPage(back).badge).toHaveCount(0);
    expect(asked.length).toBe(1);
    expect(await storedSession(back)).not.toBeNull();
    // From now on hints arrive again.
    await search.name.fill('adwoa');
    await rename(product, 'Adwoa Uma Semana Depois', 'Adwoa Ouviu Agora');
    await expect(search.card('Adwoa Ouviu Agora')).toBeVisible();
  });

  test('a day in two minutes, with a server that comes and goes: signed in, in step, and no heavier at its end', {
    tag: '@full',
  }, async ({ page, product, context }) => {
    const HOURS = 24;
    const start = Date.now();
    // Without a service worker a chunk of the app cannot load while the server is down.
    const errors = collectErrors(page, [
      /net::ERR_/,
      /Failed to load resource/,
      /Failed to fetch dynamically imported module/,
    ]);
    const requests = { pulls: 0 };
    context.on('request', (request) => {
      if (request.url().includes('/rpc/pull_')) requests.pulls += 1;
    });
    await tamper(page, fast(720, start));
    await new OwnPages(page).enter('student');
    const search = new SearchPage(page);
    await search.openStored();
    const [before = ''] = await search.names();
    // Without a service worker the code for writing loads with the first tap.
    await tap(page, before);
    await expect.poll(() => kept(product)).toEqual({ names: [before], commands: 1 });
    const names = [before];
    const hour = () => Math.floor((Date.now() - start) / 5_000);
    const gauge = await context.newCDPSession(page);
    const heap = async () => {
      await gauge.send('HeapProfiler.collectGarbage');
      return (await gauge.send('Runtime.getHeapUsage')).usedSize;
    };
    let early = 0;
    while (hour() < HOURS) {
      const now = hour();
      if (now % 6 === 1) await product.kill();
      if (now % 6 === 4) await context.setOffline(true);
      const [name = ''] = (await search.names()).filter((one) => !names.includes(one));
      await tap(page, name);
      names.push(name);
      await expect.poll(hour).toBeGreaterThan(now);
      if (now % 6 === 1) await product.resume();
      if (now % 6 === 4) await context.setOffline(false);
      if (names.length % 10 === 0) await search.next.click();
      if (names.length === 4) early = await heap();
    }
    await expect.poll(() => kept(product)).toEqual({ names: inOrder(names), commands: names.length });
    await expect(new OutboxPage(page).badge).toHaveCount(0);
    expect(names.length).toBeGreaterThan(10);
    expect(await storedSession(page)).not.toBeNull();
    expect(errors).toEqual([]);
    // Every five minutes two public collections and the private ones are pulled, plus those that
    // hints and taps ask for.
    expect(requests.pulls).toBeLessThan(288 * 8);
    expect((await heap()) - early).toBeLessThan(8_000_000);
  });
});

for (const procedure of ['pull_cities', 'pull_teachers', 'pull_content']) {
  test(`a server that dies in the first ${procedure} and comes back: the list appears without a touch`, {
    tag: '@full',
  }, async ({ page, product, search }) => {
    let killing: Promise<void> | null = null;
    page.on('request', (request) => {
      if (request.url().endsWith(`/rpc/${procedure}`)) killing ??= product.kill();
    });
    await search.open();
    await expect.poll(() => killing !== null).toBe(true);
    await killing;
    await product.resume();
    await search.expectStored();
    await search.expectCount(72);
    await readyForOffline(page);
    await expect(search.nobody).toHaveCount(0);
  });
}

test('ten tabs: one of them pulls, each shows what the others wrote, and all of it arrives once', {
  tag: '@full',
}, async ({ page, product, context }) => {
  const found = await searchAsStudent(page);
  // Two teachers have the same name: a second tap on the first one's heart would undo what another
  // tab wrote.
  const names = [...new Set(found)].slice(0, 10);
  const tabs = [page];
  for (const _ of names.slice(1)) {
    const tab = await context.newPage();
    await new SearchPage(tab).openStored();
    tabs.push(tab);
  }
  const pulls = new Map<Page, number>();
  for (const tab of tabs) {
    tab.on('request', (request) => {
      const isPull = /\/rpc\/pull_/.test(request.url());
      if (isPull && request.postData()?.includes('teachers')) pulls.set(tab, (pulls.get(tab) ?? 0) + 1);
    });
  }
  await rename(product, names[0] ?? '', 'Adwoa Dez Abas');
  for (const tab of tabs) await expect(new SearchPage(tab).card('Adwoa Dez Abas')).toBeVisible();
  // A hint brings the row: none of them needs to ask.
  expect(pulls.size).toBeLessThanOrEqual(1);

  names[0] = 'Adwoa Dez Abas';
  await context.setOffline(true);
  for (const [at, tab] of tabs.entries()) await tap(tab, names[at] ?? '');
  for (const tab of tabs) {
    await expect(new OutboxPage(tab).badge).toHaveAccessibleName('Envios pendentes: 10');
  }
  for (const tab of tabs.splice(0, 4)) await tab.close();
  await context.setOffline(false);
  await expect.poll(() => kept(product)).toEqual({ names: inOrder(names), commands: 10 });
  for (const tab of tabs) await expect(new OutboxPage(tab).badge).toHaveCount(0);
});
