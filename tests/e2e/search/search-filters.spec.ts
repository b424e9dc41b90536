import { stopClock } from '../support/clock';
import { pickName } from '../support/pick-name';
import { expect, test } from '../support/test';

/** Names in the order of the listing, of all teachers with this style in this city. */
const RANKED = `select l.name from public.teacher_listings l
  join public.cities c on c.id = l.city_id
  where not l._deleted and c.name = $1
    and exists (select from public.dance_styles s where s.id = any (l.style_ids) and s.name = $2)
  order by l.rank collate "C"`;
const ALL = 'select name from public.teacher_listings where not _deleted order by rank collate "C"';

test('[B075][B076][B077][B078][B079][B081][B083][B091][B092][B270] everyone is listed, twelve at a time', {
  tag: '@desktop',
}, async ({ page, search, product }) => {
  await search.openStored();
  await expect(search.heading).toHaveText('Encontrar Professores de Dança');
  await expect(page).toHaveTitle(/Encontrar Professores de Dança/);
  await expect(page.getByRole('textbox', { name: 'Nome do Professor' }).or(search.name)).toHaveCount(1);
  await page.getByText('Todos os professores são verificados', { exact: true }).click();
  const verified = page.getByRole('dialog', { name: 'O que quer dizer “verificado”' });
  await expect(verified).toContainText('A equipe não acompanha as aulas.');
  await page.keyboard.press('Escape');
  await expect(verified).toHaveCount(0);

  const all = (await product.sql<{ name: string }>(ALL)).map(({ name }) => name);
  await search.expectCount(all.length);
  expect(await search.names()).toEqual(all.slice(0, 12));
  const cities = await product.sql<{ name: string }>('select name from public.cities where active');
  const active = cities.map(({ name }) => name);
  for (const card of await search.cards.all()) {
    const text = await card.innerText();
    expect(
      active.some((city) => text.includes(city)),
      text,
    ).toBe(true);
  }

  await search.openFilters();
  await expect(page.getByRole('combobox', { name: 'Cidade' })).toHaveCount(1);
  await expect(search.style).toHaveAttribute('placeholder', 'Todos os estilos');
  await search.style.click();
  await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toHaveText(
    'Todos os estilos',
  );
});

test('[T019][A003][D042] style and city leave exactly the teachers of that style in that city, and write names into the address', {
  tag: '@desktop',
}, async ({ search, product }) => {
  await search.openStored();
  await search.chooseStyle('Samba de Gafieira');
  await search.chooseCity('Vitória');
  const wanted = await product.sql<{ name: string }>(RANKED, 'Vitória', 'Samba de Gafieira');
  await search.expectCount(wanted.length);
  expect(await search.names()).toEqual(wanted.map(({ name }) => name));
  for (const card of await search.cards.all()) await expect(card).toContainText('Vitória');
  for (const card of await search.cards.all()) await expect(card).toContainText('Samba de Gafieira');
  await search.expectQuery('?style=Samba de Gafieira&city=Vitória');

  await search.openStored('?style=Forr%C3%B3&city=S%C3%A3o%20Paulo');
  const preset = await product.sql<{ name: string }>(RANKED, 'São Paulo', 'Forró');
  await search.expectCount(preset.length);
  await search.openFilters();
  await expect(search.style).toHaveValue('Forró');
  await expect(search.city).toHaveValue('São Paulo');
});

test('names are found without their accents, with them, and in any case', { tag: '@full' }, async ({
  search,
}) => {
  await search.openStored();
  for (const [typed, found] of [
    ['joao aq', 'João Aquino'],
    ['JOÃO AQ', 'João Aquino'],
    ['Álvaro', 'Álvaro Pimentel'],
    ['alvaro', 'Álvaro Pimentel'],
    ['conceiÇÃO hon', 'Conceição Honorata Rocha'],
    ['  szabo ', 'Murilo Szabó'],
  ] as const) {
    await search.name.fill(typed);
    await search.expectCount(1);
    await expect(search.card(found)).toBeVisible();
  }
});

test('[B080] clearing the filters empties them, shows everyone and leaves a bare address', {
  tag: '@desktop',
}, async ({ page, search }) => {
  await search.openStored('?name=a&style=Forr%C3%B3&city=Salvador');
  await expect(search.count).not.toHaveText('72 professores encontrados');
  await search.clear();
  await search.expectCount(72);
  await expect(search.name).toHaveValue('');
  await search.expectQuery('');
  expect(new URL(page.url()).pathname).toBe('/search');
  await search.openFilters();
  await expect(search.style).toHaveValue('');
  await expect(search.city).toHaveValue('');
});

