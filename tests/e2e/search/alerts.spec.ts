import { expectAccessible, readyForOffline, workerControls } from '../../support/browser';
import { idOf, OwnPages } from '../pages/own-pages';
import { doubleTap } from '../support/double-tap';
import { addTeacher } from '../support/people';
import type { Product } from '../support/product';
import { fcm, PushService, test as pushTest, shownBy } from '../support/push';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';

const NOBODY = '/search?style=Tango&city=Garopaba&area=Ferraz';

/** As the timers would, minutes from now; another run may be under way. */
const tell = (product: Product, minutes: number) =>
  product.sql(`select public.tell_alerts(500, now() + interval '${minutes} minutes')`);

pushTest(
  'a visitor who finds nobody is told by a push when somebody comes, and stops it without a connection',
  async ({ page, product, context }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(NOBODY);
    await workerControls(page);
    await expect(page.getByRole('button', { name: 'Avise-me quando houver' })).toBeVisible();
    await shoot(page, 'alert-offer');
    await page.getByRole('button', { name: 'Avise-me quando houver' }).click();
    const sheet = page.getByRole('dialog', { name: 'Avise-me' });
    await expect(
      sheet.getByText('Avisamos quando houver professor: Tango em Garopaba, Ferraz.'),
    ).toBeVisible();
    await expectAccessible(page);
    await shoot(page, 'alert-visitor');
    await doubleTap(sheet.getByRole('button', { name: 'Avisar neste aparelho' }));
    await expect(
      sheet.getByText('Pronto! Avisamos quando houver professor: Tango em Garopaba, Ferraz.'),
    ).toBeVisible();
    await expect(sheet.getByRole('button', { name: 'Parar de avisar' })).toHaveCount(1);
    await expectAccessible(page);
    await shoot(page, 'alert-made');
    const alerts = `select a.neighborhood, p.fcm_token as token from app.visitor_alerts a join app.visitor_phones p on p.id = a.phone_id`;
    await expect.poll(() => product.sql(alerts)).toEqual([{ neighborhood: 'Ferraz', token: fcm.token }]);

    const id = await addTeacher(product, { name: 'Lia Nova', city: 'Garopaba', styles: ['Tango'] });
    await product.sql(`update public.teachers set neighborhood = 'Ferraz' where id = '${id}'`);
    const pushes = 'select title, body, url from app.visitor_pushes';
    await expect
      .poll(async () => {
        await tell(product, 2);
        await tell(product, 8);
        return product.sql(pushes);
      })
      .toMatchObject([{ title: 'Chegou professor: Tango em Garopaba, Ferraz', url: `/teachers/${id}` }]);
    const [worker] = context.serviceWorkers();
    if (!worker) throw new Error('No worker');
    const [push] = await product.sql<Record<string, string>>(pushes);
    const service = await PushService.of(page);
    await service.deliver({ ...push, notification_id: 'v-1', user_id: '', kind: 'alert.found' });
    await expect
      .poll(async () => (await shownBy(worker)).map(({ title }) => title))
      .toEqual(['Chegou professor: Tango em Garopaba, Ferraz']);

    await page.goto('/search');
    await readyForOffline(page);
    await context.setOffline(true);
    await page.reload();
    await page.getByRole('button', { name: 'Avise-me de novos professores' }).click();
    await sheet.getByRole('button', { name: 'Parar de avisar' }).click();
    await expect(sheet.getByRole('button', { name: 'Parar de avisar' })).toHaveCount(0);
    await context.setOffline(false);
    await expect.poll(() => product.sql('select from app.visitor_phones')).toEqual([]);
  },
);

