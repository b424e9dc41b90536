import { expectAccessible, readyForOffline } from '../../support/browser';
import { PHONE } from '../../support/chromium';
import { idOf, OwnPages } from '../pages/own-pages';
import { doubleTap } from '../support/double-tap';
import { shoot } from '../support/shoot';
import { expect, changingTest as test } from '../support/test';

test.use({ serviceWorkers: 'allow' });
test('two people become partners for a ball: asked and answered offline, no number before both agreed, then both have it', async ({
  page,
  product,
  browser,
  context,
  frame,
}) => {
  await product.sql(
    `update public.user_profiles set whatsapp = '+5527999990001' where id = ${idOf('student')}`,
  );
  await product.sql(
    `update public.user_profiles set whatsapp = '+5527999990002' where id = ${idOf('teacher')}`,
  );
  await new OwnPages(page).enter('student');
  await page.goto('/comunidade/eventos');
  await frame.main.getByRole('link', { name: 'Gafieira da Lapa' }).first().click();
  // The list has a link of the same name, for no event.
  await expect(frame.main.getByRole('heading', { level: 1, name: 'Gafieira da Lapa' })).toBeVisible();
  // By key: two taps in one place in quick succession would count as a double tap.
  await frame.main.getByRole('link', { name: 'Procurar um par' }).press('Enter');
  const form = frame.main.getByRole('form', { name: 'Procurar um par' });
  await expect(form.getByText(/^Gafieira da Lapa, /)).toBeVisible();
  await readyForOffline(page);
  await context.setOffline(true);
  await form.getByLabel('Seu papel').selectOption('É conduzido(a)');
  // The choice outlives the page, and can be cleared and brought back.
  await page.reload();
  await expect(form.getByText('Recuperamos seu rascunho')).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'partners-draft');
  await form.getByRole('button', { name: 'Limpar' }).click();
  await expect(form.getByLabel('Seu papel')).toHaveValue('conduz');
  await form.getByRole('button', { name: 'Desfazer' }).click();
  await expect(form.getByLabel('Seu papel')).toHaveValue('conduzido');
  // Nobody asks who has not said to be of age, with a tick made by hand.
  const adult = form.getByRole('checkbox', { name: 'Declaro que tenho 18 anos ou mais' });
  await expect(adult).not.toBeChecked();
  await form.getByRole('button', { name: 'Procurar um par' }).click();
  await expect(adult).toBeFocused();
  await expect(form.getByText('Só pode procurar par quem declara')).toBeVisible();
  await adult.check();
  await shoot(page, 'partners-statement');
  await doubleTap(form.getByRole('button', { name: 'Procurar um par' }));
  await expect(form.getByText('Sua declaração vai com o que está por enviar')).toBeVisible();
  const own = frame.main.getByRole('article', { name: /^Seu pedido: Gafieira da Lapa/ });
  await expect(own.getByText('Salvo no aparelho')).toBeVisible();
  await expect(own).toHaveCount(1);
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(own.getByText('Salvo no aparelho')).toHaveCount(0);
  await expect(form.getByText(/Declarado em \d\d\/\d\d\/\d{4}/)).toBeVisible();

  const other = await browser.newContext({ ...PHONE, baseURL: product.url });
  const theirs = await other.newPage();
  await new OwnPages(theirs).enter('teacher');
  await theirs.goto('/comunidade/pares');
  const listed = theirs.getByRole('region', { name: 'Quem procura par' }).getByRole('article');
  await expect(listed).toHaveCount(1);
  await expect(listed.getByText('É conduzido(a) · Iniciante')).toBeVisible();
  await expect(listed.getByRole('button', { name: /^Denunciar/ })).toBeVisible();
  await expectAccessible(theirs);
  await shoot(theirs, 'partners-list');
  const theirAge = theirs.getByRole('checkbox', { name: 'Declaro que tenho 18 anos ou mais' });
  await listed.getByRole('button', { name: 'Quero ser seu par' }).press('Enter');
  await expect(theirAge).toBeFocused();
  await theirAge.check();
  await doubleTap(listed.getByRole('button', { name: 'Quero ser seu par' }));
  const answer = theirs.getByRole('article', { name: /^Sua resposta: Gafieira da Lapa/ });
  await expect(answer.getByText('Esperando resposta')).toBeVisible();
  await expect(listed).toHaveCount(0);
  await expect(theirs.getByText('Mais ninguém procura par agora.')).toBeVisible();

  const accept = own.getByRole('button', { name: /^Aceitar / });
  await expect(accept).toBeVisible();
  for (const one of [page, theirs])
    expect(await one.content()).not.toMatch(/2799999000[12].*Abrir WhatsApp/s);
  await expect(page.getByRole('link', { name: 'Abrir WhatsApp' })).toHaveCount(0);
  await doubleTap(accept);
  await expect(own.getByRole('link', { name: 'Abrir WhatsApp' })).toHaveAttribute('href', /5527999990002/);
  await expect(answer.getByRole('link', { name: 'Abrir WhatsApp' })).toHaveAttribute('href', /5527999990001/);
  await expect(answer.getByText('Encontrem-se em um lugar público')).toBeVisible();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'partners-found');

  // Ended without a connection: the contact goes at once, and then from the other phone.
  await context.setOffline(true);
  await own.getByRole('button', { name: 'Encerrar pedido' }).click();
  await expect(own.getByText('Encerrado')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Abrir WhatsApp' })).toHaveCount(0);
  await context.setOffline(false);
  await expect(answer.getByText('Encerrado')).toBeVisible();
  await expect(theirs.getByRole('link', { name: 'Abrir WhatsApp' })).toHaveCount(0);
  expect(await product.sql(`select count(*)::int as many from public.partner_requests`)).toEqual([
    { many: 1 },
  ]);
  await other.close();
});
