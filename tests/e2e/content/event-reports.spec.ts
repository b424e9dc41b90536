import type { Page } from '@playwright/test';
import { expectAccessible, readyForOffline } from '../../support/browser';
import { PHONE } from '../../support/chromium';
import { AdminPages } from '../pages/admin-pages';
import { idOf, OwnPages } from '../pages/own-pages';
import { doubleTap } from '../support/double-tap';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';

test.use({ serviceWorkers: 'allow' });
const EVENT = 'Baile do Lugar Nenhum';
const PATH = '/comunidade/eventos/baile-do-lugar-nenhum';

test('an event is reported without a connection, with an account and without one; the team takes it down, and each side is told', {
  tag: '@full',
}, async ({ page, product, browser, context, frame }) => {
  await product.sql(
    `with made as (
       insert into public.events (title, kind, city_id, starts_at, venue, organiser, price, description, is_published)
       select '${EVENT}', 'baile', id, now() + interval '9 days', 'Rua Sem Número', 'Coletivo Fantasma', 'R$ 90',
         'Pague antes por mensagem.', false
       from public.cities where name = 'Vitória' returning id)
     insert into public.event_proposals (event_id, person_id) select id, ${idOf('teacher')} from made`,
  );
  await product.sql(`update public.events set is_published = true where title = '${EVENT}'`);

  // Its organiser has nothing to report.
  const theirs = await browser.newContext({ ...PHONE, baseURL: product.url, serviceWorkers: 'block' });
  const organiser = await theirs.newPage();
  await new OwnPages(organiser).enter('teacher');
  await organiser.goto(PATH);
  await expect(organiser.getByRole('region', { name: `Organização de ${EVENT}` })).toBeVisible();
  await expect(organiser.getByRole('button', { name: /^Denunciar/ })).toHaveCount(0);

  await new OwnPages(page).enter('student');
  await page.goto(PATH);
  await readyForOffline(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Denunciar este evento' }).click();
  await page.getByRole('radio', { name: 'Perfil ou informação falsa' }).check();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'report-event');
  await doubleTap(page.getByRole('button', { name: 'Enviar denúncia' }));
  const saved = (on: Page) => on.getByRole('heading', { name: /^Denúncia salva/ });
  await expect(saved(page)).toBeFocused();
  await expect(saved(page)).toBeInViewport();
  await page.reload();
  await expect(frame.main.getByRole('heading', { level: 1, name: EVENT })).toBeVisible();
  await context.setOffline(false);
  const reports = `select r.reporter_id = ${idOf('student')} as is_hers, r.reason, t.seen,
      t.texts -> 2 ->> 'text' as organiser from public.reports r
    join app.reported_texts t on t.report_id = r.id where r.what = 'event' order by r.created_at`;
  const first = { is_hers: true, reason: 'fake', seen: null, organiser: 'Coletivo Fantasma' };
  await expect.poll(() => product.sql(reports)).toEqual([first]);

  const visit = await browser.newContext({ ...PHONE, baseURL: product.url, serviceWorkers: 'block' });
  const visitor = await visit.newPage();
  await visitor.goto(PATH);
  await visitor.getByRole('button', { name: 'Denunciar este evento' }).click();
  await visitor.getByRole('radio', { name: 'Propaganda ou golpe' }).check();
  await visitor.getByRole('button', { name: 'Enviar denúncia' }).click();
  // The form was longer than what takes its place.
  await expect(saved(visitor)).toBeFocused();
  await expect(saved(visitor)).toBeInViewport();
  await expect.poll(() => product.sql(reports)).toEqual([first, { ...first, is_hers: null, reason: 'spam' }]);

  const team = await browser.newContext({ ...PHONE, baseURL: product.url });
  const desk = await team.newPage();
  const admin = new AdminPages(desk);
  await admin.enter('/admin/reports');
  const card = admin.card(EVENT).first();
  await expect(card).toContainText('Descrição: Pague antes por mensagem.');
  await expect(card).toContainText('2 denúncias abertas');
  await admin.expectSound();
  await shoot(desk, 'report-event-queue');
  await card.getByRole('button', { name: `Remover: Evento ${EVENT}` }).click();
  await expect(admin.dialog).toContainText('O evento sai da agenda de todos os aparelhos.');
  await admin.dialog.getByLabel(/^Motivo/).fill('O lugar não existe.');
  await admin.confirm('Remover');
  await admin.told('Removido');
  await team.close();

  await expect(page.getByRole('heading', { name: 'Este evento não está na agenda' })).toBeVisible();
  await page.goto('/student/notifications');
  await expect(page.getByText('removeu o que você denunciou.')).toBeVisible();
  await organiser.goto('/teacher/notifications');
  await expect(organiser.getByText('Motivo: O lugar não existe.')).toBeVisible();
  await organiser.goto('/comunidade/divulgar');
  await expect(organiser.getByRole('article', { name: EVENT })).toContainText('Fora da agenda');
  await visitor.goto('/denuncias');
  const own = visitor.getByRole('region', { name: 'Denúncias deste aparelho' });
  await expect(own.getByText('A equipe removeu o que foi denunciado.')).toBeVisible();
  await expect(own.getByText(/evento/i).first()).toBeVisible();
  await visit.close();
  await theirs.close();
});
