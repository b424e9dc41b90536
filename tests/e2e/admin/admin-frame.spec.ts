import { workerControls } from '../../support/browser';
import { ADMIN_PAGES } from '../../support/pages';
import { AccountPages } from '../pages/account-pages';
import { AdminPages } from '../pages/admin-pages';
import { OwnPages } from '../pages/own-pages';
import { expect, test } from '../support/test';

/** Headings that say something else than the page's title. */
const HEADINGS: Record<string, string> = {
  '/admin': 'Dashboard',
  '/admin/students': 'Alunos',
  '/admin/bulk-notifications': 'Notificações',
};

/** Every page of the administration that an address without parameters opens, with its heading. */
const PAGES = ADMIN_PAGES.map(({ path, title }) => [path, HEADINGS[path] ?? title] as const);

const GROUPS = [
  ['Navegação', 'Dashboard', '/admin'],
  ['Navegação', 'Investidores', '/admin/investors'],
  ['Navegação', 'Migrar URLs', '/admin/migrate-slugs'],
  ['Gerenciamento', 'Professores', '/admin/teachers'],
  ['Gerenciamento', 'Alunos', '/admin/students'],
  ['Gerenciamento', 'Apoiadores', '/admin/supporters'],
  ['Gerenciamento', 'Passos de Dança', '/admin/steps'],
  ['Gerenciamento', 'Blog', '/admin/blog'],
  ['Gerenciamento', 'Notificações', '/admin/bulk-notifications'],
  ['Configurações', 'Cidades', '/admin/cities'],
  ['Configurações', 'Estilos de Dança', '/admin/dance-styles'],
  ['Configurações', 'Dados de Teste', '/admin/test-data'],
] as const;

test('[B015] every page of the administration opens on a phone', async ({ page, errors }) => {
  const admin = new AdminPages(page);
  await admin.enter();
  for (const [path, heading] of PAGES) {
    await test.step(path, async () => {
      await admin.open(path, heading);
      await expect(page).toHaveTitle(/ · Danceflix$/);
      // axe on twenty pages takes a minute and a half.
      if (process.env.TEST_FULL === '1') await admin.expectSound();
      else await admin.expectInside();
    });
  }
  expect(errors).toEqual([]);
});

test('[B033, B034, B035, B036, B037, B038, B039, B040, B041, B042, B043, B044, B045, B046, B047, B048, B049, B050, B051, D140] the sidebar leads everywhere, remembers itself for a week, and lets people leave', {
  tag: '@full',
}, async ({ page, context }) => {
  const admin = new AdminPages(page);
  await admin.enter();
  // The menu is a sheet on a phone.
  await admin.menu.click();
  await expect(admin.dialog).toBeVisible();
  await admin.expectSound();
  await admin.dialog.getByRole('link', { name: 'Cidades' }).click();
  await expect(page).toHaveURL('/admin/cities');
  await expect(admin.dialog).toBeHidden();

  await page.setViewportSize({ width: 1280, height: 800 });
  const sidebar = page.getByRole('complementary', { name: 'Menu da administração' });
  for (const [group, label, path] of GROUPS) {
    const region = sidebar.getByRole('region', { name: group });
    // By key: quick presses at one spot of a list that scrolls are a double tap.
    await region.getByRole('link', { name: label, exact: true }).press('Enter');
    await expect(page).toHaveURL(path);
  }
  await expect(sidebar.getByText('Equipe Danceflix', { exact: true })).toBeVisible();
  await expect(sidebar.getByText('Administrador', { exact: true })).toBeVisible();

  await page.goto('/admin');
  for (const [label, path] of [
    ['Pedidos de aula', '/admin/requests'],
    ['Avaliações', '/admin/evaluations'],
    ['Indicações', '/admin/leads'],
    ['Eventos', '/admin/eventos'],
    ['Categorias do blog', '/admin/blog/categories'],
    ['Denúncias', '/admin/reports'],
    ['Auditoria', '/admin/audit'],
    ['Configurações', '/admin/settings'],
  ] as const) {
    await expect(sidebar.getByRole('link', { name: label, exact: true })).toHaveCount(0);
    await admin.list('Mais ferramentas').getByRole('link', { name: label }).click();
    await expect(page).toHaveURL(path);
    await page.goBack();
  }

  for (const key of ['Control+b', 'Meta+b']) {
    await page.keyboard.press(key);
    await expect(sidebar).toBeHidden();
    await page.keyboard.press(key);
    await expect(sidebar).toBeVisible();
  }
  const before = Date.now() / 1000;
  await page.keyboard.press('Control+b');
  await expect(sidebar).toBeHidden();
  const cookie = async () => (await context.cookies()).find(({ name }) => name === 'danceflix_sidebar');
  await expect.poll(async () => (await cookie())?.value).toBe('closed');
  expect(Math.abs(((await cookie())?.expires ?? 0) - before - 604_800)).toBeLessThan(60);
  await page.reload();
  await expect(admin.main.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(sidebar).toBeHidden();
  await admin.menu.click();
  await expect(sidebar).toBeVisible();
  await admin.settled();
  await admin.expectSound();

  await sidebar.getByRole('button', { name: 'Sair' }).click();
  await admin.told('Logout realizado com sucesso');
  await expect(page).toHaveURL('/');
  const left = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('admin')));
  expect(left).toEqual([]);
});

