import { expectAccessible, readyForOffline } from '../../support/browser';
import { OwnPages } from '../pages/own-pages';
import { doubleTap } from '../support/double-tap';
import { prerenderedTest as test } from '../support/prerendered';
import { shoot } from '../support/shoot';
import { expect } from '../support/test';

test('a teacher chooses the address of the page without a connection; the old one leads there for ever', {
  tag: '@worker',
}, async ({ page, context, product, request, frame, browser }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await new OwnPages(page).enter('teacher');
  await page.goto('/teacher/configurations');
  const card = page.getByRole('region', { name: 'Endereço da sua página' });
  const field = card.getByLabel('Novo endereço');
  const save = card.getByRole('button', { name: 'Salvar endereço' });
  await expect(card).toContainText(`${product.url}/teachers/marina-couto`);
  await readyForOffline(page);

  await context.setOffline(true);
  await field.fill('a');
  await save.click();
  await expect(card).toContainText('Escreva pelo menos 3 letras ou números');
  await field.fill('Joana Prates');
  await expect(card).toContainText('Fica /teachers/joana-prates');
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await doubleTap(save);
  await expect(card).toContainText('Salvo no aparelho');
  await expect(card).toContainText(`${product.url}/teachers/joana-prates`);
  await page.reload();
  await expect(card).toContainText(`${product.url}/teachers/joana-prates`);

  // Another teacher took it meanwhile; what was typed stays, to be changed.
  await product.sql(
    `update public.teachers set slug = 'joana-prates' where id = (
       select l.id from public.teacher_listings l where l.slug <> 'marina-couto' order by l.rank limit 1)`,
  );
  await context.setOffline(false);
  await expect(card).toContainText('Este endereço já é de outra pessoa. Escolha outro.');
  await expect(field).toHaveValue('joana-prates');
  await expect(card).toContainText(`${product.url}/teachers/marina-couto`);
  await shoot(page, 'own-address');
  await field.fill('marina-zouk');
  await save.click();
  const slug = () => product.sql(`select 1 from public.teachers where slug = 'marina-zouk'`);
  await expect.poll(slug).toHaveLength(1);
  await expect(card).toContainText(`${product.url}/teachers/marina-zouk`);

  // On the server, and in the app of a phone that starts from the shell.
  const answer = await request.get('/teachers/Marina-Couto?utm_source=zap', { maxRedirects: 0 });
  expect(answer.headers().location).toBe('/teachers/marina-couto?utm_source=zap');
  const former = await request.get('/teachers/marina-couto?utm_source=zap', { maxRedirects: 0 });
  expect([former.status(), former.headers().location]).toEqual([301, '/teachers/marina-zouk?utm_source=zap']);
  const visitor = await browser.newContext({ baseURL: product.url, serviceWorkers: 'allow' });
  const theirs = await visitor.newPage();
  await theirs.goto('/search');
  await readyForOffline(theirs);
  await theirs.goto('/teachers/marina-couto');
  await expect(theirs).toHaveURL(`${product.url}/teachers/marina-zouk`);
  await expect(theirs.getByRole('heading', { level: 1, name: 'Marina Couto' })).toBeVisible();
  await visitor.setOffline(true);
  await theirs.goto('/teachers/marina-couto');
  await expect(theirs).toHaveURL(`${product.url}/teachers/marina-zouk`);
  await expect(theirs.getByRole('heading', { level: 1, name: 'Marina Couto' })).toBeVisible();
  await visitor.close();
});
