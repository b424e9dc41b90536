/** A request whose teacher is silent: other teachers are asked besides, offline; the first acceptance withdraws the others. */
import { expectAccessible, readyForOffline } from '../../support/browser';
import { PHONE } from '../../support/chromium';
import { idOf, OwnPages } from '../pages/own-pages';
import { RequestPages } from '../pages/request-pages';
import { doubleTap } from '../support/double-tap';
import { addTeacherWithLogin } from '../support/people';
import type { Product } from '../support/product';
import { shoot } from '../support/shoot';
import { signedIn } from '../support/signed-in';
import { expect, changingTest as test } from '../support/test';

test.use({ serviceWorkers: 'allow' });
const CITY = 'Nova Gafieira';
const ANA = { email: 'ana.prado@example.test', password: 'ana-prado-danceflix' };

/** Marina teaches in a city of this test, and has left a request of six days ago without an answer. */
async function silentRequest(product: Product): Promise<string> {
  await product.sql(
    `update public.user_profiles set city_id = (select id from public.cities where name = $1) where id = ${idOf('teacher')}`,
    CITY,
  );
  const [request] = await product.sql<{ id: string }>(
    `insert into public.lesson_requests (id, student_id, teacher_id, dance_style_id, preferred_days, preferred_times, message, request_date)
     values (gen_random_uuid(), ${idOf('student')}, ${idOf('teacher')},
       (select id from public.dance_styles where name = 'Forró'), '{segunda}', '{noite}', 'Marina, quero conduzir um xote.',
       now() - interval '6 days') returning id`,
  );
  await product.sql(
    `select public.tend_lessons(200, ((now() at time zone 'America/Sao_Paulo')::date - 1 + time '12:00') at time zone 'America/Sao_Paulo')`,
  );
  return request?.id ?? '';
}

const wish = (product: Product, first: string) =>
  product.sql<{ name: string; status: string; message: string }>(
    `select p.name, r.status, r.message from public.lesson_requests r join public.user_profiles p on p.id = r.teacher_id
     where r.id = $1 or r.wish_id = $1 order by p.name`,
    first,
  );

