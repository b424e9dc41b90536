import { expectAccessible, readyForOffline } from '../../support/browser';
import { InstallOffer } from '../pages/install-offer';
import { LeadPages } from '../pages/lead-pages';
import { leads } from '../support/arrived';
import { shoot } from '../support/shoot';
import { changingTest, expect, test } from '../support/test';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const INSTAGRAM_ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36 Instagram 340.0.0.22.109 Android';
const INSTAGRAM_IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21F79 Instagram 340.0.0.22.109 (iPhone14,5; iOS 17_5; pt_BR)';

test('a second visit gets the offer on its second screen, never over a form, and a refusal is remembered', async ({
  page,
  frame,
}) => {
  const install = new InstallOffer(page);
  await page.clock.install();
  await install.cameBefore();
  await page.goto('/duvidas');
  await install.counted();
  await install.offer('dismissed');
  expect(await install.noted('held')).toBe(true);
  await install.passQuiet();
  await expect(install.invitation).toBeHidden();

  await install.goTo('Blog');
  await install.passQuiet();
  await expect(install.invitation).toContainText('Leve o Danceflix com você');
  await expect(install.invitation.getByRole('status')).toBeVisible();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'install-invitation');

  // The offer is hidden on a form, and returns after it.
  await install.goTo('Entrar');
  await expect(page.getByRole('main').getByRole('button', { name: 'Entrar', exact: true })).toBeVisible();
  await expect(install.invitation).toBeHidden();
  await page.goBack();
  await expect(install.invitation).toBeVisible();

  await install.invitation.getByRole('button', { name: 'Instalar', exact: true }).click();
  await expect(install.invitation).toBeHidden();
  expect(await install.noted('prompted')).toBe(true);
  await install.offer('accepted');
  await install.goTo('Dúvidas');
  await install.passQuiet();
  await expect(install.invitation).toBeHidden();

  // The menu entry remains for later, until the app is installed.
  await install.entry.click();
  await expect(install.dialog).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
  await expect(frame.toasts).toContainText('Danceflix instalado');
  await expect(install.entry).toBeHidden();
});

test('a first visit gets no offer, and Escape counts as a refusal', { tag: '@full' }, async ({ page }) => {
  const install = new InstallOffer(page);
  await page.clock.install();
  await page.goto('/duvidas');
  await install.counted();
  await install.offer('accepted');
  await install.goTo('Blog');
  await install.passQuiet();
  await expect(install.invitation).toBeHidden();

  // Another visit: the same tab, half an hour later.
  await page.clock.fastForward('31:00');
  await install.goTo('Dúvidas');
  await install.passQuiet();
  await expect(install.invitation).toBeVisible();
  await install.invitation.getByRole('button', { name: 'Agora não', exact: true }).focus();
  await page.keyboard.press('Escape');
  await expect(install.invitation).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  await page.clock.fastForward('29:00:00');
  await install.goTo('Blog');
  await install.passQuiet();
  await expect(install.invitation).toBeHidden();
});

test.describe('on an iPhone', () => {
  test.use({ userAgent: IPHONE });

  changingTest(
    'who has written something is shown the steps, and what waits is sent before they move on',
    { tag: ['@full', '@worker'] },
    async ({ page, context, product, frame }) => {
      const install = new InstallOffer(page);
      const lead = new LeadPages(page);
      await page.clock.install();
      await lead.open();
      await readyForOffline(page);
      await install.counted();
      await context.setOffline(true);
      await lead.sendAndArrive({ nome: 'Joana do iPhone' });
      await install.passQuiet();
      await install.invitation.getByRole('button', { name: 'Ver como instalar' }).click();

      await expect(install.dialog.getByRole('listitem')).toHaveCount(3);
      await expect(install.dialog.getByText('Adicionar à Tela de Início')).toBeVisible();
      const note = install.dialog.getByRole('status');
      await expect(note).toContainText('Você tem 2 envios esperando.');
      await expect(note).toContainText('conecte-se e espere o envio');
      await expectAccessible(page);
      await frame.expectNoSidewaysScroll();
      await shoot(page, 'install-ios');

      await context.setOffline(false);
      await expect(note).toHaveText('Tudo enviado: pode passar para o app.');
      await expect.poll(() => leads(product, 'Joana do iPhone')).toEqual([{ rows: 1, commands: 1 }]);
      await page.keyboard.press('Escape');
      await expect(install.dialog).toBeHidden();
      await expect(install.entry).toBeVisible();
    },
  );
});

test.describe('inside Instagram', () => {
  test.use({ userAgent: INSTAGRAM_ANDROID });

  test('[T109] Android hands the page over to the browser, or copies its link', { tag: '@full' }, async ({
    page,
    context,
    frame,
  }) => {
    const install = new InstallOffer(page);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/duvidas');
    await install.entry.click();
    await expect(install.dialog).toContainText('uma janela do Instagram');
    const { host } = new URL(page.url());
    await expect(install.dialog.getByRole('link', { name: 'Abrir no navegador' })).toHaveAttribute(
      'href',
      new RegExp(`^intent://${host}/duvidas#Intent;scheme=http;.*S\\.browser_fallback_url=`),
    );
    await install.dialog.getByRole('button', { name: 'Copiar link' }).click();
    await expect(install.dialog.getByText('Link copiado')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
    await expectAccessible(page);
    await frame.expectNoSidewaysScroll();
    await shoot(page, 'install-in-app');
    await page.keyboard.press('Escape');
    await expect(install.dialog).toBeHidden();
    await expect(install.entry).toBeFocused();
  });
});

test.describe('inside Instagram on an iPhone', () => {
  test.use({ userAgent: INSTAGRAM_IPHONE });

  test('[T108] the way is explained, and the address is shown where it cannot be copied', {
    tag: '@full',
  }, async ({ page }) => {
    const install = new InstallOffer(page);
    await page.goto('/duvidas');
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));
    });
    await install.entry.click();
    await expect(install.dialog.getByText('Abrir no Safari')).toBeVisible();
    await expect(install.dialog.getByRole('link')).toHaveCount(0);
    await install.dialog.getByRole('button', { name: 'Copiar link' }).click();
    await expect(install.dialog.getByText(page.url())).toBeVisible();
    await expectAccessible(page);
  });
});

test('a browser without an install prompt has its menu explained, but never unasked', {
  tag: '@full',
}, async ({ page }) => {
  const install = new InstallOffer(page);
  await page.clock.install();
  await install.cameBefore();
  await page.goto('/duvidas');
  await install.counted();
  await install.goTo('Blog');
  await install.passQuiet();
  await expect(install.invitation).toBeHidden();
  await install.entry.click();
  await expect(install.dialog.getByText('Instalar app')).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'install-menu');
});
