/**
 * The browser is killed the moment a tap is shown as done: what was shown is stored, on a slow
 * phone too.
 */
import type { Page } from '@playwright/test';
import { expectAccessible, Phone, readyForOffline } from '../../support/browser';
import { heart, kept } from '../pages/hearts';
import { idOf, OwnPages } from '../pages/own-pages';
import { RequestPages } from '../pages/request-pages';
import { SearchPage } from '../pages/search-page';
import { openMore } from '../pages/teacher-page';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';

/** Makes the processor four times slower than the test machine. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** Acts, and kills the browser as soon as the page shows the action as done. */
async function killOnceDone(
  phone: Phone,
  page: Page,
  act: () => Promise<void>,
  /** The element that then exists, and its text. */
  [isDone, saying = '']: readonly [selector: string, saying?: string],
): Promise<void> {
  let done: () => void = () => undefined;
  const seen = new Promise<void>((resolve) => {
    done = resolve;
  });
  await page.exposeFunction('shownAsDone', () => done());
  await page.evaluate(
    ([selector, words]) => {
      const look = () => {
        for (const { textContent } of document.querySelectorAll(selector))
          if (textContent?.includes(words)) (window as unknown as { shownAsDone(): void }).shownAsDone();
      };
      new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
    },
    [isDone, saying] as const,
  );
  await act();
  await seen;
  await phone.kill();
}

/**
 * Signs in and closes the browser once: the browser writes localStorage, where the session is, to the disk some seconds
 * later, and these tests kill it sooner than a person could tap.
 */
async function signedIn(phone: Phone): Promise<Page> {
  await new OwnPages(await phone.page()).enter('student');
  await phone.close();
  await phone.open();
  return phone.page();
}

const ROUNDS = [
  { what: 'the first write of a page, on a slow phone', slow: true, tag: [] },
  { what: 'the first write of a page', slow: false, tag: ['@full'] },
];

for (const { what, slow, tag } of ROUNDS) {
  test(`a favourite that was shown as stored survives kill -9: ${what}, and the next one`, { tag }, async ({
    product,
  }) => {
    const phone = await Phone.unbox({ baseURL: product.url });
    try {
      let page = await signedIn(phone);
      await new SearchPage(page).openStored();
      await readyForOffline(page);
      const names = (await new SearchPage(page).names()).slice(0, 2);
      const done: string[] = [];
      for (const name of names) {
        await phone.context.setOffline(true);
        if (slow) await slowDown(page);
        const button = `button[aria-label=${JSON.stringify(await heart(page, name).first().getAttribute('aria-label'))}]`;
        await killOnceDone(phone, page, () => heart(page, name).first().dispatchEvent('click'), [
          `${button}[aria-pressed="true"]:not([aria-busy])`,
        ]);
        done.push(name);
        page = await (async () => {
          await phone.open();
          return phone.page();
        })();
        await phone.context.setOffline(true);
        await new SearchPage(page).openStored();
        for (const one of done) {
          await expect(heart(page, one).first()).toHaveAttribute('aria-pressed', 'true');
        }
      }
      await phone.context.setOffline(false);
      await expect.poll(async () => (await kept(product)).names).toEqual(done.toSorted());
    } finally {
      await phone.discard();
    }
  });
}

