import { AccountPages } from '../pages/account-pages';
import { OwnPages } from '../pages/own-pages';
import { SearchPage } from '../pages/search-page';
import { nameOptions, pickName } from '../support/pick-name';
import { changingTest, expect, test } from '../support/test';

const LIST = /municipalities-.*\.txt$/;

test('a person of any municipality registers there, and the own pages name it, offline too @worker', async ({
  page,
  context,
  product,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (LIST.test(request.url())) asked.push(request.url());
  });
  const account = new AccountPages(page);
  await page.goto('/register');
  const email = await account.fillRegistration('student');
  await account.city.fill('');
  await account.city.pressSequentially('olind');
  await expect(nameOptions(account.city).first()).toHaveText('Olinda');
  await expect(nameOptions(account.city)).toContainText(['Olinda', 'Nova Olinda, CE', 'Nova Olinda, PB']);
  await pickName(account.city, 'Bom Jesus, PB');
  await pickName(account.city, 'Olinda');
  expect(asked.length).toBeGreaterThan(0);
  await account.commit();
  await expect(page).toHaveURL(/\/student\/home$/);
  const [row] = await product.sql(
    `select c.name, c.active from public.user_profiles p join public.cities c on c.id = p.city_id where p.email = $1`,
    email,
  );
  expect(row).toEqual({ name: 'Olinda', active: false });

  await page.goto('/student/profile');
  await expect(page.getByText('Olinda', { exact: true }).first()).toBeVisible();
  await context.setOffline(true);
  await page.goto('/student/profile-enhanced');
  await expect(account.city).toHaveValue('Olinda');
});

test('a search takes any municipality, and says that nobody teaches there', async ({ page }) => {
  const search = new SearchPage(page);
  await search.openStored();
  await page.getByRole('button', { name: 'Escolher cidade' }).click();
  const city = page.getByRole('dialog').getByRole('combobox');
  await city.fill('niteroi');
  await nameOptions(city).filter({ hasText: 'Niterói' }).click();
  await expect(page).toHaveURL(/city=Niter%C3%B3i/);
  await expect(page.getByRole('heading', { name: 'Ainda não há professores em Niterói' })).toBeVisible();
});

changingTest('a post about any municipality names it to others too', async ({ page, browser, product }) => {
  await new OwnPages(page).enter('student');
  await page.goto('/comunidade/mural');
  const form = page.getByRole('form', { name: 'Publicar no Mural' });
  await form.getByLabel('O que você quer contar?').fill('Quem dança do outro lado da baía?');
  const city = form.getByRole('combobox', { name: 'Cidade (opcional)' });
  await pickName(city, 'Niterói');
  await expect(city).toHaveValue('Niterói');
  await page.reload();
  await expect(city).toHaveValue('Niterói');
  await form.getByRole('button', { name: 'Publicar' }).click();
  const other = await browser.newPage({ baseURL: product.url });
  await other.goto('/comunidade/mural');
  await expect(other.getByRole('article').filter({ hasText: 'do outro lado da baía' })).toContainText(
    'Niterói',
  );
  await other.close();
});
