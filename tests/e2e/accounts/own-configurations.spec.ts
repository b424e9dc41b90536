import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expectAccessible, workerControls } from '../../support/browser';
import { idOf, OwnPages } from '../pages/own-pages';
import { expect, changingTest as test } from '../support/test';

test.use({ serviceWorkers: 'allow' });

test('[T049][A133][D006] a student changes the profile; without a connection nothing typed is lost', async ({
  page,
  product,
  context,
  frame,
  errors,
}) => {
  const own = new OwnPages(page);
  await own.enter('student');
  await own.openProfile('student');
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  const name = own.profile.getByLabel('Nome', { exact: true });
  const [place] = await product.sql<{ city: string }>(
    `select c.name as city from public.user_profiles p join public.cities c on c.id = p.city_id where p.id = ${idOf('student')}`,
  );
  expect(place?.city).toBeTruthy();
  await expect(own.profile.getByRole('combobox', { name: 'Cidade' })).toHaveValue(place?.city ?? '');
  const databases = await page.evaluate(() => indexedDB.databases());
  expect(
    databases.some(({ name: stored }) => /^rxdb-dexie-danceflix-private-.*profile$/.test(stored ?? '')),
  ).toBe(true);

  await name.fill('R2');
  await own.save();
  await expect(own.profile.getByText('Nome deve ter pelo menos 3 caracteres')).toBeVisible();
  await expect(name).toBeFocused();
  await expectAccessible(page);

  await name.fill('Ana Maria');
  await own.save();
  await expect(own.profile.getByText('Perfil atualizado')).toBeVisible();
  const stored = async () =>
    (
      await product.sql<{ name: string }>(
        `select name from public.user_profiles where id = ${idOf('student')}`,
      )
    )[0]?.name;
  expect(await stored()).toBe('Ana Maria');

  await workerControls(page);
  await context.setOffline(true);
  await name.fill('Ana Maria Lima');
  await own.save();
  await expect(own.profile.getByText('Salvo no aparelho. Enviamos assim que houver conexão.')).toBeVisible();
  await page.reload();
  await expect(name).toHaveValue('Ana Maria Lima');
  await expectAccessible(page);
  expect(await stored()).toBe('Ana Maria');

  await context.setOffline(false);
  await expect.poll(stored).toBe('Ana Maria Lima');
  await page.reload();
  await expect(name).toHaveValue('Ana Maria Lima');
  await expect(own.profile.getByText(/ainda não foram salvas/)).toHaveCount(0);
  // The browser itself logs failed requests.
  expect(errors.filter((error) => !error.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});

test('[T025][A134] a teacher writes what the public page shows, and pauses it', { tag: '@full' }, async ({
  page,
  product,
}) => {
  const own = new OwnPages(page);
  await own.enter('teacher');
  await own.openProfile('teacher');
  await expectAccessible(page);
  const styles = await product.sql<{ name: string }>(
    `select s.name from public.teacher_dance_styles t join public.dance_styles s on s.id = t.dance_style_id
     where t.teacher_id = ${idOf('teacher')}`,
  );
  expect(styles.length).toBeGreaterThan(0);
  const group = own.profile.getByRole('group', { name: 'Estilos de dança' });
  const shown = group.getByRole('checkbox', { checked: true });
  await expect(shown).toHaveCount(styles.length);
  for (const { name } of styles) await expect(group.getByLabel(name, { exact: true })).toBeChecked();
  await own.profile.getByLabel('Sobre você e suas aulas').fill('Aulas na praia.');
  await own.profile.getByLabel('Instagram').fill('https://instagram.com/danca.na.praia');
  await own.profile.getByRole('checkbox', { name: 'Aulas em Grupo' }).check();
  await own.profile.getByRole('checkbox', { name: /Pausar meu perfil/ }).check();
  await own.save();
  await expect(own.profile.getByText('Perfil atualizado')).toBeVisible();
  const [teacher] = await product.sql(
    `select bio, instagram, 'grupo' = any (modalidades_aula) as grupo, is_paused from public.teachers where id = ${idOf('teacher')}`,
  );
  expect(teacher).toEqual({
    bio: 'Aulas na praia.',
    instagram: 'danca.na.praia',
    grupo: true,
    is_paused: true,
  });
});

test('a large photo is made small, sent, and replaces the former one', { tag: '@full' }, async ({
  page,
  product,
  context,
}) => {
  const own = new OwnPages(page);
  const stored = () =>
    product.sql<{ name: string }>(
      `select name from storage.objects where bucket_id = 'profile-images' and starts_with(name, ${idOf('student')}::text)`,
    );
  // Noise is the hardest thing to compress; a camera writes the EXIF tag.
  const photo = async (seed: number) => ({
    name: 'foto.jpg',
    mimeType: 'image/jpeg',
    buffer: await sharp({
      create: {
        width: 2400,
        height: 1600,
        channels: 3,
        background: { r: seed, g: 90, b: 90 },
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .withExif({ IFD0: { Model: 'SECRET-CAMERA' } })
      .jpeg({ quality: 90 })
      .toBuffer(),
  });
  await own.enter('student');
  await own.openProfile('student');
  await page.getByLabel('Escolher foto').setInputFiles(await photo(10));
  await page.getByRole('dialog').getByRole('button', { name: 'Usar esta foto' }).click();
  await expect(page.getByText('Foto atualizada')).toBeVisible();
  const first = (await stored()).map(({ name }) => name);
  expect(first).toHaveLength(3);
  await page.getByLabel('Escolher foto').setInputFiles(await photo(200));
  await page.getByRole('dialog').getByRole('button', { name: 'Usar esta foto' }).click();
  await expect
    .poll(async () => (await stored()).map(({ name }) => first.includes(name)))
    .toEqual([false, false, false]);

  const [{ url } = { url: '' }] = await product.sql<{ url: string }>(
    `select profile_image_url as url from public.user_profiles where id = ${idOf('student')}`,
  );
  const read = async (path: string) => Buffer.from(await (await fetch(product.url + path)).arrayBuffer());
  for (const [letter, size, bytes] of [
    ['t', [192, 192], 24],
    ['c', [384, 384], 80],
  ] as const) {
    const smaller = await read(url.replace(/-p\./, `-${letter}.`));
    const about = await sharp(smaller).metadata();
    // Noise may also have to be scaled down.
    expect([about.width <= size[0], about.height <= size[1], about.exif]).toEqual([true, true, undefined]);
    expect(smaller.length).toBeLessThanOrEqual(bytes * 1024);
  }
  const file = await read(url);
  const { width, height, exif } = await sharp(file).metadata();
  // The square that was chosen.
  expect([width === height, width > 500, width <= 1024, exif]).toEqual([true, true, true, undefined]);
  expect(file.length).toBeLessThanOrEqual(300 * 1024);
  expect(file.includes('SECRET-CAMERA')).toBe(false);

  await context.setOffline(true);
  await page.getByLabel('Escolher foto').setInputFiles(await photo(60));
  await page.getByRole('dialog').getByRole('button', { name: 'Usar esta foto' }).click();
  await expect(page.getByText(/a foto só pode ser enviada com internet/).first()).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Enviar a foto de novo' }).click();
  await expect(page.getByText('Foto atualizada')).toBeVisible();
});

// «Ver, corrigir, baixar e excluir seus dados você já pode, sem pedir a ninguém:»
test('[T048][T050] a person’s data is shown and exported, offline too; then the account is deleted for good', {
  tag: '@full',
}, async ({ page, product, context }) => {
  const own = new OwnPages(page);
  await own.enter('student');
  await own.openConfigurations('student');
  await page.getByRole('button', { name: 'Ver meus dados' }).click();
  await expect(page.getByRole('group').getByText('Fotos', { exact: true })).toBeVisible();
  // An export section without a Portuguese name is shown under the database's.
  await expect(page.locator('summary').filter({ hasText: /^[a-z_]+$/ })).toHaveCount(0);
  await page.getByRole('group').getByText('Conta', { exact: true }).click();
  await expect(page.getByRole('group').getByText('aluno@danceflix.test').first()).toBeVisible();
  await expectAccessible(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar em JSON' }).click(),
  ]);
  const data: unknown = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(data).toMatchObject({ account: { email: 'aluno@danceflix.test' } });

  await workerControls(page);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('button', { name: 'Ver meus dados' }).click();
  await expect(page.getByText(/Sem conexão: esta é a cópia que você abriu em/)).toBeVisible();
  await context.setOffline(false);

  await page.getByRole('button', { name: 'Excluir minha conta' }).click();
  await page.getByRole('button', { name: 'Excluir minha conta para sempre' }).click();
  await expect(
    page.getByRole('form', { name: 'Excluir conta' }).locator('[aria-invalid="true"]').first(),
  ).toBeVisible();
  await page.getByLabel('Digite EXCLUIR para confirmar').fill('excluir');
  await page.getByRole('form', { name: 'Excluir conta' }).getByLabel('Sua senha').fill('danceflix-aluno');
  await page.getByRole('button', { name: 'Excluir minha conta para sempre' }).click();
  await expect(page).toHaveURL('/');
  const left = await product.sql(`select from auth.users where email = 'aluno@danceflix.test'`);
  expect(left).toEqual([]);
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('private'))),
  ).toEqual([]);
});
