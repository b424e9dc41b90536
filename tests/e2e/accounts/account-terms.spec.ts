import { VERSION } from '../../../src/pages/legal/version';
import { expectAccessible } from '../../support/browser';
import { AccountPages, PEOPLE } from '../pages/account-pages';
import { unplug } from '../support/network';
import { expect, changingTest as test } from '../support/test';

const NEWER = VERSION.number + 1;
const ACCEPT = '**/rest/v1/rpc/accept_terms';
const ACCEPTED = `select t.version from public.user_acceptances a
  join public.terms_and_policies t on t.id = a.terms_id
  join public.user_profiles p on p.id = a.user_id where p.email = $1 order by t.version`;

test('[D076][D077] newer terms ask again at the next sign-in, once, and the answer is kept', {
  tag: ['@desktop', '@full'],
}, async ({ page, product, frame }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const account = new AccountPages(page);
  const { email } = PEOPLE.student;
  expect(
    await product.sql(`select version from public.terms_and_policies where type = 'terms' and active`),
  ).toEqual([{ version: VERSION.number }]);
  await account.signIn('student');
  await expect(account.dialog).toHaveCount(0);
  await account.leave();

  await product.sql(
    `insert into public.terms_and_policies (type, version, active, title) values ('terms', ${NEWER}, true, 'Termos, versão ${NEWER}')`,
  );
  await account.signIn('student');
  await expect(account.dialog).toHaveAccessibleName('Aceite os termos para continuar');
  await expect(account.dialog).toContainText(`nº ${NEWER}`);
  await frame.expectNoSidewaysScroll();
  await expectAccessible(page);
  // The dialog stays: on other pages, after a reload, and whatever is pressed.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(account.dialog).toBeVisible();
  await page.reload();
  await expect(account.dialog).toBeVisible();
  await page.goto('/search');
  await expect(account.dialog).toBeVisible();
  // Both texts can be read before accepting.
  await page.goto('/terms-of-use');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Termos de uso');
  await expect(account.dialog).toHaveCount(0);

  await page.goto('/student/home');
  const accept = account.dialog.getByRole('button', { name: 'Aceitar e continuar' });
  await page.route(ACCEPT, unplug);
  await accept.click();
  await expect(account.dialog).toContainText('Sem conexão. Tente de novo quando a internet voltar.');
  expect(await product.sql(ACCEPTED, email)).not.toContainEqual({ version: NEWER });
  await page.unroute(ACCEPT);
  await accept.click();
  await expect(account.dialog).toHaveCount(0);
  expect(await product.sql(ACCEPTED, email)).toContainEqual({ version: NEWER });
  await account.leave();
  await account.signIn('student');
  await expect(account.dialog).toHaveCount(0);
});

test('a person who does not accept newer terms signs out', { tag: '@full' }, async ({ page, product }) => {
  const account = new AccountPages(page);
  await product.sql(
    `insert into public.terms_and_policies (type, version, active, title) values ('terms', ${NEWER}, true, 'Termos, versão ${NEWER}')`,
  );
  await account.signIn('teacher');
  await account.dialog.getByRole('button', { name: 'Sair da conta' }).click();
  await expect(account.dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('danceflix_session'))).toBeNull();
  expect(await product.sql(ACCEPTED, PEOPLE.teacher.email)).not.toContainEqual({ version: NEWER });
});

test('a write under older terms waits, asks for the newer ones and arrives after they were accepted', {
  tag: '@full',
}, async ({ page, product }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const account = new AccountPages(page);
  await account.signIn('student');
  await expect(account.dialog).toHaveCount(0);
  await product.sql(
    `insert into public.terms_and_policies (type, version, active, title) values ('terms', ${NEWER}, true, 'Termos, versão ${NEWER}')`,
  );
  await page.goto('/comunidade/mural');
  const text = 'Alguém dança forró na sexta?';
  await page.getByLabel('O que você quer contar?').fill(text);
  await page
    .getByRole('form', { name: 'Publicar no Mural' })
    .getByRole('button', { name: /Publicar/ })
    .click();
  await expect(account.dialog).toHaveAccessibleName('Aceite os termos para continuar');
  const POSTS = 'select count(*)::int as n from public.posts where text = $1';
  expect(await product.sql(POSTS, text)).toEqual([{ n: 0 }]);
  await account.dialog.getByRole('button', { name: 'Aceitar e continuar' }).click();
  await expect(account.dialog).toHaveCount(0);
  await expect.poll(() => product.sql(POSTS, text)).toEqual([{ n: 1 }]);
});