test('[B084][B085][B086][B204][B270] thirteen results make two pages', async ({ page, search }) => {
  // 'ia' is part of thirteen names of the demo data.
  await search.openStored('?name=ia');
  await search.expectCount(13);
  await expect(search.where).toHaveText('Página 1 de 2');
  await expect(search.cards).toHaveCount(12);
  await expect(search.previous).toBeDisabled();
  expect(page.url()).not.toContain('page=');

  await search.next.click();
  await expect(search.where).toHaveText('Página 2 de 2');
  await expect(search.cards).toHaveCount(1);
  await expect(search.next).toBeDisabled();
  await search.expectQuery('?name=ia&page=2');

  await search.previous.click();
  await expect(search.where).toHaveText('Página 1 de 2');
  await search.expectQuery('?name=ia');
});

test('[B200][B202][D025][D026][D027] the list follows every key at once and from page 1, the address after its delay', async ({
  page,
  search,
}) => {
  await page.clock.install();
  await search.openStored('?page=2');
  await expect(search.where).toHaveText('Página 2 de 6');
  await stopClock(page);

  await search.name.pressSequentially('s');
  await page.clock.runFor(20);
  await expect(search.where).toHaveText('Página 1 de 4');
  await search.name.pressSequentially('zabo');
  await page.clock.runFor(20);
  await search.expectCount(1);
  await expect(search.where).toHaveText('Página 1 de 1');
  expect(search.query()).toBe('?page=2');
  await page.clock.runFor(470);
  expect(search.query()).toBe('?page=2');
  await page.clock.runFor(20);
  await search.expectQuery('?name=szabo');

  await search.name.fill('');
  await page.clock.runFor(600);
  await search.expectQuery('');
  await search.next.click();
  await search.expectQuery('?page=2');
  await search.openFilters();
  await pickName(search.city, 'Salvador');
  await page.clock.runFor(20);
  await expect(search.count).toHaveText('6 professores encontrados');
  await page.clock.runFor(70);
  expect(search.query()).toBe('?page=2');
  await page.clock.runFor(20);
  await search.expectQuery('?city=Salvador');
});

test('[B203] filters live in the address: reloading, sharing and going back keep them', async ({
  page,
  context,
  search,
}) => {
  await search.openStored();
  await search.chooseStyle('Zouk');
  await search.expectQuery('?style=Zouk');
  await search.chooseCity('São Paulo');
  await search.expectQuery('?style=Zouk&city=São Paulo');
  await search.name.fill('sa');
  await search.expectQuery('?name=sa&style=Zouk&city=São Paulo');
  const shown = await search.names();
  expect(shown.length).toBeGreaterThan(0);

  await page.reload();
  await search.expectStored();
  expect(await search.names()).toEqual(shown);
  await expect(search.name).toHaveValue('sa');

  const friend = await context.newPage();
  await friend.goto(page.url());
  await expect(friend.getByRole('article').first()).toBeVisible();
  await expect.poll(() => friend.getByRole('article').getByRole('heading').allTextContents()).toEqual(shown);
  await friend.close();

  await page.goBack();
  await search.expectQuery('?style=Zouk');
  await expect(search.name).toHaveValue('');
  await search.expectCount(14);
});

test('[T009][D031][D032] highlighted teachers come first, then folded names decide', {
  tag: '@full',
}, async ({ search, product }) => {
  await search.openStored();
  const highlighted = await product.sql<{ name: string }>(
    'select name from public.teacher_listings where is_highlighted and not _deleted order by folded_name',
  );
  const names = await search.names();
  // Zeca (destaque_salao) comes before all without it, Ana included.
  expect(highlighted.map(({ name }) => name)).toContain('Zeca Amparo');
  expect(names.slice(0, highlighted.length)).toEqual(highlighted.map(({ name }) => name));
  expect(names.indexOf('Zeca Amparo')).toBeLessThan(names.indexOf('Adwoa Mensah Ferraz'));
  const rest = names.slice(highlighted.length);
  expect(rest.slice(0, 4)).toEqual([
    'Adwoa Mensah Ferraz',
    'Alice Fonseca',
    'Álvaro Pimentel',
    'Amanda Lacerda',
  ]);
});

test('[D033] teachers of one name are ordered by id', { tag: '@full' }, async ({ search, product }) => {
  const same = await product.sql<{ slug: string }>(
    "select slug from public.teacher_listings where name = 'Ana Paula Ribeiro' order by id",
  );
  expect(same.length).toBe(2);
  await search.openStored('?name=ana%20paula');
  const links = search.cards.getByRole('link', { name: 'Conhecer Professor' });
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual(same.map(({ slug }) => `/teachers/${slug}`));
});