const DONE = [
  {
    what: 'a block',
    path: '/teachers/marina-couto',
    control: (page: Page) => page.getByRole('button', { name: 'Mais opções' }),
    act: async (page: Page) => {
      await openMore(page);
      await page.getByRole('button', { name: 'Bloquear Marina Couto' }).click();
      await page.getByRole('button', { name: 'Sim, bloquear' }).dispatchEvent('click');
    },
    isDone: ['main button', 'Desbloquear Marina Couto'],
    open: openMore,
    shown: (page: Page) => page.getByRole('button', { name: 'Desbloquear Marina Couto' }),
    arrived: `select from public.blocks where is_on and user_id = ${idOf('student')}`,
  },
  {
    what: 'a choice of what is told',
    path: '/student/configurations',
    control: (page: Page) => page.getByRole('switch', { name: 'Novidades', exact: true, checked: true }),
    act: (page: Page) => page.getByRole('switch', { name: 'Novidades', exact: true }).dispatchEvent('click'),
    isDone: ['button[role="switch"][aria-checked="false"]', 'Novidades'],
    shown: (page: Page) => page.getByRole('switch', { name: 'Novidades', exact: true, checked: false }),
    arrived: `select from public.user_profiles where 'news' = any (muted_notifications) and id = ${idOf('student')}`,
  },
  {
    what: 'a read mark',
    path: '/student/notifications',
    control: (page: Page) => page.getByRole('button', { name: 'Marcar como lida: Primeiro aviso' }),
    act: (page: Page) =>
      page.getByRole('button', { name: 'Marcar como lida: Primeiro aviso' }).dispatchEvent('click'),
    isDone: ['main:not(:has(button[aria-label="Marcar como lida: Primeiro aviso"]))', 'Primeiro aviso'],
    shown: (page: Page) => page.getByText('Tudo lido'),
    arrived: `select from public.notifications where title = 'Primeiro aviso' and read_at is not null`,
  },
] as const;

for (const { what, path, control, act, isDone, shown, arrived, ...more } of DONE) {
  test(`${what} that was shown as done survives kill -9 on a slow phone`, { tag: '@full' }, async ({
    product,
  }) => {
    await product.sql(`update public.notifications set _deleted = true where user_id = ${idOf('student')}`);
    await product.sql(
      `select app.notify(${idOf('student')}, 'welcome', 'Primeiro aviso', 'Bom ter você aqui.', '/search')`,
    );
    const phone = await Phone.unbox({ baseURL: product.url });
    try {
      let page = await signedIn(phone);
      await page.goto(path);
      await readyForOffline(page);
      await page.goto(path);
      await expect(page.getByRole('main')).not.toBeEmpty();
      await expect(control(page)).toBeVisible();
      await phone.context.setOffline(true);
      await slowDown(page);
      await killOnceDone(phone, page, () => act(page), isDone);
      expect(await product.sql(arrived)).toEqual([]);
      await phone.open();
      page = await phone.page();
      await phone.context.setOffline(true);
      await page.goto(path);
      if ('open' in more) await more.open(page);
      await expect(shown(page)).toBeVisible();
      await phone.context.setOffline(false);
      await expect.poll(() => product.sql(arrived)).toHaveLength(1);
    } finally {
      await phone.discard();
    }
  });
}

test('an account that was removed elsewhere: its unsent writes are listed, can be copied, and are deleted on request', {
  tag: '@full',
}, async ({ page, product, context, frame }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const requests = new RequestPages(page);
  await new OwnPages(page).enter('student');
  await page.goto('/student/requests/new?professor=marina-couto');
  await requests.fill('Forró', 'Só eu sei o que escrevi aqui.');
  await page.route(/\/rpc\/create_lesson_request$/, (route) => route.abort());
  await requests.send();
  await expect(requests.main.getByText(/^Salvo no aparelho/)).toBeVisible();
  await product.sql(`delete from auth.users where email = 'aluno@danceflix.test'`);
  await page.unroute(/\/rpc\/create_lesson_request$/);
  await page.reload();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Esta conta não existe mais' })).toBeVisible();
  await expect(dialog).toContainText('Pedido de aula');
  await expect(dialog).toContainText('Só eu sei o que escrevi aqui.');
  await expect(page.getByText('Entre novamente')).toHaveCount(0);
  await expect(page).not.toHaveURL(/login/);
  await frame.expectNoSidewaysScroll();
  await expectAccessible(page);
  await shoot(page, 'account-gone');
  await dialog.getByRole('button', { name: 'Copiar tudo' }).click();
  await expect(dialog).toContainText('Copiado');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    'Só eu sei o que escrevi aqui.',
  );
  await page.reload();
  await expect(dialog).toContainText('Só eu sei o que escrevi aqui.');
  await dialog.getByRole('button', { name: 'Apagar deste aparelho' }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto('/envios');
  await expect(page.getByRole('heading', { name: 'Tudo enviado' })).toBeVisible();
});
