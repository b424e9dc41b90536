/**
 * A disk that fills up while the app runs, and has room again later, imitated by the browser's own
 * quota.
 */
import { heart, kept, tap } from '../pages/hearts';
import { OutboxPage } from '../pages/outbox-page';
import { OwnPages } from '../pages/own-pages';
import { setDisk } from '../support/disk';
import { rename } from '../support/people';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';

test.use({ serviceWorkers: 'block' });

const NO_ROOM = 'O aparelho está sem espaço';
const TEXT = 'Quem vai ao bailudo de sexta? Levo água e uma amiga.';

test('a disk that fills up under the page: the page says so and keeps showing its rows; with room again all is there, each write once', {
  tag: '@full',
}, async ({ page, product, context, search, frame }) => {
  test.setTimeout(420_000);
  const badge = new OutboxPage(page).badge;
  const posts = async () => (await product.sql('select 1 from public.posts where text = $1', TEXT)).length;
  await new OwnPages(page).enter('student');
  await search.openStored();
  const [first = '', second = '', third = '', fourth = ''] = await search.names();
  await tap(page, first);
  await expect.poll(() => kept(product)).toEqual({ names: [first], commands: 1 });
  await context.setOffline(true);
  await tap(page, third);

  await setDisk(page, 'full');
  await rename(product, fourth, 'Adwoa Sem Espaço');
  await context.setOffline(false);
  // The message is at the top of the page; a person who has scrolled past it gets a toast.
  await expect(heart(page, third)).toBeInViewport();
  await expect(frame.toasts).toContainText('A memória deste aparelho está cheia');
  await expect(frame.storageNotice).not.toBeInViewport();
  await shoot(page, 'disk-full');
  await expect(frame.storageNotice).toContainText('A memória deste aparelho está cheia');

  await heart(page, second).click();
  await expect(frame.toasts.filter({ hasText: 'Não foi possível salvar' })).toContainText(NO_ROOM);
  await expect(heart(page, second)).toHaveAttribute('aria-pressed', 'false');
  for (const name of [first, third]) await expect(heart(page, name)).toHaveAttribute('aria-pressed', 'true');
  await search.name.fill(fourth);
  await expect(search.card(fourth)).toBeVisible();
  await search.name.fill('');
  await expect(badge).toBeVisible();

  await frame.bar.getByRole('link', { name: 'Comunidade' }).click();
  await page
    .getByRole('navigation', { name: 'Na comunidade' })
    .getByRole('link', { name: /^Mural/ })
    .click();
  const form = page.getByRole('form', { name: 'Publicar no Mural' });
  const field = form.getByRole('textbox');
  await field.fill(TEXT);
  await form.getByRole('button', { name: 'Publicar' }).click();
  await expect(form).toContainText(NO_ROOM);
  await expect(field).toHaveValue(TEXT);
  await shoot(page, 'disk-full-form');
  expect(await kept(product)).toEqual({ names: [first], commands: 1 });
  expect(await posts()).toBe(0);

  await setDisk(page, 'free');
  await expect
    .poll(() => kept(product), { timeout: 150_000 })
    .toEqual({ names: [first, third].sort(), commands: 2 });
  await expect(frame.storageNotice).toHaveCount(0, { timeout: 150_000 });
  await expect(field).toHaveValue(TEXT);
  await form.getByRole('button', { name: 'Publicar' }).click();
  await expect(field).toHaveValue('');
  await expect.poll(posts).toBe(1);

  await frame.bar.getByRole('link', { name: 'Buscar' }).click();
  await search.name.fill('adwoa sem');
  await expect(search.card('Adwoa Sem Espaço')).toBeVisible();
  await search.name.fill('');
  await tap(page, second);
  await expect.poll(() => kept(product)).toEqual({ names: [first, second, third].sort(), commands: 3 });
  await expect(badge).toHaveCount(0);
  expect(await posts()).toBe(1);
});
