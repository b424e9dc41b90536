import { expectAccessible, workerControls } from '../../support/browser';
import { idOf, OwnPages } from '../pages/own-pages';
import { expect, changingTest as test } from '../support/test';

test.use({ serviceWorkers: 'allow' });
test('the inbox shows, reads and empties notifications, offline too', async ({
  page,
  product,
  context,
  frame,
}) => {
  const own = new OwnPages(page);
  // Colours are compared without transitions.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await product.sql(`update public.notifications set _deleted = true where user_id = ${idOf('student')}`);
  const notify = (title: string) =>
    product.sql(
      `select app.notify(${idOf('student')}, 'welcome', $1, 'Bom ter você aqui.', '/search')`,
      title,
    );
  // This browser has no app icon to badge: the calls are recorded instead.
  await page.addInitScript(() => {
    const note = (badge: number) => Promise.resolve(void Object.assign(window, { badge }));
    Object.assign(navigator, { setAppBadge: note, clearAppBadge: () => note(0) });
  });
  const badge = () => page.evaluate(() => Reflect.get(window, 'badge'));
  await notify('Primeiro aviso');
  await notify('Segundo aviso');
  await own.enter('student');
  await expect(own.bell).toHaveAccessibleName('Notificações, 2 não lidas');
  await expect.poll(badge).toBe(2);
  await own.bell.click();
  const notices = page.getByRole('main').getByRole('listitem');
  await expect(notices).toHaveCount(2);
  await frame.expectNoSidewaysScroll();
  await expectAccessible(page);

  await workerControls(page);
  await context.setOffline(true);
  await page.reload();
  await expect(notices).toHaveCount(2);
  await page.getByRole('button', { name: 'Marcar como lida: Primeiro aviso' }).click();
  await expect(page.getByText('1 não lida')).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 não lida')).toBeVisible();
  await context.setOffline(false);
  await expect(own.bell).toHaveAccessibleName('Notificações, 1 não lida');
  await page.getByRole('button', { name: 'Marcar todas como lidas' }).click();
  await expect(page.getByText('Tudo lido')).toBeVisible();
  await expect.poll(badge).toBe(0);
  await expect
    .poll(() =>
      product.sql(
        `select read_at from public.notifications where user_id = ${idOf('student')} and not _deleted and read_at is null`,
      ),
    )
    .toEqual([]);

  await product.sql(`update public.notifications set _deleted = true where user_id = ${idOf('student')}`);
  await page.reload();
  await expect(page.getByText('Nenhuma notificação por aqui')).toBeVisible();
  await expectAccessible(page);
});
