import { expectAccessible } from '../../support/browser';
import { AccountPages } from '../pages/account-pages';
import { idOf, OwnPages } from '../pages/own-pages';
import { fail, PULLS, unplug } from '../support/network';
import { expect, changingTest as test } from '../support/test';

const PASSWORD = 'danceflix-aluno';
const COMMANDS = '**/rest/v1/rpc/{update_profile,mark_notifications_read,my_data}';

test('the password changes with the current one only, and errors are shown beside it', async ({ page }) => {
  const own = new OwnPages(page);
  const account = new AccountPages(page);
  await own.enter('student');
  await own.openConfigurations('student');
  const field = (name: string) => own.password.getByLabel(name, { exact: true });
  const change = own.password.getByRole('button', { name: 'Alterar senha' });
  const fill = async (current: string, next: string, again = next) => {
    await field('Senha atual').fill(current);
    await field('Nova senha').fill(next);
    await field('Repita a nova senha').fill(again);
    await change.click();
  };
  await change.click();
  await expect(field('Senha atual')).toHaveAccessibleDescription('Informe sua senha atual');
  await expect(field('Senha atual')).toBeFocused();
  await fill(PASSWORD, 'nova-senha-22', 'outra');
  await expect(field('Repita a nova senha')).toHaveAccessibleDescription('As senhas não conferem');
  await expectAccessible(page);
  await fill('errada-123', 'nova-senha-22');
  await expect(field('Senha atual')).toHaveAccessibleDescription('A senha atual não confere');
  await page.route('**/auth/v1/token?grant_type=password', unplug);
  await fill(PASSWORD, 'nova-senha-22');
  await expect(own.password.getByText(/^Sem conexão: a senha não foi alterada/)).toBeVisible();
  await page.unroute('**/auth/v1/token?grant_type=password');
  await page.route('**/auth/v1/user', fail);
  await change.click();
  await expect(own.password.getByRole('status')).not.toBeEmpty();
  await expect(own.password.getByText('Senha alterada com sucesso!')).toHaveCount(0);
  await page.unroute('**/auth/v1/user');
  await fill(PASSWORD, 'nova-senha-22');
  await expect(own.password.getByText('Senha alterada com sucesso!')).toBeVisible();
  await expect(field('Senha atual')).toHaveValue('');
  await expectAccessible(page);

  await account.leave();
  await expect(page).toHaveURL(/:\d+\/$/);
  await page.goto('/login');
  await account.fillLogin('aluno@danceflix.test', PASSWORD);
  await expect(account.toast('E-mail ou senha incorretos')).toBeVisible();
  await account.fillLogin('aluno@danceflix.test', 'nova-senha-22');
  await expect(page).toHaveURL(/\/student\/home$/);
});

test('while the server fails a change waits on the phone, and arrives afterwards', async ({
  page,
  product,
}) => {
  const own = new OwnPages(page);
  await product.sql(
    `select app.notify(${idOf('student')}, 'welcome', 'Aviso', 'Bom ter você aqui.', '/search')`,
  );
  await own.enter('student');
  await own.openProfile('student');
  await page.route(COMMANDS, fail);
  const name = own.profile.getByLabel('Nome', { exact: true });
  await name.fill('Camila Nova');
  await own.save();
  await expect(own.profile.getByText(/^Salvo no aparelho/)).toBeVisible();
  await expect(name).toHaveValue('Camila Nova');
  await own.openConfigurations('student');
  await page.getByRole('button', { name: 'Ver meus dados' }).click();
  await expect(
    page.getByText(/^O servidor não respondeu: isto é o que está salvo neste aparelho/),
  ).toBeVisible();
  await expectAccessible(page);
  await own.bell.click();
  await page.getByRole('button', { name: 'Marcar como lida: Aviso' }).click();
  await expect(page.getByRole('button', { name: 'Marcar como lida: Aviso' })).toHaveCount(0);
  await expectAccessible(page);
  await page.unroute(COMMANDS);
  await page.goto('/envios');
  await page.getByRole('button', { name: 'Enviar tudo agora' }).click();
  const stored = () =>
    product.sql<{ name: string; unread: number }>(
      `select p.name, (select count(*)::int from public.notifications n
         where n.user_id = p.id and n.title = 'Aviso' and n.read_at is null) as unread
       from public.user_profiles p where p.id = ${idOf('student')}`,
    );
  await expect.poll(stored).toEqual([{ name: 'Camila Nova', unread: 0 }]);
});

test('own pages without data say so, offer another try, and recover', async ({ page, frame }) => {
  const own = new OwnPages(page);
  await page.route(PULLS, fail);
  await own.enter('student');
  const again = page.getByRole('main').getByRole('button', { name: 'Tentar de novo' });
  for (const [path, title] of [
    ['/student/configurations', 'Não foi possível carregar seu perfil'],
    ['/student/notifications', 'Não foi possível carregar as notificações'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('alert').getByText(title)).toBeVisible();
    await expect(again).toBeVisible();
    await expectAccessible(page);
    await frame.expectNoSidewaysScroll();
  }
  await page.unroute(PULLS);
  await again.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Notificações' })).toBeVisible();
  await expect(again).toHaveCount(0);
  await own.openConfigurations('student');
});

test('an account is deleted with its password only', async ({ page, product }) => {
  const own = new OwnPages(page);
  await own.enter('student');
  await own.openConfigurations('student');
  await page.getByRole('button', { name: 'Excluir minha conta' }).click();
  const word = page.getByLabel('Digite EXCLUIR para confirmar');
  const password = page.getByRole('form', { name: 'Excluir conta' }).getByLabel('Sua senha', { exact: true });
  const forever = page.getByRole('button', { name: 'Excluir minha conta para sempre' });
  await word.fill('excluir');
  await forever.click();
  await expect(password).toHaveAccessibleDescription('Informe sua senha atual');
  await expect(password).toBeFocused();
  await expectAccessible(page);
  await password.fill('errada-123');
  await forever.click();
  await expect(password).toHaveAccessibleDescription('A senha atual não confere');
  await page.route('**/rest/v1/rpc/delete_my_account', unplug);
  await password.fill(PASSWORD);
  await forever.click();
  await expect(page.getByText(/^Sem conexão: a conta não foi excluída/)).toBeVisible();
  const left = () => product.sql(`select from auth.users where email = 'aluno@danceflix.test'`);
  expect(await left()).toHaveLength(1);
  await page.unroute('**/rest/v1/rpc/delete_my_account');
  await forever.click();
  await expect(page).toHaveURL('/');
  expect(await left()).toEqual([]);
});
