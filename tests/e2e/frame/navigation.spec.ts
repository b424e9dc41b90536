import { pickName } from '../support/pick-name';
import { expect, test } from '../support/test';

test('[B110][A122] the search has header and footer, and the logo leads a visitor home', {
  tag: '@desktop',
}, async ({ page, frame, search }) => {
  await search.openStored();
  await expect(frame.header).toBeVisible();
  await expect(frame.footer).toBeAttached();
  await expect(frame.main.getByRole('heading', { level: 1 })).toHaveText('Encontrar Professores de Dança');
  await frame.logo.click();
  await expect(page).toHaveURL(/\/$/);
});

test('[A302] below 768 px the phone layout, from 768 px on the large one', { tag: '@full' }, async ({
  page,
  frame,
  search,
}) => {
  const wide = frame.header.getByRole('link', { name: 'Encontrar Professor', exact: true });
  const narrow = frame.bar.getByRole('link', { name: 'Encontrar Professor', exact: true });
  await page.setViewportSize({ width: 767, height: 800 });
  await search.openStored();
  await expect(narrow).toBeVisible();
  await expect(wide).toBeHidden();
  await expect(search.sheetButton).toBeVisible();

  await page.setViewportSize({ width: 768, height: 800 });
  await expect(wide).toBeVisible();
  await expect(narrow).toBeHidden();
  await expect(search.sheetButton).toHaveCount(0);
  await expect(search.style).toBeVisible();
});

/** Entries for visitors, in order: label, address, and the heading of the page behind it. */
const VISITORS = [
  ['Encontrar Professor', '/search', 'Encontrar Professores de Dança'],
  ['Comunidade', '/comunidade', 'Comunidade'],
  ['Seja Professor', '/cadastrar-professor', 'Ensine o que você dança'],
  ['Festival de Forró', '/festivais-forro', 'Festivais de Forró'],
  ['Entrar', '/login', 'Entre na sua conta'],
  ['Cadastrar', '/register', 'Crie sua conta gratuita'],
] as const;

test('[A104][A105][A106][A107][A108][A109] visitors have six entries on a large screen, and each opens its page', async ({
  page,
  frame,
  home,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const navigation = frame.header.getByRole('navigation', { name: 'Principal' });
  for (const [label, path, heading] of VISITORS) {
    await home.open();
    const links = navigation.getByRole('link').filter({ visible: true });
    await expect(links).toHaveText(VISITORS.map(([name]) => name));
    const link = navigation.getByRole('link', { name: label, exact: true });
    await expect(link).toHaveAttribute('href', path);
    await link.click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
});

test('[D017] on a phone visitors register from the header, and use the bar for the rest', async ({
  page,
  frame,
  home,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await home.open();
  const links = frame.bar.getByRole('link').filter({ visible: true });
  await expect(links).toHaveText(VISITORS.slice(0, 5).map(([label]) => label));
  const register = frame.header.getByRole('link', { name: 'Cadastrar', exact: true });
  await expect(register).toBeVisible();
  await expect(register).toHaveAttribute('href', '/register');
  await register.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Crie sua conta gratuita');
});

test('every link of the frame leads to a page that exists', { tag: ['@desktop', '@full'] }, async ({
  page,
  frame,
  home,
}) => {
  await home.open();
  await expect(home.slides.first()).toBeVisible();
  const links = page.locator('header a, nav a, footer a');
  const paths = new Set(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')));
  expect([...paths].length).toBeGreaterThan(1);
  for (const path of paths) {
    if (!path.startsWith('/')) continue;
    await page.goto(path);
    await expect(frame.main.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Oops! Page not found')).toHaveCount(0);
  }
});

test('the document says its language', async ({ page, home }) => {
  await home.open();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
});

test("'back' closes what is open above the page and keeps its choices; then it leaves the page", async ({
  page,
  home,
  search,
  frame,
}) => {
  await home.open();
  await home.all.click();
  await search.expectStored();
  await search.openFilters();
  await pickName(search.style, 'Zouk');
  await search.expectQuery('?style=Zouk');
  await page.goBack();
  await expect(search.sheet).toHaveCount(0);
  await search.expectQuery('?style=Zouk');
  await search.expectCount(14);

  const explained = page.getByRole('dialog', { name: 'O que quer dizer “verificado”' });
  await page.getByText('Todos os professores são verificados', { exact: true }).click();
  await expect(explained).toBeVisible();
  await page.goBack();
  await expect(explained).toHaveCount(0);
  await search.expectQuery('?style=Zouk');

  await page.getByText('Todos os professores são verificados', { exact: true }).click();
  await expect(explained).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(explained).toHaveCount(0);
  // As after closing by its button: one press undoes the choice, the next one leaves.
  await page.goBack();
  await search.expectQuery('');
  await search.expectCount(72);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await expect(frame.main.getByRole('heading', { level: 1 })).toBeVisible();
});
