import { AccountPages } from '../pages/account-pages';
import { LeadPages } from '../pages/lead-pages';
import { changingTest, expect } from '../support/test';

// Some browsers claim to be offline behind a VPN or a bridge, on a desktop without a network card,
// in a web view.
changingTest(
  'a browser that always says offline lets people register, ask for a teacher and send a picture',
  { tag: '@full' },
  async ({ page, frame, product }) => {
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'onLine', { configurable: true, get: () => false }),
    );
    const account = new AccountPages(page);
    await account.signIn('admin');
    await page.goto('/admin/cities');
    await expect(page.getByRole('button', { name: 'Nova cidade' })).toBeEnabled();
    await expect(frame.offline).toHaveCount(0);
    await page.goto('/');
    await account.leave();

    await page.goto('/register');
    await account.fillRegistration('student');
    expect(await page.evaluate(() => navigator.onLine)).toBe(false);
    await account.commit();
    await expect(page).toHaveURL(/\/student\/home$/);
    await expect(frame.offline).toHaveCount(0);

    await page.goto('/student/profile-enhanced');
    await page.getByLabel('Escolher foto').setInputFiles('public/icons/icon-192.png');
    await page.getByRole('button', { name: 'Usar esta foto' }).click();
    await expect(page.getByText('Foto atualizada')).toBeVisible();
    await expect(frame.offline).toHaveCount(0);

    const leads = new LeadPages(page);
    await leads.open();
    await leads.send({ nome: 'Ana da Rede' });
    await expect
      .poll(() => product.sql(`select 1 from public.student_leads where nome = 'Ana da Rede'`))
      .toHaveLength(1);
  },
);
