import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import WebSocket from 'ws';
import { CITIES_OF, landingPath, STYLE_PATHS } from '../../../src/features/landing/places';
import { pagesFor } from '../../support/pages';
import { AccountPages, PEOPLE } from '../pages/account-pages';
import { expect, test } from '../support/test';

test('[A248] a visitor opens every public page without being sent elsewhere', async ({ page, product }) => {
  const [dancer] = await product.sql<{ id: string }>(
    `select id from public.content_items where kind = 'dancer' and not _deleted limit 1`,
  );
  const [article] = await product.sql<{ slug: string }>(
    `select slug from public.content_items where kind = 'blog' and not _deleted limit 1`,
  );
  const landings = STYLE_PATHS.flatMap((style) => CITIES_OF[style].map((city) => landingPath(style, city)));
  expect(landings).toHaveLength(21);
  for (const path of [
    ...pagesFor(null),
    '/teachers/marina-couto',
    `/comunidade/bailudo/${dancer?.id}`,
    `/blog/${article?.slug}`,
    ...landings,
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
    await expect(page.getByText('Oops! Page not found'), path).toHaveCount(0);
    expect(new URL(page.url()).pathname, path).toBe(path);
  }
});

test('[A002] visitors, students, teachers and administrators each have their area, closed to the others', async ({
  page,
  product,
}) => {
  const roles = await product.sql<{ role: string }>('select distinct role from public.user_profiles');
  expect(roles.map(({ role }) => role).sort()).toEqual(['admin', 'student', 'teacher']);
  const server = createClient(product.url, product.secretKey, {
    auth: { persistSession: false },
    realtime: { transport: WebSocket as unknown as typeof globalThis.WebSocket },
  });
  const other = { id: randomUUID(), name: 'Alguém', email: 'alguem@example.test', role: 'owner' };
  expect((await server.from('user_profiles').insert(other)).error?.code).toBe('23514');

  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cadastrar' })).toBeVisible();
  const account = new AccountPages(page);
  for (const [who, home] of [
    ['student', '/student/home'],
    ['teacher', '/teacher/home'],
    ['admin', '/admin'],
  ] as const) {
    await account.signIn(who);
    expect(new URL(page.url()).pathname).toBe(home);
    // The administration has its own frame.
    if (who === 'admin') await page.goto('/search');
    await account.menu.click();
    await expect(page.getByRole('banner').getByText(PEOPLE[who].email)).toBeVisible();
    await account.signOut.click();
    await expect(account.menu).toHaveCount(0);
  }
});

test('[A019] the questions say that a phone’s browser is enough, and home and search fit into it', async ({
  page,
  frame,
  home,
  search,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/duvidas');
  const entry = page.locator('main details').filter({ hasText: 'Existe aplicativo para celular?' });
  await entry.locator('summary').click();
  await expect(entry.locator('p')).toHaveText(/O site funciona no navegador do seu celular/);
  await home.open();
  await expect(home.stops).toHaveCount(8);
  await frame.expectNoSidewaysScroll();
  await search.openStored();
  await frame.expectNoSidewaysScroll();
});
