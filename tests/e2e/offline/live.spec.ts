import { addTeacher, rename, setActive } from '../support/people';
import { nameOptions } from '../support/pick-name';
import { expect, changingTest as test } from '../support/test';

test('[A260][A261] changes on the server appear in the open page by a hint', async ({
  page,
  search,
  teacher,
  product,
}) => {
  await search.openStored();
  await page.evaluate(() => Object.assign(globalThis, { sameVisit: true }));

  await setActive(product, 'Cauã Ferrari Munduruku', true);
  await search.expectCount(73);
  await setActive(product, 'Adwoa Mensah Ferraz', false);
  await search.expectCount(72);
  await expect(search.card('Adwoa Mensah Ferraz')).toHaveCount(0);
  await rename(product, 'Álvaro Pimentel', 'Abelardo Pimentel');
  await expect(search.card('Abelardo Pimentel')).toBeVisible();
  await expect(search.card('Álvaro Pimentel')).toHaveCount(0);

  await product.sql("insert into public.dance_styles (name, active) values ('Xaxado de Teste', true)");
  await product.sql("insert into public.cities (name, active) values ('Cidade de Teste', true)");
  await search.openFilters();
  await search.style.fill('Xaxado');
  await expect(nameOptions(search.style).filter({ hasText: 'Xaxado de Teste' })).toBeVisible();
  await search.style.fill('');
  await search.city.click();
  await search.city.fill('Cidade de');
  await expect(page.getByRole('option', { name: 'Cidade de Teste' })).toBeVisible();
  await search.city.fill('');
  await search.city.press('Escape');
  await product.sql(
    "update public.dance_styles set name = 'Xaxado Renomeado' where name = 'Xaxado de Teste'",
  );
  await search.style.fill('Xaxado');
  await expect(nameOptions(search.style).filter({ hasText: 'Xaxado Renomeado' })).toBeVisible();
  await expect(nameOptions(search.style).filter({ hasText: 'Xaxado de Teste' })).toHaveCount(0);
  await search.style.fill('');
  await search.style.press('Escape');
  await product.sql("update public.dance_styles set name = 'Samba-Rock' where name = 'Samba Rock'");
  await search.closeFilters();
  await search.name.fill('dandara');
  await expect(search.card('Dandara Nascimento')).toContainText('Samba-Rock');

  await search.card('Dandara Nascimento').getByRole('link').click();
  await teacher.expectOf('Dandara Nascimento');
  await rename(product, 'Dandara Nascimento', 'Dandara do Nascimento');
  await teacher.expectOf('Dandara do Nascimento');
  await setActive(product, 'Dandara do Nascimento', false);
  await expect(teacher.missing).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'sameVisit'))).toBe(true);
});

test('[B087] Atualizar loads changes without a hint', { tag: '@full' }, async ({ page, search, product }) => {
  await search.openStored('?name=marina');
  await product.sql('alter table public.teacher_listings disable trigger hint_updated');
  await rename(product, 'Marina Couto', 'Marina Couto de Souza');
  await page.evaluate(() => Object.assign(globalThis, { sameVisit: true }));
  await search.refresh.click();
  await expect(search.card('Marina Couto de Souza')).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'sameVisit'))).toBe(true);
});

test('changes made while the phone was offline appear after reconnecting: a deactivated teacher disappears', {
  tag: '@full',
}, async ({ context, search, teacher, frame, product }) => {
  await search.openStored('?name=marina');
  await context.setOffline(true);
  await expect(frame.offline).toBeVisible();
  await setActive(product, 'Marina Couto', false);
  await addTeacher(product, { name: 'Marina Recém Chegada' });
  await search.name.fill('marina c');
  await expect(search.card('Marina Couto')).toBeVisible();
  await search.name.fill('marina');

  await context.setOffline(false);
  await expect(search.card('Marina Recém Chegada')).toBeVisible();
  await expect(search.card('Marina Couto')).toHaveCount(0);
  await teacher.open('marina-couto');
  await expect(teacher.missing).toBeVisible();
});

test('a server that comes back with another epoch replaces everything on the phone', {
  tag: '@full',
}, async ({ search, product }) => {
  await search.openStored();
  // Changes that are newer than the backup that the server is restored from.
  await rename(product, 'Adwoa Mensah Ferraz', 'Adwoa Depois do Backup');
  await expect(search.card('Adwoa Depois do Backup')).toBeVisible();
  await product.replaceData('demo');
  await search.refresh.click();
  await expect(search.card('Adwoa Mensah Ferraz')).toBeVisible();
  await expect(search.card('Adwoa Depois do Backup')).toHaveCount(0);
  await search.expectCount(72);
});

test('a server that comes back empty empties the phone', { tag: '@full' }, async ({
  search,
  frame,
  product,
}) => {
  // The empty database may have to be created first.
  await search.openStored();
  await product.replaceData('none');
  await addTeacher(product, { name: 'Única Professora', city: 'Curitiba', styles: ['Zouk'] });
  await search.refresh.click();
  await search.expectCount(1);
  await expect(search.card('Única Professora')).toContainText('Curitiba');
  await expect(search.card('Única Professora')).toContainText('Zouk');
  await expect(frame.offline).toHaveCount(0);
});
