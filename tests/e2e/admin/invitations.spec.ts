/** From an invitation of the team to a teacher who registered with it; links that lead nowhere any more. */
import { expectAccessible } from '../../support/browser';
import { AccountPages } from '../pages/account-pages';
import { AdminPages } from '../pages/admin-pages';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';

test('the team invites by form and by file, the invited teacher registers with the link, another link is revoked', async ({
  page,
  product,
  browser,
}) => {
  const office = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 360, height: 800 },
    locale: 'pt-BR',
  });
  const desk = await office.newPage();
  const admin = new AdminPages(desk);
  await admin.enter('/admin/invitations');
  await expect(admin.main.getByText('Ninguém foi convidado ainda')).toBeVisible();
  await admin.expectSound();

  await desk.getByRole('button', { name: 'Convidar professor' }).click();
  await admin.dialog.getByLabel('Nome').fill('Bia Nova');
  await admin.dialog.getByLabel('WhatsApp').fill('81 99999-0000');
  await admin.dialog.getByLabel('Forró', { exact: true }).check();
  await admin.confirm('Salvar');
  await admin.told('Convite de Bia Nova criado');
  await expect(admin.card('Bia Nova').getByText('Convidado', { exact: true })).toBeVisible();
  await expect(admin.card('Bia Nova').getByRole('link', { name: /^Avisar pelo WhatsApp/ })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/5581999990000\?text=.*convite/,
  );

  await desk.getByRole('button', { name: 'Convidar por CSV' }).click();
  await admin.dialog.getByLabel('Arquivo CSV').setInputFiles({
    name: 'professores.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      '\ufeffnome;email;telefone;cidade;estilos\nCaio Novo;caio@example.com;;Recife;Forró/Zouk\nErro;sem-arroba;;Atlantis;\nBia Nova;;81999990000;;\n',
    ),
  });
  const preview = admin.dialog.getByRole('region', { name: 'Prévia do arquivo' });
  await expect(preview.getByText('e-mail inválido, cidade desconhecida: Atlantis')).toBeVisible();
  await expectAccessible(desk);
  await shoot(desk, 'invitations-preview');
  await admin.confirm('Criar 2 convites');
  await expect(admin.dialog.getByText('1 convite criado.')).toBeVisible();
  await expect(admin.dialog.getByText('já tem um convite aberto')).toBeVisible();
  await admin.confirm('Fechar');
  await expect(admin.card('Caio Novo')).toBeVisible();
  await admin.expectSound();
  await shoot(desk, 'invitations-list');

  const rows = await product.sql('select name, token from app.teacher_invitations');
  const tokenOf = (name: string) => String(rows.find((row) => row.name === name)?.token);
  const account = new AccountPages(page);
  await page.goto(`/convite/${tokenOf('Bia Nova')}`);
  await expect(account.main.getByRole('heading', { name: 'Olá, Bia Nova!' })).toBeVisible();
  await expect(account.main.getByText('A equipe do Danceflix convida você')).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  await expectAccessible(page);
  await shoot(page, 'invitation');
  await account.main.getByRole('button', { name: 'Criar meu perfil de professor' }).click();
  await expect(account.name).toHaveValue('Bia Nova');
  await expect(account.styles.getByLabel('Forró', { exact: true })).toBeChecked();
  await account.fillRegistration('teacher');
  await account.commit();
  await expect(page).toHaveURL(/\/teacher\/home$/);
  await expect
    .poll(() => product.sql('select 1 from app.teacher_invitations where used_at is not null'))
    .toHaveLength(1);

  await admin.open('/admin/invitations', 'Convites');
  await expect(admin.card('Bia Nova').getByText('Cadastrado', { exact: true })).toBeVisible();
  await desk.getByRole('button', { name: 'Revogar: Caio Novo' }).click();
  await admin.confirm('Revogar');
  await admin.told('Convite de Caio Novo revogado');

  for (const [name, said] of [
    ['Bia Nova', 'Este convite já foi usado'],
    ['Caio Novo', 'Este convite não vale mais'],
  ] as const) {
    await desk.goto(`/convite/${tokenOf(name)}`);
    await expect(desk.getByRole('heading', { level: 1, name: said })).toBeVisible();
    await expectAccessible(desk);
  }
  await office.close();
});
