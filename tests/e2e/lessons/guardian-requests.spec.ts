/** A guardian asks for lessons for a person under age: only from teachers whose background the team has checked. */
import { expectAccessible, readyForOffline } from '../../support/browser';
import { PHONE } from '../../support/chromium';
import { idOf, OwnPages } from '../pages/own-pages';
import { RequestPages } from '../pages/request-pages';
import { addTeacherWithLogin } from '../support/people';
import { shoot } from '../support/shoot';
import { signedIn } from '../support/signed-in';
import { expect, changingTest as test } from '../support/test';

test.use({ serviceWorkers: 'allow' });
const CITY = 'Nova Gafieira';
const ANA = { email: 'ana.prado@example.test', password: 'ana-prado-danceflix' };
const FOR_MINOR = 'Aula para menor, com responsável presente';

test('a guardian asks a checked teacher offline, whose check ends before the request arrives; it is sent after a new one', async ({
  page,
  product,
  browser,
  context,
  frame,
}) => {
  await product.sql('insert into public.cities (name) values ($1)', CITY);
  await product.sql(
    `update public.user_profiles set city_id = (select id from public.cities where name = $1) where id = ${idOf('teacher')}`,
    CITY,
  );
  const ana = await addTeacherWithLogin(page.request, product, { name: 'Ana Prado', city: CITY, ...ANA });
  const checkBackground = () =>
    product.sql(`insert into public.teacher_checks (teacher_id, kind) values ($1, 'background')`, ana);
  const endCheck = () =>
    product.sql(
      `update public.teacher_checks set revoked_at = now()
       where teacher_id = $1 and kind = 'background' and revoked_at is null`,
      ana,
    );
  await checkBackground();

  const requests = new RequestPages(page);
  await new OwnPages(page).enter('student');
  await page.goto('/teachers/marina-couto');
  await requests.ask.click();
  await expect(requests.form).toBeVisible();
  await readyForOffline(page);
  await context.setOffline(true);

  // Marina has no such check: the form says so before anything is sent, and names who may be asked.
  await requests.fill('Forró', 'Queremos começar devagar.');
  await requests.form.getByRole('radio', { name: 'Para menor de idade' }).check();
  await expect(requests.form.getByRole('alert').first()).toContainText(
    'Marina não pode receber pedidos para menor agora',
  );
  await requests.form.getByRole('button', { name: 'Enviar pedido' }).click();
  await expect(requests.form.getByRole('radio', { name: 'Para menor de idade' })).toBeFocused();
  await expect(requests.form.getByText('Escolha “Para mim”, ou peça a outro professor')).toBeVisible();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'guardian-unchecked');
  await page.reload();
  await expect(requests.message).toHaveValue('Queremos começar devagar.');
  await requests.form.getByRole('link', { name: 'Ana Prado' }).click();

  // The values have come along; the terms are accepted with the request.
  await expect(page.getByRole('heading', { level: 1, name: 'Pedir aula com Ana Prado' })).toBeVisible();
  await expect(requests.message).toHaveValue('Queremos começar devagar.');
  const terms = requests.form.getByRole('group', { name: 'Aula para menor, pedida por responsável' });
  await expect(terms).toContainText('O responsável fica presente durante toda a aula.');
  await expect(terms).toContainText('em lugar público');
  await requests.form.getByRole('button', { name: 'Enviar pedido' }).click();
  const accept = terms.getByRole('checkbox');
  await expect(accept).toBeFocused();
  await expect(terms).toContainText('Aceite os termos para pedir uma aula para menor');
  await accept.check();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'guardian-terms');
  await requests.send();
  await expect(requests.main.getByRole('heading', { name: FOR_MINOR })).toBeVisible();
  await page.reload();
  await expect(requests.main.getByText('Você aceitou estes termos com o pedido.')).toBeVisible();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'guardian-own-request');

  // The check ends before the request arrives.
  await endCheck();
  await context.setOffline(false);
  await expect(requests.main.getByText(/não está com os antecedentes conferidos/)).toBeVisible();
  await expect(requests.main.getByText('Não enviado')).toBeVisible();
  await requests.main.getByRole('link', { name: 'Editar pedido' }).click();
  await expect(requests.form.getByText(/Ana não pode receber pedidos para menor agora/)).toBeVisible();
  await expect(requests.message).toHaveValue('Queremos começar devagar.');
  await checkBackground();
  await expect(accept).toBeChecked();
  await requests.send();
  const stored = () =>
    product.sql(
      `select guardian_terms, guardian_terms_at is not null as dated, message from public.lesson_requests where teacher_id = $1`,
      ana,
    );
  await expect
    .poll(stored)
    .toEqual([{ guardian_terms: '1', dated: true, message: 'Queremos começar devagar.' }]);

  // The teacher reads it on the request and on its lessons, offline too.
  const other = await browser.newContext({ ...PHONE, baseURL: product.url });
  const hers = await other.newPage();
  const theirs = new RequestPages(hers);
  await signedIn(hers, ANA);
  await theirs.open('teacher');
  await expect(theirs.cards.filter({ hasText: 'Forró com Camila' })).toContainText(FOR_MINOR);
  await readyForOffline(hers);
  await other.setOffline(true);
  await theirs.choose('Forró com Camila Duarte');
  await expect(hers.getByRole('region', { name: FOR_MINOR })).toContainText(
    'O responsável aceitou estes termos com o pedido.',
  );
  await expectAccessible(hers);
  await shoot(hers, 'guardian-teacher');
  await theirs.accept.click();
  await theirs.main.getByRole('button', { name: 'Marcar aula', exact: true }).click();
  await hers.getByLabel('Lugar (opcional)').fill('Estúdio da Praia');
  await theirs.main.getByRole('button', { name: 'Enviar proposta', exact: true }).click();
  await expect(theirs.main.getByRole('article')).toContainText(FOR_MINOR);
  await hers.goto('/teacher/lessons');
  await expect(theirs.main.getByRole('article')).toContainText(FOR_MINOR);
  await expectAccessible(hers);
  await shoot(hers, 'guardian-lessons');
  await other.setOffline(false);
  await page.goto('/student/lessons');
  await expect(requests.main.getByRole('article')).toContainText(FOR_MINOR);
  await expect(requests.main.getByRole('article')).toContainText('Estúdio da Praia');

  // The check ends while a confirmation waits: the server refuses it, and both read why nothing more can be agreed on.
  await requests.main.getByRole('article').getByRole('link').first().click();
  const confirm = requests.main.getByRole('button', { name: 'Confirmar', exact: true });
  await expect(confirm).toBeVisible();
  await context.setOffline(true);
  await confirm.click();
  await expect(confirm).toHaveCount(0);
  await endCheck();
  await context.setOffline(false);
  await expect(requests.main.getByText(/os antecedentes de quem ensina não estão conferidos/)).toBeVisible();
  await expect(
    requests.main.getByText('A conferência dos antecedentes de Ana venceu.', { exact: false }),
  ).toBeVisible();
  const without = 'Sem uma nova conferência dos antecedentes de Ana,';
  await expect(requests.main.getByText(`${without} não dá para marcar aulas.`)).toBeVisible();
  await expect(
    requests.main.getByText(`${without} esta aula não pode ser confirmada nem mudada.`),
  ).toBeVisible();
  const agreeing = /^(Confirmar|Marcar (outra )?aula|Propor outro horário|Mudar a proposta)$/;
  await expect(requests.main.getByRole('button', { name: agreeing })).toHaveCount(0);
  await expect(requests.main.getByRole('button', { name: 'Cancelar aula' })).toBeVisible();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'guardian-ended');
  await theirs.open('teacher');
  await theirs.choose('Forró com Camila Duarte');
  await expect(hers.getByRole('region', { name: FOR_MINOR })).toContainText(
    'marcar ou confirmar outras aulas',
  );
  await expect(
    theirs.main.getByText('Sem uma nova conferência dos seus antecedentes, não dá para marcar aulas.'),
  ).toBeVisible();
  await expect(theirs.main.getByRole('button', { name: agreeing })).toHaveCount(0);
  await expect(theirs.main.getByRole('button', { name: 'Cancelar aula' })).toBeVisible();
  await other.close();

  // An account that a person under age may use is not among those who look for a partner.
  await page.goto('/comunidade/pares');
  await expect(frame.main.getByRole('heading', { name: 'Esta conta pede aulas para menor' })).toBeVisible();
  await expect(frame.main.getByRole('form', { name: 'Procurar um par' })).toHaveCount(0);
  await expect(frame.main.getByRole('region', { name: 'Quem procura par' })).toHaveCount(0);
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'guardian-partners');
});