test('without a connection the administration shows its last data, says so, and writes nothing', {
  tag: '@worker',
}, async ({ page, context }) => {
  const admin = new AdminPages(page);
  await admin.enter('/admin/cities');
  await admin.settled();
  const list = admin.list('Cidades');
  await expect(list.getByText('Vitória', { exact: true })).toBeVisible();
  await context.setOffline(true);
  await expect(list.getByText(/^Você está vendo o que o servidor disse em/)).toBeVisible();
  await expect(list.getByText('Vitória', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Nova cidade' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Editar: Vitória' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Exportar CSV' })).toBeDisabled();
  await admin.expectSound();
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Nova cidade' })).toBeEnabled();
  await expect(list.getByText(/^Você está vendo o que/)).toHaveCount(0);
});

test('every page of the administration opens without a connection, once it was opened on this device', {
  tag: ['@full', '@worker'],
}, async ({ page, context }) => {
  const admin = new AdminPages(page);
  await admin.enter();
  await workerControls(page);
  await page.reload();
  const kept = () =>
    page.evaluate(async () => {
      const cache = await caches.open('danceflix-opened-files');
      return (await cache.keys()).map(({ url }) => new URL(url).pathname).join(' ');
    });
  for (const name of ['bulk-notifications-page', 'list-pages']) {
    await expect.poll(kept).toContain(name);
  }
  expect(await kept()).not.toContain('rich-editor');
  await context.setOffline(true);
  for (const [path, heading] of PAGES.filter(
    ([path]) => !['/admin/blog/new', '/admin/notifications'].includes(path),
  )) {
    await page.goto(path);
    await expect(admin.main.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(
      admin.main
        .getByText(/Você está vendo o que o servidor disse em|Você está sem conexão|Sem conexão/)
        .first(),
    ).toBeVisible();
  }
});

test('[B016, B018, B019, B020, B021, B022, B023, B024, B025, B026, B027, B028, B029, B030, B032] students and visitors never get into the administration, nor its code', {
  tag: '@full',
}, async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') loaded.push(new URL(request.url()).pathname);
  });
  await page.goto('/admin/teachers');
  await expect(page).toHaveURL(/\/admin\/login\?redirect=%2Fadmin%2Fteachers&role=admin$/);
  expect(loaded.filter((path) => /admin-layout|list-pages/.test(path))).toEqual([]);
  const own = new OwnPages(page);
  await own.enter('student');
  for (const [path] of PAGES.filter(([path]) => path !== '/admin/notifications')) {
    await page.goto(path);
    await expect(page).toHaveURL('/');
    await expect(page.getByText('Você não tem permissão para acessar esta área').first()).toBeVisible();
  }
  expect(loaded.filter((path) => /admin-layout/.test(path))).toEqual([]);
  await expect(new AccountPages(page).menu).toBeVisible();
});
