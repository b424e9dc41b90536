import { expectAccessible } from '../../support/browser';
import { AccountPages } from '../pages/account-pages';
import { pickName } from '../support/pick-name';
import { expect, test } from '../support/test';

test('[B123] the library of steps: styles, levels, search, and a video only after a tap', {
  tag: '@desktop',
}, async ({ page, context, frame, errors }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const outside: string[] = [];
  // The test's network has no YouTube; the requests to it are checked instead.
  await context.route(/^https:\/\//, (route) => {
    outside.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>player</title>' });
  });
  const sections = frame.main.getByRole('region');
  const steps = frame.main.getByRole('article');

  await page.goto('/biblioteca-passos');
  await expect(frame.main.getByRole('heading', { level: 1, name: 'Biblioteca de passos' })).toBeVisible();
  await expect(sections.getByRole('heading', { level: 2 })).toHaveText([
    'Bachata',
    'Bolero',
    'Forró',
    'Salsa',
    'Samba de Gafieira',
    'Soltinho',
    'Tango',
    'Zouk',
  ]);
  await expect(steps).toHaveCount(26 + 61);
  await expect(frame.header.getByRole('link', { name: 'Cadastrar', exact: true })).toBeVisible();
  await expect(
    frame.footer.getByRole('link', { name: 'Biblioteca de passos', includeHidden: true }),
  ).toBeAttached();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();

  await pickName(frame.main.getByRole('combobox', { name: 'Estilo de dança' }), 'Forró');
  await expect(page).toHaveURL(/\?estilo=Forr%C3%B3$/);
  await expect(steps).toHaveCount(6 + 11);
  await frame.main.getByRole('radio', { name: 'Avançado' }).check();
  await expect(page).toHaveURL(/estilo=Forr%C3%B3&nivel=avancado$/);
  const advanced = ['Giro dos dois', 'Troca de lugares', 'Sacada'];
  await expect(steps.getByRole('heading')).toHaveText(advanced);
  await page.reload();
  await expect(steps.getByRole('heading')).toHaveText(advanced);
  await frame.main.getByLabel('Buscar passo').pressSequentially('nada assim');
  await expect(frame.main.getByRole('heading', { name: 'Nenhum passo encontrado' })).toBeVisible();
  await expectAccessible(page);
  await frame.main.getByRole('button', { name: 'Limpar filtros' }).click();
  await expect(steps).toHaveCount(26 + 61);
  await expect(page).toHaveURL(/\/biblioteca-passos$/);
  await frame.main.getByLabel('Buscar passo').fill('BASE lateral');
  // A shipped step: both roles in words and drawn.
  const shipped = steps.filter({ hasText: 'O mesmo ritmo para os lados.' });
  await shipped.getByText('Como se faz').click();
  await expect(shipped.getByRole('img', { name: /^Desenho dos pés: quem/ })).toHaveCount(2);
  await expect(shipped).toContainText('1: pé esquerdo para a esquerda');
  await expect(shipped.getByRole('checkbox')).toHaveCount(0);
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  // The team's own, which has a video, beside the shipped ones of that name.
  const base = steps
    .filter({ has: page.getByRole('heading', { name: 'Base lateral', exact: true }) })
    .filter({ hasNotText: 'Como se faz' })
    .first();
  await expect(base.getByRole('heading')).toHaveText('Base lateral');

  expect(outside).toEqual([]);
  await base.getByRole('button', { name: 'Ver o vídeo de Base lateral' }).click();
  const player = base.locator('iframe');
  await expect(player).toHaveAttribute('src', /^https:\/\/www\.youtube-nocookie\.com\/embed\/[\w-]+\?/);
  await expect(player).toHaveAttribute('title', 'Vídeo: Base lateral');
  await expect(player).toHaveAttribute('sandbox', /^(?!.*allow-top-navigation)/);
  await expect(player).toHaveAttribute('loading', 'lazy');
  await expect.poll(() => outside.length).toBeGreaterThan(0);
  expect(outside.every((url) => new URL(url).host === 'www.youtube-nocookie.com')).toBe(true);

  // The policy blocks a frame of another origin, whatever code adds it.
  const blocked = page.waitForEvent('console', (message) => /frame-src/.test(message.text()));
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = 'https://evil.test/';
    document.body.append(frame);
  });
  await blocked;
  expect(outside.some((url) => url.includes('evil.test'))).toBe(false);
  expect(errors.filter((error) => !/frame-src|evil\.test/.test(error))).toEqual([]);

  await context.unroute(/^https:\/\//);
  await new AccountPages(page).signIn('teacher');
  const navigation = page.getByRole('navigation', { name: /^(Principal|Navegação do celular)$/ });
  await navigation.getByRole('link', { name: 'Passos', exact: true }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\/biblioteca-passos$/);
  await expect(steps).toHaveCount(26 + 61);
});

test('offline the explanations stay, and a video says that it needs the internet', { tag: '@full' }, async ({
  page,
  context,
  frame,
}) => {
  await page.goto('/biblioteca-passos');
  const steps = frame.main.getByRole('article');
  await expect(steps).toHaveCount(26 + 61);
  await context.setOffline(true);
  await expect(frame.offline).toBeVisible();
  await expect(steps).toHaveCount(26 + 61);
  await expect(frame.main.getByText('Vídeo só com internet.').first()).toBeVisible();
  await expect(frame.main.getByRole('button', { name: /^Ver o vídeo/ })).toHaveCount(0);
  await expectAccessible(page);
});
