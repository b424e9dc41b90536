import { PHONE } from '../../support/chromium';
import { SearchPage } from '../pages/search-page';
import { stopClock } from '../support/clock';
import { CACHED, fail, hold, keepStoreEmpty, nameOf, PLAIN, searchRequests } from '../support/network';
import { pickName } from '../support/pick-name';
import { expect, test } from '../support/test';

const SIX_KEYS = [
  'admin_view',
  'city_filter',
  'items_per_page',
  'name_filter',
  'page_number',
  'style_filter',
];

/** Everything visible on two pages of results. */
async function seen(search: SearchPage): Promise<string[]> {
  await expect(search.where).toHaveText('Página 1 de 3');
  await expect(search.cards).toHaveCount(12);
  const first = await search.cards.allInnerTexts();
  await search.next.click();
  await expect(search.where).toHaveText('Página 2 de 3');
  await expect(search.cards.first()).not.toHaveText(first[0] ?? '', { useInnerText: true });
  const second = await search.cards.allInnerTexts();
  const links = search.cards.getByRole('link', { name: 'Conhecer Professor' });
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  return [await search.count.innerText(), ...first, ...second, ...hrefs];
}

test('[B231][B232][B233][B234][D023][D024] before replication: cached procedure, plain procedure, listings; the same to a person from all of them and from the device', async ({
  browser,
  search,
  product,
}) => {
  const query = '?style=Forr%C3%B3&city=S%C3%A3o%20Paulo';
  await search.openStored(query);
  const local = await seen(search);
  expect(local[0]).toBe('28 professores encontrados');

  const context = await browser.newContext(PHONE);
  for (const broken of [[], [CACHED], [CACHED, PLAIN]]) {
    const fresh = await context.newPage();
    await keepStoreEmpty(fresh);
    for (const url of broken) await fresh.route(url, fail);
    const requests = searchRequests(fresh);
    await fresh.goto(`${product.url}/search${query}`);
    const shown = await seen(new SearchPage(fresh));
    expect(shown).toEqual(local);

    const asked = ['search_teachers_with_filters_cached', 'search_teachers_with_filters', 'teacher_listings'];
    expect(requests.slice(0, broken.length + 1).map(nameOf)).toEqual(asked.slice(0, broken.length + 1));
    for (const request of requests) {
      if (nameOf(request) === 'teacher_listings') {
        const { searchParams } = new URL(request.url());
        expect([searchParams.get('limit'), searchParams.get('order')]).toEqual(['12', 'rank.asc']);
        expect(searchParams.get('offset')).toMatch(/^(0|12)$/);
      } else {
        const payload = request.postDataJSON();
        expect(Object.keys(payload).sort()).toEqual(SIX_KEYS);
        expect(payload).toMatchObject({
          items_per_page: 12,
          name_filter: null,
          style_filter: 'Forró',
          city_filter: 'São Paulo',
          admin_view: false,
        });
      }
    }
    await fresh.close();
  }
  await context.close();
  expect(await product.rest('user_profiles?select=id')).toEqual([]);
  const args = await product.sql<{ proargnames: string[] }>(
    "select proargnames[1:6] as proargnames from pg_proc where proname like 'search_teachers_with_filters%'",
  );
  expect(args.length).toBe(2);
  for (const { proargnames } of args) expect([...proargnames].sort()).toEqual(SIX_KEYS);
});

// «o que você preenche, as buscas feitas enquanto a lista ainda não está no seu aparelho e, com o site aberto, uma conexão que avisa o que mudou nas listas públicas.»
test('[T106][D022] once the listings are on the device, filtering asks the server for nothing', async ({
  page,
  search,
}) => {
  await search.openStored();
  const requests = searchRequests(page);
  await search.name.fill('a');
  await search.chooseStyle('Zouk');
  await search.chooseCity('Salvador');
  await search.expectQuery('?name=a&style=Zouk&city=Salvador');
  await search.expectCount(1);
  expect(requests).toEqual([]);
});

