import type { BrowserContext } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible, readyForOffline } from '../../support/browser';
import { idOf, OwnPages } from '../pages/own-pages';
import { shoot } from '../support/shoot';
import { signedIn } from '../support/signed-in';
import { expect, changingTest as test } from '../support/test';

test.use({ serviceWorkers: 'allow' });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

/** Requests to other machines are noted and go nowhere. */
async function keepInside(context: BrowserContext): Promise<string[]> {
  const outside: string[] = [];
  await context.route(/^https:\/\//, (route) => {
    outside.push(route.request().url());
    return route.abort();
  });
  return outside;
}

/** Red on the left, blue on the right. */
const halves = async () => ({
  name: 'aula.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 1600, height: 800, channels: 3, background: '#0000ff' } })
    .composite([
      {
        input: { create: { width: 800, height: 800, channels: 3, background: '#ff0000' } },
        left: 0,
        top: 0,
      },
    ])
    .png()
    .toBuffer(),
});

test('a teacher says when lessons are, and the page, the search and the request follow', {
  tag: '@full',
}, async ({ page, product, context, search, frame }) => {
  const own = new OwnPages(page);
  await own.enter('teacher');
  await own.openProfile('teacher');
  const week = own.profile.getByRole('group', { name: /Quando você dá aulas/ });
  const checked = week.getByRole('checkbox', { checked: true });
  for (let left = await checked.count(); left > 0; left--) await checked.first().uncheck();
  await week.getByRole('group', { name: 'Terça' }).getByRole('checkbox', { name: 'Noite' }).check();
  await week.getByRole('group', { name: 'Sexta' }).getByRole('checkbox', { name: 'Tarde' }).press('Space');
  await week.scrollIntoViewIfNeeded();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'availability-grid');

  // A grid is filled without a connection as everything else of the form is.
  await readyForOffline(page);
  await context.setOffline(true);
  await own.save();
  await expect(own.profile.getByText(/^Salvo no aparelho/)).toBeVisible();
  await context.setOffline(false);
  const kept = () =>
    product.sql<{ availability: string[] }>(
      `select availability from public.teacher_listings where id = ${idOf('teacher')}`,
    );
  await expect.poll(kept).toEqual([{ availability: ['sexta-tarde', 'terca-noite'] }]);

  await page.goto('/teachers/marina-couto');
  const shown = frame.main.getByRole('heading', { name: 'Quando dá aulas' }).locator('..');
  await expect(shown.getByRole('term')).toHaveText(['Terça', 'Sexta']);
  await shown.scrollIntoViewIfNeeded();
  await expectAccessible(page);
  await shoot(page, 'availability-page');
  // On the own page a teacher contacts and reports nobody but those who wrote about them.
  await expect(frame.main.getByRole('link', { name: 'Editar meu perfil' })).toBeVisible();
  await expect(frame.main.getByRole('link', { name: 'WhatsApp', exact: true })).toHaveCount(0);
  await expect(frame.main.getByRole('button', { name: /^Denunciar (este perfil|este vídeo)$/ })).toHaveCount(
    0,
  );

  const [{ n } = { n: 0 }] = await product.sql<{ n: number }>(
    `select count(*)::int as n from public.teacher_listings where not _deleted and coalesce('terca-noite' = any (availability) or availability = '{}', true)`,
  );
  await search.openStored('?when=terca-noite');
  await search.expectCount(n);
  await expect(page.getByRole('button', { name: 'Remover filtro Terça à noite' })).toBeVisible();
  await context.setOffline(true);
  await search.openFilters();
  await expectAccessible(page);
  await shoot(page, 'availability-filter');
  const [{ fridays } = { fridays: 0 }] = await product.sql<{ fridays: number }>(
    `select count(*)::int as fridays from public.teacher_listings where not _deleted
      and coalesce(array_to_string(availability, ' ') ~ 'sexta' or availability = '{}', true)`,
  );
  await search.chooseTimes(['Sexta', 'Manhã'], ['Sexta', 'Tarde'], ['Sexta', 'Noite']);
  await search.sheet.getByRole('group', { name: 'Terça', exact: true }).getByLabel('Noite').uncheck();
  await page.getByRole('button', { name: /^Ver (1 professor|\d+ professores)$/ }).click();
  await search.expectCount(fridays);
  await context.setOffline(false);
});

