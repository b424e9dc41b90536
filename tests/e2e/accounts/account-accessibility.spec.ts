import { expectAccessible } from '../../support/browser';
import { AccountPages } from '../pages/account-pages';
import { expect, test } from '../support/test';

// Reduced motion ends fades at once, so that colours are measured in their final state.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('axe finds nothing on the account pages as they open', { tag: '@desktop' }, async ({ page, frame }) => {
  for (const path of [
    '/login',
    '/auth',
    '/auth?tab=register',
    '/register?role=teacher',
    '/forgot-password',
    '/reset-password',
    '/admin/login',
    '/terms-of-use',
    '/privacy-policy',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await frame.expectNoSidewaysScroll();
    await expectAccessible(page);
  }
});

test('axe finds nothing on a refused form, the open city list, the strength meter and the commitment', {
  tag: '@desktop',
}, async ({ page }) => {
  const account = new AccountPages(page);
  await page.goto('/register?role=teacher');
  await account.create.click();
  await account.expectMessage(account.name, 'Nome é obrigatório');
  await expectAccessible(page);
  await account.city.click();
  await expect(account.cities.first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expectAccessible(page);
  await account.fillRegistration('teacher');
  await account.create.click();
  await expect(account.agree).toBeVisible();
  await expectAccessible(page);
});
