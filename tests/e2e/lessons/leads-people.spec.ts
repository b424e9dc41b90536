/** The lead flow with other data than the demo's, and for signed-in people. */
import { expectAccessible, readyForOffline } from '../../support/browser';
import { LeadPages, MATCH } from '../pages/lead-pages';
import { idOf, OwnPages } from '../pages/own-pages';
import { openMore } from '../pages/teacher-page';
import { fail } from '../support/network';
import { expect, changingTest as test } from '../support/test';

test.beforeEach(({ page }) => page.clock.install());

test('[B189][D094] leads to the team’s teacher when no teacher has the style in the city', async ({
  page,
  product,
}) => {
  await product.sql(`insert into public.cities (name) values ('Xapuri')`);
  const leads = new LeadPages(page);
  await page.route(MATCH, fail);
  await leads.open();
  await leads.expectOffered('Xapuri');
  await leads.send({ cidade: 'Xapuri' });
  await leads.passTime();
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/teachers\/./);
  const [team] = await product.sql<{ name: string }>(
    `select l.name from public.teacher_listings l, public.app_settings s
     where s.key = 'default_teacher_id' and l.id::text = s.value #>> '{}'`,
  );
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(team?.name ?? '');
  const kept = await product.sql(
    'select professor_encontrado from public.student_leads where id = $1::uuid',
    await leads.leadId(),
  );
  expect(kept).toEqual([{ professor_encontrado: team?.name }]);
});

test('[D083] a city without teachers has one honest card and no error', async ({ page, product, frame }) => {
  await product.sql(`insert into public.cities (name) values ('Xapuri')`);
  const leads = new LeadPages(page);
  await leads.open();
  await leads.expectOffered('Xapuri');
  await leads.sendAndArrive({ cidade: 'Xapuri' });
  await expect(leads.inBrazil).toBeVisible();
  await expect(leads.inCity).toHaveCount(0);
  await expect(page.getByText('Ainda não há professores em Xapuri.')).toBeVisible();
  await expect(leads.oops).toHaveCount(0);
  await frame.expectNoSidewaysScroll();
  await expectAccessible(page);
});

test('[B230] a matched teacher who has become inactive is not shown', async ({ page, product }) => {
  const leads = new LeadPages(page);
  await leads.open();
  await leads.sendAndArrive();
  await expect(leads.inCity).toBeVisible();
  await product.sql(
    `update public.teachers set is_active = false where id = (
       select (ai_analysis_data -> 'cityMatch' ->> 'teacherId')::uuid from public.student_leads where id = $1::uuid)`,
    await leads.leadId(),
  );
  await page.reload();
  await expect(leads.inBrazil).toBeVisible();
  await expect(leads.inCity).toHaveCount(0);
});

test('[D053][D082] a student’s home leads to it, filled with what is known, and the match is asked for with their id', {
  tag: '@worker',
}, async ({ page, product, context }) => {
  const [student] = await product.sql<{ name: string; city: string }>(
    `select p.name, c.name as city from public.user_profiles p join public.cities c on c.id = p.city_id
     where p.id = ${idOf('student')}`,
  );
  const own = new OwnPages(page);
  const leads = new LeadPages(page);
  await own.enter('student');
  const link = page.getByRole('main').getByRole('link', { name: 'Receber uma indicação' });
  await expect(link).toHaveAttribute('href', '/encontrar-professor');
  await readyForOffline(page);
  await context.setOffline(true);
  await link.click();
  await expect(leads.name).toHaveValue(student?.name ?? '');
  await expect(leads.city).toHaveValue(student?.city ?? '');
  // Typed text is never overwritten, and is still there after a reload.
  await leads.name.fill('Outra Pessoa');
  await context.setOffline(false);
  await page.reload();
  await expect(leads.name).toHaveValue('Outra Pessoa');
  await expect(leads.city).toHaveValue(student?.city ?? '');
  await leads.expectOffered('Vitória');
  const asked = page.waitForRequest(MATCH);
  await leads.send();
  const id = await leads.leadId();
  const [row] = await product.sql<{ user_id: string }>(
    'select user_id from public.student_leads where id = $1::uuid',
    id,
  );
  expect(row?.user_id).toMatch(/^[0-9a-f-]{36}$/);
  expect((await asked).postDataJSON()).toEqual({ leadId: id, userId: row?.user_id });
});

test('a teacher who was recommended and then blocked is replaced by another one, also after a reload', async ({
  page,
  search,
}) => {
  const own = new OwnPages(page);
  const leads = new LeadPages(page);
  await own.enter('student');
  await search.open();
  await leads.open();
  await leads.expectOffered('Vitória');
  await leads.sendAndArrive();
  const name = leads.inCity.getByRole('heading', { level: 3 });
  const first = await name.innerText();
  await leads.inCity.getByRole('link').click();
  await openMore(page);
  await page.getByRole('button', { name: `Bloquear ${first}` }).click();
  await page.getByRole('button', { name: 'Sim, bloquear' }).click();
  await expect(page.getByRole('button', { name: `Desbloquear ${first}` })).toBeVisible();
  for (const look of [() => page.goto('/encontrar-professor/resultados'), () => page.reload()]) {
    await look();
    await expect(leads.inBrazil).toBeVisible();
    await expect(name).toBeVisible();
    await expect(page.getByText(first)).toHaveCount(0);
  }
});