test('[B201][B202][B274][D027] procedures are asked after the delay: 500 ms for a name, 100 for a city, a style once it has settled for 150', async ({
  page,
  search,
}) => {
  await page.clock.install();
  await keepStoreEmpty(page);
  await search.open();
  await search.expectCount(72);
  await expect(search.style.or(search.sheetButton)).toBeVisible();
  await stopClock(page);
  const requests = searchRequests(page);

  await search.name.pressSequentially('sza');
  await page.clock.runFor(490);
  expect(requests).toEqual([]);
  expect(search.query()).toBe('');
  await search.name.pressSequentially('bo');
  await page.clock.runFor(490);
  expect(requests).toEqual([]);
  expect(search.query()).toBe('');
  await page.clock.runFor(20);
  await search.expectQuery('?name=szabo');
  await search.expectCount(1);
  expect(requests.map((request) => request.postDataJSON().name_filter)).toEqual(['szabo']);

  await search.name.fill('');
  await page.clock.runFor(600);
  await search.expectCount(72);
  requests.length = 0;
  await search.openFilters();
  await pickName(search.city, 'Salvador');
  await page.clock.runFor(90);
  expect(requests).toEqual([]);
  expect(search.query()).toBe('');
  await page.clock.runFor(20);
  await search.expectQuery('?city=Salvador');
  await expect.poll(() => requests.length).toBe(1);

  requests.length = 0;
  await pickName(search.style, 'Zouk');
  await page.clock.runFor(100);
  await pickName(search.style, 'Forró');
  await page.clock.runFor(140);
  expect(requests).toEqual([]);
  await page.clock.runFor(200);
  await search.expectQuery('?style=Forró&city=Salvador');
  await expect.poll(() => requests.map((request) => request.postDataJSON().style_filter)).toEqual(['Forró']);
});

test('[B271] an answer of the procedures is good for five seconds', async ({ page, search }) => {
  await page.clock.install();
  await keepStoreEmpty(page);
  await search.open();
  await search.expectCount(72);
  await stopClock(page);
  const requests = searchRequests(page);
  const asked = () => requests.map((request) => request.postDataJSON().city_filter);
  const choose = async (city: string, count: number) => {
    await pickName(search.city, city);
    await page.clock.runFor(200);
    await expect(search.count).toHaveText(`${count} professores encontrados`);
  };
  await search.openFilters();
  await choose('Salvador', 6);
  await choose('Garopaba', 2);
  await choose('Salvador', 6);
  expect(asked()).toEqual(['Salvador', 'Garopaba']);
  await page.clock.runFor(5000);
  await choose('Garopaba', 2);
  await choose('Salvador', 6);
  expect(asked()).toEqual(['Salvador', 'Garopaba', 'Garopaba', 'Salvador']);
});

test('[B205] a new search cancels the running one, whose answer is never shown', async ({ page, search }) => {
  await keepStoreEmpty(page);
  await search.open();
  await search.expectCount(72);
  const slow = await hold(page, '**/rest/v1/rpc/search_*');
  const cancelled = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/rpc/search_teachers_with_filters_cached'),
  );
  const requests = searchRequests(page);
  await search.name.fill('szabo');
  await expect.poll(() => requests.length).toBe(1);
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector('article')?.textContent?.includes('Murilo Szabó')) {
        document.documentElement.dataset.late = 'true';
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await search.name.fill('marina couto');
  const request = await cancelled;
  expect(request.postDataJSON().name_filter).toBe('szabo');
  expect(request.failure()?.errorText).toBe('net::ERR_ABORTED');
  await slow.release();
  await search.expectCount(1);
  await expect(search.card('Marina Couto')).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-late');
});

test('an unknown style finds nobody, on the server as on the device', async ({ page, search }) => {
  await search.openStored('?style=Macarena');
  await expect(search.nobody).toBeVisible();
  await keepStoreEmpty(page);
  for (const broken of [[], [CACHED], [CACHED, PLAIN]]) {
    for (const url of broken) await page.route(url, fail);
    await page.evaluate(async () => {
      for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
    });
    await page.goto('/search?style=Macarena');
    await expect(search.nobody).toBeVisible();
    await expect(page.getByText(/^Atualizado /)).toHaveCount(0);
  }
});