test('a student starts from the times that the teacher offers, and may ask for others', {
  tag: '@full',
}, async ({ page, frame }) => {
  await new OwnPages(page).enter('student');
  await page.goto('/student/requests/new?professor=joao-aquino');
  const form = page.getByRole('form', { name: 'Pedir aula' });
  const days = form.getByRole('group', { name: /^Dias/ });
  const marked = days.getByRole('checkbox', { checked: true });
  await expect(marked).toHaveCount(5);
  const said = form.getByText('Já marcamos os horários que João oferece. Tire os que não servem para você.');
  await expect(said).toBeVisible();
  await expect(
    form.getByText('João costuma dar aulas segunda, terça, quarta e quinta à noite; sábado de manhã.'),
  ).toBeVisible();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'availability-offered');
  // The first values of the form are no draft.
  await page.reload();
  await expect(marked).toHaveCount(5);
  await expect(form.getByText('Recuperamos seu rascunho')).toHaveCount(0);
  await form.getByRole('button', { name: 'Desmarcar estes horários' }).click();
  await expect(marked).toHaveCount(0);
  await expect(days.getByText('Qualquer dia')).toBeVisible();
  await page.reload();
  await expect(form.getByText('Recuperamos seu rascunho')).toBeVisible();
  await expect(marked).toHaveCount(0);
  await form.getByRole('button', { name: 'Usar estes horários' }).click();
  await expect(marked).toHaveCount(5);
  await days.getByRole('checkbox', { checked: false }).first().check();
  await expect(said).toBeHidden();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'availability-request');
});