test.describe('with an account', () => {
  test.use({ serviceWorkers: 'allow' });
  test('an alert survives the way to an account, is made and stopped without a connection, and tells in the inbox', async ({
    page,
    product,
    context,
    frame,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // This server has no push keys: a visitor is told to create an account.
    await page.goto('/aulas/tango/garopaba');
    await page.getByRole('button', { name: 'Avise-me quando houver' }).click();
    const sheet = page.getByRole('dialog', { name: 'Avise-me' });
    await expect(sheet.getByRole('button', { name: 'Avisar neste aparelho' })).toHaveCount(0);
    await frame.expectNoSidewaysScroll();
    await sheet.getByRole('button', { name: 'Criar conta e ser avisado' }).click();
    await expect(page).toHaveURL(/\/register\?/);
    await new OwnPages(page).enter('student');
    await page.goto('/student/notifications');
    const list = page.getByRole('region', { name: 'Seus avisos de professores' });
    await expect(list.getByText('Tango em Garopaba')).toBeVisible();
    const on = `select count(*)::int as n from public.teacher_alerts where is_on and user_id = ${idOf('student')}`;
    await expect.poll(() => product.sql(on)).toEqual([{ n: 1 }]);
    await expectAccessible(page);
    await shoot(page, 'alert-list');

    await page.goto('/search?style=Salsa&city=Garopaba');
    await readyForOffline(page);
    await context.setOffline(true);
    await page.reload();
    await page.getByRole('button', { name: 'Avise-me quando houver' }).click();
    await sheet.getByLabel('Bairro (opcional)').fill('x');
    await sheet.getByRole('button', { name: 'Avise-me', exact: true }).click();
    await expect(
      sheet.getByRole('alert').filter({ hasText: 'O bairro tem de 2 a 80 letras.' }),
    ).toBeVisible();
    await sheet.getByLabel('Bairro (opcional)').fill('');
    await doubleTap(sheet.getByRole('button', { name: 'Avise-me', exact: true }));
    await expect(sheet.getByText('Salvo no aparelho. Enviamos assim que houver conexão.')).toBeVisible();
    await expectAccessible(page);
    await page.goto('/student/notifications');
    await expect(list.getByRole('listitem').filter({ hasText: 'Salsa em Garopaba' })).toContainText(
      'Salvo no aparelho',
    );
    await list
      .getByRole('listitem')
      .filter({ hasText: 'Tango em Garopaba' })
      .getByRole('button', { name: 'Parar de avisar' })
      .click();
    await expect(list.getByText('Tango em Garopaba')).toHaveCount(0);
    await expect(list.getByRole('heading')).toBeFocused();
    await context.setOffline(false);
    const styles = `select s.name from public.teacher_alerts a join public.dance_styles s on s.id = a.style_id where a.is_on`;
    await expect.poll(() => product.sql(styles)).toEqual([{ name: 'Salsa' }]);
    await expect(list.getByText('Salvo no aparelho')).toHaveCount(0);

    await addTeacher(product, { name: 'Lia Nova', city: 'Garopaba', styles: ['Salsa', 'Tango'] });
    await expect
      .poll(async () => {
        await tell(product, 2);
        await tell(product, 8);
        return product.sql(`select title from public.notifications where kind = 'alert.found'`);
      })
      .toEqual([{ title: 'Chegou professor: Salsa em Garopaba' }]);
    await expect(page.getByText('Chegou professor: Salsa em Garopaba')).toBeVisible();

    // The counted searches, for who teaches there and for the team.
    await product.sql(`insert into app.demand_day (day) values ((now() at time zone 'America/Sao_Paulo')::date)
      on conflict (only_row) do update set day = excluded.day`);
    await product.sql(`insert into app.demand (style_id, city_id, people)
      select s.id, p.city_id, 15 from public.dance_styles s, public.user_profiles p
      where s.name = 'Kizomba' and p.id = ${idOf('teacher')}`);
    const teacher = await context
      .browser()
      ?.newContext({ viewport: { width: 360, height: 800 }, baseURL: product.url });
    const theirs = await teacher?.newPage();
    if (!teacher || !theirs) throw new Error('No second phone');
    await new OwnPages(theirs).enter('teacher');
    await theirs.goto('/teacher/home');
    const demand = theirs.getByRole('region', { name: 'Quem procura aula' });
    await expect(demand.getByText(/^Pelo menos 15 pessoas procuram Kizomba/)).toBeVisible();
    await expectAccessible(theirs);
    await demand.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await shoot(theirs, 'teacher-demand');
    await teacher.close();
  });
});
