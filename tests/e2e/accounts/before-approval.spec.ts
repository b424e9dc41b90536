import { expectAccessible, readyForOffline } from '../../support/browser';
import { AccountPages, newEmail } from '../pages/account-pages';
import { doubleTap } from '../support/double-tap';
import { shoot } from '../support/shoot';
import { changingTest, expect } from '../support/test';

const test = changingTest;
test.use({ serviceWorkers: 'allow' });

test('before the approval a teacher sees the page as it will be and shows it to others by a link', {
  tag: '@worker',
}, async ({ page, product, browser, context, frame }) => {
  const account = new AccountPages(page);
  await page.goto('/register?role=teacher');
  const email = await account.fillRegistration('teacher', newEmail());
  await account.commit();
  await expect(page).toHaveURL(/\/teacher\/home$/);
  const card = page.getByRole('region', { name: 'Situação do seu perfil' });
  await expect(card.getByText('Em análise')).toBeVisible();
  await expect(card.getByRole('link', { name: /^Falar com a equipe/ })).toBeVisible();
  const make = card.getByRole('button', { name: 'Criar link da prévia' });
  await expect(make).toBeEnabled();
  await readyForOffline(page);
  await context.setOffline(true);
  await expect(make).toBeDisabled();
  await expect(card.getByText('O link da prévia se cria e se desfaz com internet.')).toBeVisible();
  await context.setOffline(false);
  await doubleTap(make);
  await expect(card.getByText(/^Quem tem o link vê sua página como prévia, sem o seu contato/)).toBeVisible();
  await expect(card.getByRole('button', { name: 'Compartilhar' })).toBeVisible();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'teacher-home-waiting');
  const tokenOf = async () => {
    const [row] = await product.sql<{ token: string }>(
      `select t.preview_token as token from public.teachers t join public.user_profiles p on p.id = t.id where p.email = $1`,
      email,
    );
    return row?.token ?? '';
  };
  const token = await tokenOf();

  const elsewhere = await browser.newContext({ baseURL: product.url });
  const other = await elsewhere.newPage();
  await other.goto(`/previa/${token}`);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Prévia da página de Ana Lima');
  await expect(other.getByText(/^A equipe do Danceflix ainda não conferiu este perfil/)).toBeVisible();
  await expect(other.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  await expect(other.getByText('Vitória').first()).toBeVisible();
  await expect(other.getByRole('link', { name: /WhatsApp|Pedir aula/ })).toHaveCount(0);
  await expectAccessible(other);
  await shoot(other, 'preview-page');

  // Approved, the link leads to the page itself.
  await product.sql(
    `insert into public.teacher_checks (teacher_id, kind) select p.id, 'identity' from public.user_profiles p where p.email = $1`,
    email,
  );
  await product.sql(
    `update public.teachers t set is_active = true from public.user_profiles p where p.id = t.id and p.email = $1`,
    email,
  );
  await other.goto(`/previa/${token}`);
  await expect(other).toHaveURL(/\/teachers\//);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Ana Lima');

  // A link that was never made, and a broken one.
  for (const wrong of ['6a0f4f0c-0000-4000-8000-000000000001', 'x']) {
    await other.goto(`/previa/${wrong}`);
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Esta prévia não existe mais');
  }
  await expectAccessible(other);
  await elsewhere.close();
});