test('a student asks two more teachers offline, one accepts, and the late acceptance of the first is refused', async ({
  page,
  product,
  browser,
  context,
  frame,
}) => {
  await product.sql('insert into public.cities (name) values ($1)', CITY);
  await addTeacherWithLogin(page.request, product, { name: 'Ana Prado', city: CITY, ...ANA });
  await addTeacherWithLogin(page.request, product, {
    name: 'Rui Melo',
    city: CITY,
    ...ANA,
    email: 'rui.melo@example.test',
  });
  const first = await silentRequest(product);
  await product.sql(
    `insert into app.response_facts (id, decided, reply_hours, reply_tenths, published_at)
     values (${idOf('teacher')}, 12, 3, 9, now())
     on conflict (id) do update set reply_hours = 3, reply_tenths = 9`,
  );
  await product.sql(`select app.recompute_listings(array[${idOf('teacher')}])`);

  const requests = new RequestPages(page);
  const own = new OwnPages(page);
  await own.enter('student');
  await page.goto('/student/notifications');
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Marina ainda não respondeu' })
    .getByRole('link', { name: /Ainda sem resposta/ })
    .click();
  const others = page.getByRole('region', { name: 'Peça também a outros professores' });
  await expect(others.getByRole('listitem')).toHaveCount(2);
  await readyForOffline(page);

  await context.setOffline(true);
  await page.goto('/teachers/marina-couto');
  await expect(page.getByText('Em geral responde em até 3 horas.')).toBeVisible();
  await expect(page.getByText('Responde no prazo a 9 de cada 10 pedidos.')).toBeVisible();
  await shoot(page, 'wishes-facts');
  await requests.ask.click();
  await expect(page.getByText('Responde no prazo a 9 de cada 10 pedidos.')).toBeVisible();
  await requests.open('student');
  await expect(
    requests.group('Pendente').getByRole('listitem').filter({ hasText: 'Forró com Marina' }),
  ).toContainText('Marina ainda não respondeu. Veja outros professores.');
  await requests.choose('Forró com Marina Couto');
  await expect(others).toContainText('Seu texto chama Marina pelo nome');
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await others.scrollIntoViewIfNeeded();
  await shoot(page, 'wishes-alternatives');
  // Impatient people press twice.
  await doubleTap(others.getByRole('button', { name: 'Pedir também a Ana Prado' }));
  await expect(others.getByText(/^Salvo no aparelho/)).toBeFocused();
  await others.getByRole('button', { name: 'Pedir também a Rui Melo' }).click();
  await expect(others.getByText(/^Salvo no aparelho/)).toHaveCount(2);
  await expect(others.getByRole('status')).toContainText('Três professores estão com o pedido');
  const together = page.getByRole('listitem').filter({ has: page.getByText('Pendente', { exact: true }) });
  await expect(together).toHaveText([/Marina Couto/, /Ana Prado/, /Rui Melo/]);
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'wishes-asked');
  await page.reload();
  await expect(together).toHaveCount(3);
  await requests.open('student');
  await expect(
    requests.group('Pendente').getByRole('listitem').filter({ hasText: 'Forró com Ana' }),
  ).toContainText(/Junto com (Marina Couto e Rui Melo|Rui Melo e Marina Couto)/);
  await shoot(page, 'wishes-list');
  await context.setOffline(false);
  const message = 'Marina, quero conduzir um xote.';
  await expect
    .poll(() => wish(product, first))
    .toEqual([
      { name: 'Ana Prado', status: 'Pendente', message },
      { name: 'Marina Couto', status: 'Pendente', message },
      { name: 'Rui Melo', status: 'Pendente', message },
    ]);

  const late = await browser.newContext({ ...PHONE, baseURL: product.url });
  const marina = await late.newPage();
  const hers = new RequestPages(marina);
  await new OwnPages(marina).enter('teacher');
  await hers.open('teacher');
  await hers.choose('Forró com Camila Duarte');
  await expect(
    hers.main.getByText('O prazo para responder passou. Você ainda pode responder.'),
  ).toBeVisible();
  await readyForOffline(marina);
  await late.setOffline(true);
  await hers.accept.click();
  await expect(hers.main.getByText('Aceito', { exact: true })).toBeVisible();

  const quick = await browser.newContext({ ...PHONE, baseURL: product.url });
  const ana = await quick.newPage();
  const anas = new RequestPages(ana);
  await signedIn(ana, ANA);
  await anas.open('teacher');
  await anas.choose('Forró com Camila Duarte');
  await expect(anas.main.getByText(/^Responda até \S+ \d\d:\d\d$/)).toBeVisible();
  await expectAccessible(ana);
  await shoot(ana, 'wishes-teacher');
  await anas.accept.click();
  await expect
    .poll(() => wish(product, first))
    .toMatchObject([
      { name: 'Ana Prado', status: 'Aceito' },
      { name: 'Marina Couto', status: 'Cancelado' },
      { name: 'Rui Melo', status: 'Cancelado' },
    ]);

  await late.setOffline(false);
  await expect(hers.main.getByText('Não enviado')).toBeVisible();
  await expect(hers.main.getByText(/Outro professor aceitou antes de sua resposta chegar/)).toBeVisible();
  await expect(
    hers.main.getByText('Camila Duarte já encontrou com quem ter aulas. O pedido foi retirado.'),
  ).toBeVisible();
  await expectAccessible(marina);
  await shoot(marina, 'wishes-withdrawn');

  await page.goto(`/student/requests/${first}`);
  await expect(requests.main.getByText('Retirado quando outro professor aceitou.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Peça também a outros professores' })).toHaveCount(0);
  await requests.main.getByRole('link', { name: 'Ana Prado' }).click();
  await expect(requests.main.getByText('Ana Prado aceitou seu pedido.')).toBeVisible();
  expect(
    await product.sql(
      `select p.name from public.notifications n join public.user_profiles p on p.id = n.user_id
       where n.title = 'Pedido retirado' order by p.name`,
    ),
  ).toEqual([{ name: 'Marina Couto' }, { name: 'Rui Melo' }]);
  await late.close();
  await quick.close();
});
