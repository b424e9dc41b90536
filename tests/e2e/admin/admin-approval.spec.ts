/** From registration to the first page that students see: the team asks for a change, the teacher makes it, and is on air. */
import { expectAccessible, workerControls } from '../../support/browser';
import { AdminPages } from '../pages/admin-pages';
import { idOf, OwnPages } from '../pages/own-pages';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';

const ASKED = 'Falta dizer em que bairro você dá aulas.';

test('[T018][A006, B017] a teacher is asked for a change, makes it without a connection, is approved and celebrates once', {
  tag: '@worker',
}, async ({ page, product, context, browser }) => {
  await product.sql(
    `update public.teachers set is_active = false, approved_at = null, neighborhood = null where id = ${idOf('teacher')}`,
  );
  await product.sql(
    `update public.notifications set _deleted = true where user_id = ${idOf('teacher')} and kind = 'teacher.approved'`,
  );
  const office = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 360, height: 800 },
    locale: 'pt-BR',
  });
  const desk = await office.newPage();
  const admin = new AdminPages(desk);
  await admin.enter('/admin');
  await desk
    .getByRole('link', { name: /espera/ })
    .first()
    .click();
  await expect(desk).toHaveURL('/admin/teachers');
  // Without a choice the list shows those who wait.
  await expect(admin.card('Marina Couto')).toBeVisible();
  await expect(admin.main.getByRole('button', { name: /^Desativar/ })).toHaveCount(0);
  await admin.expectSound();
  await shoot(desk, 'approval-list');
  await desk.getByRole('link', { name: 'Marina Couto' }).click();
  const page2 = admin.list('Ver como ficará');
  await expect(page2.getByRole('heading', { name: 'Marina Couto' })).toBeVisible();
  await admin.expectSound();
  await shoot(desk, 'approval-page');
  const height = await desk.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThan(7000);
  await desk.getByRole('button', { name: 'Pedir ajuste' }).click();
  await admin.confirm('Enviar pedido');
  await expect(admin.dialog.getByText('Escreva o que falta.')).toBeVisible();
  await admin.dialog.getByLabel('Mensagem').fill(ASKED);
  await admin.confirm('Enviar pedido');
  await admin.told('Pedido enviado a Marina Couto');
  await expect(admin.list('Análise').getByText(ASKED)).toBeVisible();
  await admin.open('/admin/teachers', 'Professores');
  await expect(admin.card('Marina Couto')).toHaveCount(0);

  const own = new OwnPages(page);
  await own.enter('teacher');
  await expect(own.approval.getByText(ASKED)).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'approval-asked');
  await own.approval.getByRole('link', { name: 'Ajustar meu perfil' }).click();
  await expect(own.approval.getByText(ASKED)).toBeVisible();
  await own.completeness.getByRole('link', { name: 'Informar o bairro das aulas' }).click();
  await expect(own.profile.getByLabel('Bairro')).toBeFocused();
  await workerControls(page);
  await context.setOffline(true);
  await page.keyboard.type('Jardim da Penha');
  await own.save();
  await expect(own.approval.getByText(/voltou para a fila/)).toBeVisible();
  await context.setOffline(false);
  await expect
    .poll(() => product.sql(`select 1 from public.teacher_reviews where adjusted_at is not null`))
    .toHaveLength(1);

  await admin.open('/admin/teachers', 'Professores');
  await expect(admin.card('Marina Couto').getByText('Ajustado', { exact: true })).toBeVisible();
  await desk.getByRole('link', { name: 'Marina Couto' }).click();
  for (const point of ['Foto', 'Texto', 'Contato', 'Estilos', 'Cidade'])
    await admin.list('Análise').getByRole('checkbox', { name: point }).check();
  await admin.list('Análise').getByRole('button', { name: 'Aprovar' }).click();
  const unread = (await own.bell.getAttribute('aria-label')) ?? '';
  await admin.confirm('Aprovar');
  await admin.told('Marina Couto: perfil aprovado');
  await expect(admin.list('Análise')).toHaveCount(0);
  await office.close();
  expect(
    await product.sql(
      `select cardinality(checked) as n from public.teacher_reviews where outcome = 'approved'`,
    ),
  ).toEqual([{ n: 5 }]);

  // The approval reaches the phone; the moment is drawn from what it holds, without a connection.
  await expect(own.bell).not.toHaveAccessibleName(unread);
  await expect(own.approval).toContainText('Aprovado em');
  await context.setOffline(true);
  await page
    .getByRole('navigation', { name: 'Navegação do celular' })
    .getByRole('link', { name: 'Início' })
    .click();
  const joy = page.getByRole('region', { name: 'Você está no ar' });
  await expect(joy.getByRole('heading', { name: 'Você está no ar!' })).toBeVisible();
  await expect(joy.getByRole('link', { name: /Compartilhar no WhatsApp/ })).toBeVisible();
  await expect(joy.getByRole('link', { name: 'Divulgar' })).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'approval-joy');
  await page
    .getByRole('navigation', { name: 'Navegação do celular' })
    .getByRole('link', { name: 'Perfil' })
    .click();
  await expect(own.profile).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Navegação do celular' })
    .getByRole('link', { name: 'Início' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /^Olá, / })).toBeVisible();
  await expect(joy).toHaveCount(0);
});
