import { expectAccessible, readyForOffline } from '../../support/browser';
import { PHONE } from '../../support/chromium';
import { AdminPages } from '../pages/admin-pages';
import { OwnPages } from '../pages/own-pages';
import { doubleTap } from '../support/double-tap';
import { pickName } from '../support/pick-name';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';

test.use({ serviceWorkers: 'allow' });
const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('a weekly ball: written offline, published by the team, gone to, confirmed and called off, and old when nobody confirms it', async ({
  page,
  product,
  browser,
  context,
  frame,
}) => {
  await new OwnPages(page).enter('student');
  await page.goto('/comunidade/divulgar');
  await expect(frame.main.getByText('Você ainda não divulgou nenhum evento.')).toBeVisible();
  await readyForOffline(page);
  await context.setOffline(true);
  const form = frame.main.getByRole('form', { name: 'Divulgar um baile' });
  await form.getByRole('button', { name: 'Enviar para a equipe' }).click();
  await expect(form.getByLabel('Nome do evento')).toBeFocused();
  await form.getByLabel('Nome do evento').fill('Forró da Ladeira');
  await pickName(form.getByRole('combobox', { name: 'Cidade' }), 'Vitória');
  await form.getByLabel('Começa').fill(`${soon(8)}T20:00`);
  await form.getByLabel('Repete toda semana').check();
  await form.getByLabel('Quem organiza').fill('Coletivo da Ladeira');
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'agenda-form');
  // Typed text outlives the page.
  await page.reload();
  await expect(form.getByLabel('Nome do evento')).toHaveValue('Forró da Ladeira');
  await doubleTap(form.getByRole('button', { name: 'Enviar para a equipe' }));
  const card = frame.main.getByRole('article', { name: 'Forró da Ladeira' });
  await expect(card.getByText('Em análise')).toBeVisible();
  await expect(card.getByText('Salvo no aparelho')).toBeVisible();
  await context.setOffline(false);
  await expect(card.getByText('Salvo no aparelho')).toHaveCount(0);
  await expect
    .poll(() => product.sql(`select state from public.event_proposals`))
    .toEqual([{ state: 'waiting' }]);

  // The team refuses it first, then publishes what was changed.
  const team = await browser.newContext({ ...PHONE, baseURL: product.url });
  const desk = await team.newPage();
  const admin = new AdminPages(desk);
  await admin.enter('/admin/eventos?waiting=true');
  await expect(admin.card('Forró da Ladeira')).toContainText('Espera decisão');
  await desk.getByRole('button', { name: 'Recusar: Forró da Ladeira' }).click();
  await admin.dialog.getByLabel('Motivo').fill('Falta o endereço.');
  await admin.confirm('Recusar');
  await admin.told('Evento recusado');
  await expect(card.getByText('Recusado')).toBeVisible();
  await expect(card.getByText('Motivo da equipe: Falta o endereço.')).toBeVisible();
  await card.getByRole('button', { name: 'Editar Forró da Ladeira' }).click();
  const change = frame.main.getByRole('form', { name: 'Mudar Forró da Ladeira' });
  await change.getByLabel('Lugar (opcional)').fill('Ladeira do Carmo, 12');
  await change.getByRole('button', { name: 'Enviar de novo' }).click();
  await expect(card.getByText('Em análise')).toBeVisible();
  await admin.open('/admin/eventos?waiting=true', 'Eventos');
  await desk.getByRole('button', { name: 'Publicar: Forró da Ladeira' }).click();
  await expect(card.getByText('Publicado', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'agenda-own');

  // A visitor goes, on the phone only, and without a connection.
  const visit = await browser.newContext({ ...PHONE, baseURL: product.url, serviceWorkers: 'block' });
  const visitor = await visit.newPage();
  await visitor.goto('/comunidade/eventos');
  const first = visitor.getByRole('listitem').filter({ hasText: 'Forró da Ladeira' }).first();
  await expect(first.getByText('confirmado hoje')).toBeVisible();
  // Without a worker, the part that lists the own dates has to arrive before the connection is lost.
  await visitor.waitForLoadState('networkidle');
  await first.getByRole('link').click();
  const going = visitor.getByRole('button', { name: 'Vou' });
  await expect(going).toBeVisible();
  await visit.setOffline(true);
  await going.click();
  await expect(visitor.getByText('Guardado só neste aparelho.')).toBeVisible();
  await expectAccessible(visitor);
  await shoot(visitor, 'agenda-event');
  await visitor.getByRole('link', { name: 'Todos os eventos' }).click();
  const mine = visitor.getByRole('region', { name: 'Os que eu vou' });
  await expect(mine.getByRole('link', { name: 'Forró da Ladeira' })).toBeVisible();
  await visit.setOffline(false);

  // The organiser goes too, which is counted, calls a date off and confirms, all in one tap each.
  await card.getByRole('link', { name: 'Forró da Ladeira' }).click();
  await context.setOffline(true);
  await frame.main.getByRole('button', { name: 'Vou' }).click();
  await expect(frame.main.getByRole('button', { name: 'Vou' })).toHaveAttribute('aria-pressed', 'true');
  const tools = frame.main.getByRole('region', { name: 'Organização de Forró da Ladeira' });
  await tools
    .getByRole('button', { name: /^Cancelar / })
    .nth(1)
    .click();
  await expect(tools.getByRole('button', { name: /^Manter / })).toHaveCount(1);
  await frame.expectNoSidewaysScroll();
  await context.setOffline(false);
  await expect
    .poll(() =>
      product.sql(`select (select count(*)::int from public.event_goings where is_on) as goings,
        (select cardinality(off_dates) from public.events where title = 'Forró da Ladeira') as off`),
    )
    .toEqual([{ goings: 1, off: 1 }]);
  await expect(visitor.getByText('Forró da Ladeira').first()).toBeVisible();

  // Thirty days later nobody has confirmed it.
  await product.sql(
    `update public.events set confirmed_at = now() - interval '31 days' where title = 'Forró da Ladeira'`,
  );
  await expect(tools.getByText('sem confirmação há 31 dias: pergunte antes de ir')).toBeVisible();
  await expect(first.getByText('sem confirmação há 31 dias: pergunte antes de ir')).toBeVisible();
  await shoot(visitor, 'agenda-stale');
  await tools.getByRole('button', { name: 'Confirmar que continua' }).click();
  await expect(tools.getByText('confirmado hoje')).toBeVisible();
  await expect(first.getByText('confirmado hoje')).toBeVisible();
  await visit.close();
  await team.close();
});