test('photos and videos: cut, sent, shown offline, reported, and taken off by the team', async ({
  page,
  product,
  context,
  frame,
}) => {
  const outside = await keepInside(context);
  const own = new OwnPages(page);
  await own.enter('teacher');
  await own.openProfile('teacher');
  const videos = own.profile.getByRole('group', { name: /^Veja como danço: vídeos/ });
  const remove = videos.getByRole('button', { name: /^Remover vídeo/ });
  // By key: two quick presses at one spot are a double tap.
  for (let left = await remove.count(); left > 0; left--) await remove.first().press('Enter');
  const address = videos.getByLabel('Endereço do vídeo');
  await address.fill('https://vimeo.com/1');
  await videos.getByRole('button', { name: 'Adicionar vídeo' }).click();
  await expect(videos.getByText('URL inválida. Use URLs do YouTube ou Instagram')).toBeVisible();
  await address.fill('https://youtube.com/watch?v=abc12345&feature=share');
  await address.press('Enter');
  await expect(videos.getByText('youtube.com/watch?v=abc12345')).toBeVisible();
  await own.save();
  await expect(own.profile.getByText('Perfil atualizado')).toBeVisible();

  // Chosen without a connection, it waits here.
  const photos = own.profile.getByRole('group', { name: /^Veja como danço: fotos/ });
  await readyForOffline(page);
  await context.setOffline(true);
  await page.getByLabel('Adicionar foto de aula').setInputFiles(await halves());
  const cut = page.getByRole('dialog', { name: 'Escolha o quadrado da foto' });
  const square = cut.getByRole('group', { name: 'Parte da foto' });
  await expect(cut.getByRole('button', { name: 'Usar esta foto' })).toBeEnabled();
  await square.focus();
  // The middle shows both halves; twenty presses lead to the left edge.
  for (let press = 0; press < 20; press++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('+');
  await expect(cut.getByRole('slider', { name: 'Zoom' })).toHaveValue('1.1');
  // Two fingers that part by half as much again.
  const box = await square.boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  const touch = await context.newCDPSession(page);
  const fingers = (apart: number) => [
    { x: x - apart, y, id: 1 },
    { x: x + apart, y, id: 2 },
  ];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(40) });
  for (let apart = 42; apart <= 60; apart += 2) {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) });
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(cut.getByRole('slider', { name: 'Zoom' })).toHaveValue('1.65');
  await expectAccessible(page);
  await shoot(page, 'gallery-crop');
  await cut.getByRole('button', { name: 'Usar esta foto' }).click();
  await expect(photos.getByText(/a foto só pode ser enviada com internet/).first()).toBeVisible();
  await shoot(page, 'gallery-offline');
  await context.setOffline(false);
  await photos.getByRole('button', { name: 'Enviar a foto de novo' }).click();
  await expect(photos.getByText('Foto adicionada')).toBeVisible();
  await expect(photos.getByRole('img', { name: 'Foto 1' })).toBeVisible();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'gallery-profile');

  const stored = async () =>
    (
      await product.sql<{ photos: string[] }>(
        `select photos from public.teacher_listings where id = ${idOf('teacher')}`,
      )
    )[0]?.photos ?? [];
  const [photo = ''] = await stored();
  const file = Buffer.from(await (await fetch(product.url + photo)).arrayBuffer());
  const { width, height } = await sharp(file).metadata();
  expect(width).toBe(height);
  const { dominant } = await sharp(file).stats();
  expect([dominant.r > 200, dominant.b < 60]).toEqual([true, true]);

  // A student sees them, asks nothing of others before a tap, and reports the photo.
  await page.evaluate(() => localStorage.clear());
  await signedIn(page, { email: 'aluno@danceflix.test', password: 'danceflix-aluno' });
  await page.goto('/teachers/marina-couto');
  const gallery = frame.main.getByRole('heading', { name: 'Veja como danço' }).locator('..');
  // The way back and everything to do with the page share one row, so that the picture stands high.
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 640 });
    const rows = [
      frame.main.getByRole('link', { name: /^Voltar/ }),
      frame.main.getByRole('button', { name: 'Mais opções' }),
    ].map(async (control) => (await control.boundingBox())?.y);
    const [first, last] = await Promise.all(rows);
    expect([last, typeof last], `${width} px`).toEqual([first, 'number']);
  }
  await gallery.scrollIntoViewIfNeeded();
  const thumbnail = gallery.getByRole('button', { name: 'Ampliar foto 1 de 1' }).locator('img');
  const isDrawn = () => thumbnail.evaluate((img: HTMLImageElement) => img.naturalWidth > 0);
  await expect.poll(isDrawn).toBe(true);
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'gallery-page');
  expect(outside).toEqual([]);

  await readyForOffline(page);
  await context.setOffline(true);
  await page.reload();
  await gallery.scrollIntoViewIfNeeded();
  await expect.poll(isDrawn).toBe(true);
  await expect(gallery.getByText('Vídeo só com internet.')).toBeVisible();
  await expect(gallery.getByRole('button', { name: 'Ver Vídeo de Marina Couto' })).toBeDisabled();
  await expectAccessible(page);
  await context.setOffline(false);

  await gallery.getByRole('button', { name: 'Ver Vídeo de Marina Couto' }).click();
  await expect(gallery.locator('iframe')).toHaveAttribute('src', /youtube-nocookie\.com\/embed\/abc12345/);
  await gallery.getByRole('button', { name: 'Ampliar foto 1 de 1' }).click();
  const large = page.getByRole('dialog', { name: 'Foto de Marina Couto' });
  await expect(large.getByRole('button', { name: 'Denunciar esta foto' })).toBeVisible();
  await large.getByRole('button', { name: 'Fechar' }).click();
  // Three taps.
  await gallery.getByRole('button', { name: 'Denunciar foto 1 de 1' }).click();
  const report = page.getByRole('dialog', { name: 'Denunciar foto 1 de 1' });
  await report.getByRole('radio', { name: 'Conteúdo fora do lugar' }).check();
  await expectAccessible(page);
  await shoot(page, 'gallery-report');
  await report.getByRole('button', { name: 'Enviar denúncia' }).click();
  await expect(report.getByText('Denúncia salva. Só a nossa equipe vai ler.')).toBeVisible();
  await expect
    .poll(async () =>
      product.sql(`select what, subject, details from public.reports where target_id = ${idOf('teacher')}
        and reporter_id = ${idOf('student')} and reason = 'wrong'`),
    )
    .toEqual([{ what: 'profile', subject: photo, details: null }]);
  expect(outside.every((url) => new URL(url).host === 'www.youtube-nocookie.com')).toBe(true);

  // The team reads it and takes the photo off.
  await page.evaluate(() => localStorage.clear());
  await signedIn(page, { email: 'admin@danceflix.test', password: 'danceflix-admin' });
  const [{ id } = { id: '' }] = await product.sql<{ id: string }>(`select ${idOf('teacher')} as id`);
  await page.goto(`/admin/teachers/${id}`);
  const media = page.getByRole('region', { name: 'Veja como danço' });
  await media.locator('summary').click();
  await expect(media.getByRole('img', { name: 'Foto 1 de Marina Couto' })).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'gallery-admin');
  await media.getByRole('button', { name: 'Remover foto 1' }).click();
  const question = page.getByRole('dialog', { name: 'Remover da página de Marina Couto?' });
  await question.getByRole('button', { name: 'Remover', exact: true }).click();
  await expect.poll(stored).toEqual([]);
  await expect(media.getByRole('img')).toHaveCount(0);
});
