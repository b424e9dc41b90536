import type { Page } from '@playwright/test';
import { expectAccessible, readyForOffline } from '../../support/browser';
import { idOf, OwnPages } from '../pages/own-pages';
import { RequestPages } from '../pages/request-pages';
import { expect, changingTest as test } from '../support/test';

test.use({ serviceWorkers: 'allow', viewport: { width: 360, height: 640 } });
const addRequest = (style: string) =>
  `insert into public.lesson_requests (id, student_id, teacher_id, dance_style_id)
    values (gen_random_uuid(), ${idOf('student')}, ${idOf('teacher')},
      (select id from public.dance_styles where name = '${style}')) returning id`;

/** Counts the ribbons that were drawn in any document of the page, from its first on. */
async function countRibbons(page: Page): Promise<() => number> {
  let count = 0;
  await page.exposeFunction('ribbonDrawn', () => {
    count += 1;
  });
  await page.addInitScript(() => {
    const isRibbon = (node: Node) => node instanceof Element && node.matches('[data-ribbon-moment]');
    const drawn = Reflect.get(window, 'ribbonDrawn') as () => void;
    const watch = new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) if (isRibbon(node)) drawn();
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  return () => count;
}

test('a request made offline draws the ribbon once, with honest words, and not again after a reload or in a second tab', {
  tag: '@full',
}, async ({ page, context }) => {
  const requests = new RequestPages(page);
  await new OwnPages(page).enter('student');
  await page.goto('/student/requests/new?professor=zeca-amparo');
  await readyForOffline(page);
  const ribbons = await countRibbons(page);
  await page.reload();
  await context.setOffline(true);
  await requests.form.getByRole('radio').first().check();
  await requests.form.getByRole('button', { name: 'Enviar pedido' }).click();
  await expect(
    requests.main.getByText(/^Salvo no aparelho\. Enviamos assim que houver conexão/),
  ).toBeVisible();
  await expect.poll(ribbons).toBe(1);
  // Nothing is covered meanwhile, and it removes itself.
  await expect(page.locator('[data-ribbon-moment]')).toHaveCount(0);
  await expectAccessible(page);

  await page.reload();
  await expect(requests.main.getByText(/^Salvo no aparelho/)).toBeVisible();
  const other = await context.newPage();
  const others = await countRibbons(other);
  await other.goto(page.url());
  await expect(new RequestPages(other).main.getByText(/^Salvo no aparelho/)).toBeVisible();
  await other.goto('/student/home');
  await expect(other.getByRole('region', { name: 'Pedidos de aula' })).toContainText('aguardando resposta');
  expect([ribbons(), others()]).toEqual([1, 0]);
});

test('accepting draws the ribbon for the teacher, and opening it for the student', { tag: '@full' }, async ({
  page,
  product,
  browser,
}) => {
  const [request] = await product.sql<{ id: string }>(addRequest('Forró'));
  const requests = new RequestPages(page);
  await new OwnPages(page).enter('teacher');
  const ribbons = await countRibbons(page);
  await page.goto(`/teacher/requests/${request?.id}`);
  await requests.accept.click();
  await expect(requests.main.getByText('Você aceitou este pedido.')).toBeVisible();
  await expect.poll(ribbons).toBe(1);

  const context = await browser.newContext({ viewport: { width: 360, height: 640 }, locale: 'pt-BR' });
  const student = await context.newPage();
  const theirs = await countRibbons(student);
  await expect
    .poll(() => product.sql(`select status from public.lesson_requests where id = '${request?.id}'`))
    .toEqual([{ status: 'Aceito' }]);
  // The home page already tells.
  await new OwnPages(student).enter('student');
  await expect.poll(theirs).toBe(1);
  const seen = new RequestPages(student).main.getByText('Marina Couto aceitou seu pedido.');
  await student.goto(`/student/requests/${request?.id}`);
  await expect(seen).toBeVisible();
  await student.reload();
  await expect(seen).toBeVisible();
  expect(theirs()).toBe(1);
  await context.close();
});

test('[T065] with reduced motion nothing is drawn; home shows whom the teacher accepted, and keeps the focus', {
  tag: '@full',
}, async ({ page, product }) => {
  const [request] = await product.sql<{ id: string }>(addRequest('Forró'));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { main } = new RequestPages(page);
  await new OwnPages(page).enter('teacher');
  const ribbons = await countRibbons(page);
  await page.goto('/teacher/home');
  await main.getByRole('button', { name: 'Aceitar o pedido de Forró de Camila Duarte' }).click();
  const accepted = main.getByRole('article', { name: 'Você aceitou o pedido de Camila Duarte' });
  await expect(accepted).toBeFocused();
  await expect(accepted.getByRole('link', { name: 'Abrir WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/55/,
  );
  await expect.poll(() => page.evaluate(() => localStorage.getItem('danceflix_celebrated'))).toMatch(/^\[\d/);
  expect(ribbons()).toBe(0);
  await expectAccessible(page);

  const others = main.getByRole('button', { name: /^Recusar/ });
  for (let left = await others.count(); left > 0; left--) {
    await others.first().click();
    await main.getByRole('button', { name: 'Sim, recusar' }).click();
    await expect(others).toHaveCount(left - 1);
    await expect(page.locator('main :focus')).toHaveCount(1);
  }
  await page.goto(`/teacher/requests/${request?.id}`);
  await expect(main.getByText('Você aceitou este pedido.')).toBeVisible();
});
