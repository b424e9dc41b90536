import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { collectErrors, expectAccessible, readyForOffline } from '../../support/browser';
import { idOf, OwnPages } from '../pages/own-pages';
import { pickName } from '../support/pick-name';
import { shoot } from '../support/shoot';
import { changingTest, expect, test } from '../support/test';

const cards = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('time') });
const posts = (page: Page) =>
  page
    .getByRole('region', { name: 'Publicações' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('article') });

test('[B103] [B104] [B106] [B120] [B121] [B122] a visitor walks through community, agenda and Mural, and again without a connection', {
  tag: '@worker',
}, async ({ page, context, frame }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const errors = collectErrors(page);
  await page.goto('/');
  await readyForOffline(page);
  await frame.bar.getByRole('link', { name: 'Comunidade' }).click();
  await expect(page).toHaveURL('/comunidade');
  await expect(page.getByRole('heading', { level: 1, name: 'Comunidade' })).toBeVisible();
  const next = page.getByRole('region', { name: 'Próximos eventos' });
  await expect(next.getByRole('listitem')).toHaveCount(4);
  await expect(page.getByRole('region', { name: 'No Mural' }).getByText('Renato')).toBeVisible();
  const doors = page.getByRole('navigation', { name: 'Na comunidade' }).getByRole('link');
  for (const path of ['mural', 'bailudos', 'eventos']) {
    await expect(doors.and(page.locator(`[href="/comunidade/${path}"]`))).toBeVisible();
  }
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'community-hub');

  await page
    .getByRole('navigation', { name: 'Na comunidade' })
    .getByRole('link', { name: /^Mural/ })
    .click();
  await expect(page).toHaveURL('/comunidade/mural');
  await expect(posts(page)).toHaveCount(12);
  await expect(page.getByText('Siqueira')).toHaveCount(0);
  await expect(page.getByRole('form', { name: 'Publicar no Mural' })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: 'Entrar' })).toHaveAttribute(
    'href',
    /\/login\?.*comunidade.*mural/,
  );
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'community-mural-visitor');

  await page.goto('/comunidade/eventos');
  await expect(page.getByRole('status').filter({ hasText: '21 eventos pela frente' })).toBeVisible();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'community-events');
  await pickName(page.getByRole('combobox', { name: 'Cidade' }), 'Vitória');
  await expect(page).toHaveURL(/cidade=Vit%C3%B3ria/);
  await expect(cards(page)).toHaveCount(2);
  await pickName(page.getByRole('combobox', { name: 'Estilo' }), 'Bolero');
  await expect(cards(page)).toHaveCount(1);
  await page.reload();
  await expect(cards(page)).toHaveCount(1);
  await page.goBack();
  await expect(cards(page)).toHaveCount(2);
  await page.goForward();
  await page.getByRole('link', { name: 'Baile do Capixaba' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Baile do Capixaba' })).toBeVisible();
  await expect(page).toHaveTitle(/^Baile do Capixaba/);
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'community-event');

  for (const [path, title, some] of [
    ['/festivais-forro', 'Festivais de Forró', 'Festival Forró das Águas'],
    ['/congressos-samba', 'Congressos de Samba', 'Congresso Carioca de Samba de Gafieira'],
    ['/congressos-zouk', 'Congressos de Zouk', 'Congresso Brasil Zouk'],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(cards(page).filter({ hasText: some })).toBeVisible();
    await expect(cards(page).filter({ hasText: 'Baile da Zabumba' })).toHaveCount(0);
    await expect(frame.header).toBeVisible();
    await expect(frame.footer).toBeVisible();
    await expectAccessible(page);
    await frame.expectNoSidewaysScroll();
    await shoot(page, path.slice(1));
  }
  expect(errors).toEqual([]);

  await context.setOffline(true);
  for (const [path, text] of [
    ['/comunidade', 'Próximos eventos'],
    ['/comunidade/mural', 'Alguém mais de Pinheiros'],
    ['/comunidade/eventos?cidade=Salvador', 'Zouk ao Mar Salvador'],
    ['/festivais-forro', 'Festival Xote, Baião e Lua'],
    ['/comunidade/eventos?evento=gafieira-da-lapa', 'Orquestra de dez músicos'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
  }
  await expect(frame.offline).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Pôr na agenda' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('gafieira-da-lapa.ics');
  const file = await readFile(await download.path(), 'utf8');
  expect(file).toContain('SUMMARY:Gafieira da Lapa\r\n');
  expect(file).toMatch(/DTSTART:\d{8}T\d{6}Z\r\n/);
  await expectAccessible(page);
  await page.goto('/comunidade/eventos?evento=nao-existe');
  await expect(page.getByRole('heading', { name: 'Este evento não está na agenda' })).toBeVisible();
});

changingTest(
  '[D134] [D136] a post written without a connection arrives, others read it, its author and the team remove posts',
  { tag: ['@full', '@worker'] },
  async ({ page, browser, baseURL, product, context, frame }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await new OwnPages(page).enter('student');
    await frame.bar.getByRole('link', { name: 'Comunidade' }).click();
    await page.goto('/comunidade/mural');
    await readyForOffline(page);
    await expect(posts(page)).toHaveCount(12);
    await expect(posts(page).getByRole('button', { name: 'Remover' })).toHaveCount(1);
    const form = page.getByRole('form', { name: 'Publicar no Mural' });
    await form.getByRole('button', { name: 'Publicar' }).click();
    await expect(form.getByText('Escreva alguma coisa antes de publicar.')).toBeVisible();
    await context.setOffline(true);
    await expect(frame.offline).toBeVisible();
    await form.getByLabel('O que você quer contar?').fill('<b>Vou</b> ao baile: https://example.com');
    await page.reload();
    await expect(form.getByLabel('O que você quer contar?')).toHaveValue(/ao baile/);
    await pickName(form.getByLabel('Estilo (opcional)'), 'Forró');
    await form.getByRole('button', { name: 'Publicar' }).click();
    const own = posts(page).filter({ hasText: '<b>Vou</b> ao baile' });
    await expect(own).toContainText('Salvo no aparelho');
    await expect(own).toContainText('Camila');
    await expect(own.getByRole('link')).toHaveCount(0);
    await expect(form.getByLabel('O que você quer contar?')).toHaveValue('');
    await expectAccessible(page);
    await frame.expectNoSidewaysScroll();
    await shoot(page, 'community-mural-own');
    await page.reload();
    await expect(own).toContainText('Salvo no aparelho');

    await context.setOffline(false);
    await expect(own).toContainText('Enviado');
    await expect(own).toHaveCount(1);
    const written = `select count(*)::int as n from public.posts where text like '%ao baile: https%'`;
    await expect.poll(() => product.sql(written)).toEqual([{ n: 1 }]);

    const visitor = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
    await visitor.goto('/comunidade/mural');
    const seen = posts(visitor).filter({ hasText: '<b>Vou</b> ao baile' });
    await expect(seen).toContainText('Camila');
    await expect(seen.getByRole('button')).toHaveText(['Denunciar esta publicação']);

    await own.getByRole('button', { name: 'Remover' }).click();
    await expectAccessible(page);
    await own.getByRole('button', { name: 'Sim, remover' }).click();
    await expect(own).toHaveCount(0);
    await visitor.reload();
    await expect(posts(visitor)).toHaveCount(12);
    await expect(seen).toHaveCount(0);

    const team = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
    await team.goto('/admin/login');
    await team.getByLabel('E-mail').fill('admin@danceflix.test');
    await team.getByLabel('Senha', { exact: true }).fill('danceflix-admin');
    await team.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(team).toHaveURL('/admin');
    await team.goto('/comunidade/mural');
    const ticket = posts(team).filter({ hasText: 'Alguém troca ingresso' });
    await ticket.getByRole('button', { name: 'Remover' }).click();
    await ticket.getByLabel(/^Motivo/).fill('Venda de ingresso não cabe aqui.');
    await ticket.getByRole('button', { name: 'Sim, remover' }).click();
    await expect(ticket).toHaveCount(0);
    await expect
      .poll(() => product.sql(`select removed_by from public.posts where text like 'Alguém troca ingresso%'`))
      .toEqual([{ removed_by: 'team' }]);
    await page.reload();
    await expect(posts(page)).toHaveCount(11);
    await expect(page.getByText('Alguém troca ingresso')).toHaveCount(0);
  },
);

changingTest(
  'a refused post is said better without losing it or another text, and arrives once',
  { tag: '@full' },
  async ({ page, product, frame }) => {
    await product.sql(
      `insert into public.posts (id, author_id, text, created_at)
       select gen_random_uuid(), ${idOf('student')}, 'Cedo ' || n, now() - interval '2 hours'
       from generate_series(1, 10) n`,
    );
    await new OwnPages(page).enter('student');
    await page.goto('/comunidade/mural');
    const form = page.getByRole('form', { name: 'Publicar no Mural' });
    const text = form.getByLabel('O que você quer contar?');
    await text.fill('Quem vai ao baile de sábado?');
    await form.getByRole('button', { name: 'Publicar' }).click();
    const own = posts(page).filter({ hasText: 'baile de sábado' });
    await expect(own).toContainText('Não enviado');
    await text.fill('Procuro par para zouk.');
    await pickName(form.getByLabel('Estilo (opcional)'), 'Zouk');
    await own.getByRole('button', { name: 'Editar' }).click();
    await expect(text).toHaveValue('Quem vai ao baile de sábado?');
    await expect(text).toBeFocused();
    await expect(own).toContainText('Não enviado');
    await text.fill('Quem vai ao baile de sábado na Lapa?');
    await expectAccessible(page);
    await frame.expectNoSidewaysScroll();
    await shoot(page, 'community-mural-refused');

    await page.reload();
    await expect(text).toHaveValue('Procuro par para zouk.');
    await expect(form.getByLabel('Estilo (opcional)')).toHaveValue('Zouk');
    await own.getByRole('button', { name: 'Editar' }).click();
    await expect(text).toHaveValue('Quem vai ao baile de sábado na Lapa?');
    await product.sql(`delete from public.posts where text like 'Cedo %'`);
    await form.getByRole('button', { name: 'Publicar' }).click();
    await expect
      .poll(() => product.sql(`select text from public.posts where text like 'Quem vai ao baile de sábado%'`))
      .toEqual([{ text: 'Quem vai ao baile de sábado na Lapa?' }]);
    await expect(text).toHaveValue('Procuro par para zouk.');
    await expect(page.getByText('Não enviado')).toHaveCount(0);
  },
);

test(
  '[A104][A105][A106][A107][A108][A109][D016][D017] visitors have six entries in their order, on the phone the last of them in the header',
  {
    tag: ['@full', '@desktop'],
  },
  async ({ page, frame }, { project }) => {
    await page.goto('/');
    const isPhone = project.name === 'phone';
    const navigation = isPhone ? frame.bar : frame.header.getByRole('navigation', { name: 'Principal' });
    const all = [
      ['Encontrar Professor', '/search'],
      ['Comunidade', '/comunidade'],
      ['Seja Professor', '/cadastrar-professor'],
      ['Festival de Forró', '/festivais-forro'],
      ['Entrar', '/login'],
      ['Cadastrar', '/register'],
    ] as const;
    const wanted = isPhone ? all.slice(0, 5) : all;
    const links = navigation.getByRole('link').filter({ visible: true });
    await expect(links).toHaveText(wanted.map(([label]) => label));
    for (const [place, [, path]] of wanted.entries()) {
      await expect(links.nth(place)).toHaveAttribute('href', path);
    }
    if (isPhone) {
      const join = frame.header.getByRole('link').filter({ visible: true, hasText: 'Cadastrar' });
      await expect(join).toHaveAttribute('href', '/register');
    }
    await navigation.getByRole('link', { name: 'Festival de Forró' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Festivais de Forró' })).toBeVisible();
  },
);
