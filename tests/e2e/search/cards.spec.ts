import type { Locator } from '@playwright/test';
import { expect, test } from '../support/test';

const tags = (card: Locator) =>
  card.getByRole('list', { name: 'Estilos e modalidades' }).getByRole('listitem');
const group = (card: Locator) => tags(card).filter({ hasText: /^Aulas em Grupo$/ });
const open = (card: Locator) => card.getByRole('link', { name: 'Conhecer Professor', exact: true });

test('[B093][D034][D035] a card shows average and number of ratings, and nothing for unrated teachers', async ({
  search,
  product,
}) => {
  const [stats] = await product.sql<{ average: string; total: number }>(
    `select s.average_rating::text as average, s.total_evaluations as total from public.user_evaluation_stats s
     join public.user_profiles p on p.id = s.user_id where p.name = 'João Aquino'`,
  );
  await search.openStored('?name=joao%20aquino');
  const average = Number(stats?.average).toFixed(1).replace('.', ',');
  await expect(search.card('João Aquino')).toContainText(`${average} (${stats?.total})`);
  await expect(
    search.card('João Aquino').getByRole('img', { name: `Nota ${average} de 5, ${stats?.total} avaliações` }),
  ).toBeVisible();

  await search.name.fill('livia sanches');
  const unrated = search.card('Lívia Sanches');
  await expect(unrated.getByText('Ainda sem avaliações', { exact: true })).toBeVisible();
  await expect(unrated).not.toContainText('Precisa melhorar');
  await expect(unrated).not.toContainText(/\b0 (estrelas|avaliações)|0,0/);
});

test('[T023][B094][B095][B097] a card names three styles, then counts the others, and says when there are groups', async ({
  search,
}) => {
  await search.openStored('?name=dandara');
  const three = search.card('Dandara Nascimento');
  await expect(tags(three)).toHaveText(['Charme', 'Forró', 'Samba Rock', 'Aulas em Grupo']);
  await expect(group(three)).toHaveCount(1);

  await search.name.fill('livia sanches');
  const five = search.card('Lívia Sanches');
  await expect(tags(five)).toHaveCount(4);
  await expect(tags(five).locator(':scope:not([data-kind])')).toHaveText(['Bolero', 'Forró', 'Lambada']);
  await expect(five.getByText('+2', { exact: true })).toBeVisible();
  await expect(group(five)).toHaveCount(0);
});

test('[B096] a long biography is cut to two lines', { tag: '@desktop' }, async ({ search }) => {
  await search.openStored('?name=livia%20sanches');
  const bio = search.card('Lívia Sanches').getByText(/^Dança como conversa/);
  const shape = await bio.evaluate((element) => {
    const style = getComputedStyle(element);
    return {
      clamp: style.webkitLineClamp,
      lines: element.clientHeight / Number.parseFloat(style.lineHeight),
      cut: element.scrollHeight > element.clientHeight,
    };
  });
  expect(shape.clamp).toBe('2');
  expect(Math.abs(shape.lines - 2)).toBeLessThan(0.1);
  expect(shape.cut).toBe(true);
});

test("[B098][B099] 'Conhecer Professor' leads to the page by slug, and by id where there is no slug", async ({
  page,
  search,
  teacher,
  product,
}) => {
  await search.openStored('?name=marina%20couto');
  await open(search.card('Marina Couto')).click();
  await teacher.expectOf('Marina Couto');
  expect(new URL(page.url()).pathname).toBe('/teachers/marina-couto');

  const [row] = await product.sql<{ id: string }>(
    "select id from public.teacher_listings where slug is null and name = 'Otoniel Braga Cruz'",
  );
  await search.openStored('?name=otoniel');
  await open(search.card('Otoniel Braga Cruz')).click();
  await teacher.expectOf('Otoniel Braga Cruz');
  expect(new URL(page.url()).pathname).toBe(`/teachers/${row?.id}`);
});

test('pictures come as they are stored, from the storage', async ({ page, search }) => {
  await search.openStored('?name=marina%20couto');
  const picture = search.card('Marina Couto').locator('img');
  await expect(picture).toHaveJSProperty('complete', true);
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  const src = new URL((await picture.getAttribute('src')) ?? '', page.url());
  expect(src.pathname).toMatch(/^\/storage\/v1\/object\/public\/profile-images\/[0-9a-f-]{36}\//);
  expect(src.search).toBe('');
  const answer = await page.request.get(src.href);
  expect(answer.headers()['content-type']).toMatch(/^image\//);

  await search.name.fill('clarice');
  const initials = search.card('Clarice Dembélé Prestes');
  await expect(initials.getByText('CP', { exact: true })).toBeVisible();
  await expect(initials.locator('img')).toHaveCount(0);
});
