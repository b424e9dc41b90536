import type { Page } from '@playwright/test';
import { collectErrors, expectAccessible, readyForOffline, TOAST } from '../../support/browser';
import { pageSends } from '../pages/outbox-page';
import { idOf, OwnPages } from '../pages/own-pages';
import { shoot } from '../support/shoot';
import { changingTest, expect, test } from '../support/test';

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

const toggle = (page: Page) => page.getByRole('switch', { name: 'Receber notificações' });
const note = (page: Page) => page.getByRole('region', { name: 'Avisos neste aparelho' }).getByRole('status');
const toast = (page: Page, text: string) => page.locator(TOAST).getByText(text, { exact: true });
const NO_KEYS =
  'As notificações no aparelho ainda não estão disponíveis aqui. Seus avisos continuam chegando em Notificações.';

test('[A042][A043][A280][A281][D154] the toggle is on four pages, and says when keys or support are missing', {
  tag: '@full',
}, async ({ page, frame }) => {
  const errors = collectErrors(page);
  for (const who of ['student', 'teacher'] as const) {
    await new OwnPages(page).enter(who);
    await expect(toggle(page)).toHaveCount(0);
    for (const path of ['notifications', 'configurations']) {
      await page.goto(`/${who}/${path}`);
      await expect(toggle(page)).toBeVisible();
      await expect(note(page)).toHaveText(NO_KEYS);
      await toggle(page).click();
      await expect(toast(page, NO_KEYS)).toBeVisible();
      await expect(toggle(page)).not.toBeChecked();
      await frame.expectNoSidewaysScroll();
      await shoot(page, `push-no-keys-${who}-${path}`);
    }
    await expectAccessible(page);
    // A signed-out app leaves the page by itself.
    await page.evaluate(() => localStorage.clear());
  }
  expect(errors).toEqual([]);

  await new OwnPages(page).enter('student');
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  await page.goto('/student/notifications');
  await expect(note(page)).toHaveText('Este navegador não suporta notificações push');
  await expectAccessible(page);
  await toggle(page).click();
  await expect(toast(page, 'Seu navegador não suporta notificações push.')).toBeVisible();
  await shoot(page, 'push-unsupported');

  // iPhones have push on the home screen only: that hint comes before missing browser features.
  await page.addInitScript((userAgent) => {
    Object.defineProperty(navigator, 'userAgent', { value: userAgent });
  }, 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile Safari/604.1');
  await page.goto('/student/configurations');
  await expect(note(page)).toHaveText(/^No iPhone e no iPad, .* com o Danceflix na tela de início/);
  await toggle(page).click();
  await expect(toast(page, 'Coloque primeiro o Danceflix na tela de início.')).toBeVisible();
  await expect(toggle(page)).not.toBeChecked();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'push-iphone');
  expect(errors).toEqual([]);
});

changingTest(
  'what is told is chosen without a connection and arrives once',
  { tag: ['@worker', '@full'] },
  async ({ page, product, context }) => {
    const own = new OwnPages(page);
    const choice = (label: string) => page.getByRole('switch', { name: label, exact: true });
    const muted = () =>
      product.sql(
        `select p.muted_notifications as muted, count(c.id)::int as commands
       from public.user_profiles p left join public.command_log c
         on c.user_id = p.id and c.kind = 'notifications.preferences'
       where p.id = ${idOf('teacher')} group by p.id`,
      );
    // The service worker would send past the page's broken network.
    await pageSends(page);
    await own.enter('teacher');
    await own.openConfigurations('teacher');
    for (const label of ['Aulas', 'Avaliações', 'Conta', 'Novidades'])
      await expect(choice(label)).toBeChecked();
    await expectAccessible(page);
    await choice('Conta').scrollIntoViewIfNeeded();
    await shoot(page, 'push-preferences');
    await readyForOffline(page);
    await context.setOffline(true);
    await choice('Novidades').click();
    await choice('Avaliações').click();
    await expect(choice('Novidades')).not.toBeChecked();
    await expect(choice('Avaliações')).not.toBeChecked();
    await page.reload();
    await expect(choice('Novidades')).not.toBeChecked();
    await expect(choice('Avaliações')).not.toBeChecked();
    await expect(choice('Aulas')).toBeChecked();
    expect(await muted()).toEqual([{ muted: [], commands: 0 }]);
    await context.setOffline(false);
    await expect.poll(muted).toEqual([{ muted: ['evaluations', 'news'], commands: 1 }]);
    await choice('Novidades').click();
    await expect(choice('Novidades')).toBeChecked();
    await expect.poll(muted).toEqual([{ muted: ['evaluations'], commands: 2 }]);
    await page.reload();
    await expect(choice('Novidades')).toBeChecked();
    await expect(choice('Avaliações')).not.toBeChecked();
  },
);
