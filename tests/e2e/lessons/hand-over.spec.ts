import type { Page } from '@playwright/test';
import { expectAccessible, readyForOffline, workerControls } from '../../support/browser';
import { idOf, OwnPages } from '../pages/own-pages';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';

const calls = (page: Page) => page.getByRole('list', { name: 'Números de emergência' }).getByRole('link');

test.use({ serviceWorkers: 'allow' });

test('the hand-over of contacts advises once per teacher, tells somebody in one tap and leads to help, without a connection too', async ({
  page,
  product,
  context,
  frame,
}) => {
  const [request] = await product.sql<{ id: string; name: string; slug: string }>(
    `select r.id, p.name, t.slug from public.lesson_requests r
       join public.user_profiles p on p.id = r.teacher_id join public.teachers t on t.id = r.teacher_id
       where r.student_id = ${idOf('student')} and r.status = 'Aceito' and r.ended_at is null and p.whatsapp is not null
       order by r.id limit 1`,
  );
  await product.sql(
    `insert into public.lessons (id, request_id, status, agreed_at, starts_local, zone, starts_at, minutes, place)
       values (gen_random_uuid(), '${request?.id}', 'confirmed', now(), '2027-01-07 18:30', 'America/Sao_Paulo',
         '2027-01-07 18:30-03', 60, 'Estúdio Compasso, sala 2')`,
  );
  await new OwnPages(page).enter('student');
  await page.goto(`/student/requests/${request?.id}`);
  await readyForOffline(page);
  const advice = page.getByRole('dialog', { name: 'Antes do primeiro encontro' });
  const open = page.getByRole('link', { name: 'Abrir WhatsApp' });
  const tell = page.getByRole('link', { name: 'Avisar alguém' });
  await expect(tell).toHaveAttribute('href', /^https:\/\/wa\.me\/\?text=/);
  const told = async () => decodeURIComponent((await tell.first().getAttribute('href')) ?? '');
  await expect.poll(told).toContain('Estúdio Compasso, sala 2');

  await context.setOffline(true);
  await page.reload();
  await expect.poll(told).toContain('quinta, 07/01, às 18:30');
  expect(await told()).toContain(request?.name);
  expect(await told()).toContain(`/teachers/${request?.slug}`);
  expect(await told()).toContain('Estúdio Compasso, sala 2');
  const message = decodeURIComponent((await open.getAttribute('href')) ?? '');
  expect(message).toContain('quinta, 07/01, às 18:30. Lugar: Estúdio Compasso, sala 2.');
  expect(message).toContain(`Olá, ${request?.name.split(' ')[0]}!`);
  // A lesson is confirmed: nothing asks to arrange one.
  await expect(page.getByRole('heading', { name: 'Contato' })).toBeVisible();
  await expect(page.getByText('Combinar a aula')).toHaveCount(0);
  await open.click();
  await expect(advice).toBeVisible();
  expect(context.pages()).toHaveLength(1);
  await expect(advice.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'first-contact');
  await expect(advice.getByRole('link', { name: 'Avisar alguém' })).toHaveAttribute('href', /^https:\/\/wa/);
  // The sheet is no wall: it closes, and the next press opens WhatsApp.
  await page.keyboard.press('Escape');
  await expect(advice).toBeHidden();
  await page.reload();
  const [chat] = await Promise.all([context.waitForEvent('page'), open.click()]);
  await chat.close();
  await expect(advice).toHaveCount(0);
  await shoot(page, 'hand-over');

  await page.getByRole('link', { name: 'Segurança e números de emergência' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Segurança' })).toBeVisible();
  await expect(calls(page)).toHaveCount(3);
});

test('[T070] the page of emergency numbers opens offline on a phone that has synced nothing', {
  tag: '@full',
}, async ({ page, context, frame }) => {
  await page.route('**/rest/v1/**', (route) => route.abort());
  await page.goto('/');
  await workerControls(page);
  await context.setOffline(true);
  await page.goto('/seguranca');
  await expect(page.getByRole('heading', { level: 1, name: 'Segurança' })).toBeVisible();
  const numbers = await calls(page).evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(numbers).toEqual(['tel:190', 'tel:180', 'tel:100']);
  for (const call of await calls(page).all())
    expect((await call.boundingBox())?.height).toBeGreaterThanOrEqual(48);
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await page.setViewportSize({ width: 320, height: 640 });
  await frame.expectNoSidewaysScroll();
  await page.setViewportSize({ width: 360, height: 800 });
  await shoot(page, 'safety');
  await expect(
    page.getByRole('contentinfo').getByRole('link', { name: 'Segurança', exact: true }),
  ).toHaveAttribute('href', '/seguranca');
});
