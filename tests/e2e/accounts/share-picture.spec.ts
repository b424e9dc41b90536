import type { APIRequestContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible, readyForOffline } from '../../support/browser';
import { idOf, OwnPages } from '../pages/own-pages';
import { prerenderedTest as test } from '../support/prerendered';
import { shoot } from '../support/shoot';
import { signedIn } from '../support/signed-in';
import { expect } from '../support/test';

test.use({ serviceWorkers: 'allow' });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

const html = async (request: APIRequestContext, path: string) =>
  (await request.get(path, { headers: { accept: 'text/html' } })).text();

/** The content of a tag in the head that is served. */
async function served(request: APIRequestContext, path: string, tag: string): Promise<string> {
  const page = await html(request, path);
  return new RegExp(`<meta (?:property|name)="${tag}" content="([^"]*)"`).exec(page)?.[1] ?? '';
}

const OWN = /\/storage\/v1\/object\/public\/share-images\/[0-9a-f-]{36}\/[0-9a-f]{16}\.jpg$/;

/** Waits for the own picture of a page and checks what a messenger would get; resolves to its bytes. */
async function expectPicture(request: APIRequestContext, path: string): Promise<Buffer> {
  await expect.poll(() => served(request, path, 'og:image')).toMatch(OWN);
  const address = await served(request, path, 'og:image');
  expect(await served(request, path, 'twitter:image')).toBe(address);
  expect(await served(request, path, 'og:image:width')).toBe('1200');
  expect(await served(request, path, 'og:image:height')).toBe('630');
  expect(await served(request, path, 'og:image:alt')).not.toBe('');
  expect(await served(request, path, 'twitter:card')).toBe('summary_large_image');
  const answer = await request.get(new URL(address).pathname);
  expect(answer.status()).toBe(200);
  expect(answer.headers()['content-type']).toBe('image/jpeg');
  const body = await answer.body();
  expect(body.length).toBeLessThanOrEqual(300 * 1024);
  expect(await sharp(body).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  return body;
}

async function enterAsAdmin(page: Page): Promise<void> {
  await signedIn(page, { email: 'admin@danceflix.test', password: 'danceflix-admin' });
}

test('a teacher’s phone draws the picture of the link, again once a saved change was sent, and the old one goes a day later', async ({
  page,
  product,
  context,
  request,
}) => {
  const path = '/teachers/marina-couto';
  // Until then the portrait, whose size is unknown.
  expect(await served(request, path, 'og:image')).toMatch(/\/profile-images\//);
  expect(await served(request, path, 'og:image:width')).toBe('');
  const own = new OwnPages(page);
  await own.enter('teacher');
  const first = await expectPicture(request, path);

  await own.openProfile('teacher');
  await readyForOffline(page);
  await context.setOffline(true);
  await own.profile.getByLabel('Bairro').fill('Praia do Canto');
  await own.save();
  await expect(own.profile.getByText(/^Salvo no aparelho/)).toBeVisible();
  const before = await served(request, path, 'og:image');
  await context.setOffline(false);
  await expect.poll(() => served(request, path, 'og:image')).not.toBe(before);
  const second = await expectPicture(request, path);
  expect(second.equals(first)).toBe(false);
  const files = () =>
    product.sql<{ n: number }>(
      `select count(*)::int as n from storage.objects where bucket_id = 'share-images' and name like ${idOf('teacher')} || '/%'`,
    );
  // A day long, for pages that a static host has not built anew.
  expect(await files()).toEqual([{ n: 2 }]);
  await product.sql(
    `update storage.objects set created_at = now() - interval '25 hours' where bucket_id = 'share-images' and name like ${idOf('teacher')} || '/%'`,
  );
  await page.goto('/teacher/home');
  await expect.poll(files).toEqual([{ n: 1 }]);
  await expectPicture(request, path);
});

test('a phone of the team draws what is missing: two teachers, an article and an event differ', {
  tag: '@full',
}, async ({ page, product, request }) => {
  await enterAsAdmin(page);
  await page.goto('/admin/blog');
  const drawn = (kind: string) =>
    product.sql<{ id: string }>(
      `select s.id from public.share_pictures s join public.content_items c on c.id = s.id where c.kind = '${kind}'`,
    );
  for (const kind of ['blog', 'event'])
    await expect.poll(async () => (await drawn(kind)).length).toBeGreaterThan(0);
  // One visit draws a few; the next one goes on.
  const teachers = () =>
    product.sql<{ path: string }>(
      `select '/teachers/' || l.slug as path from public.share_pictures s join public.teacher_listings l on l.id = s.id limit 2`,
    );
  await expect(async () => {
    await page.reload();
    await expect.poll(async () => (await teachers()).length, { timeout: 30_000 }).toBe(2);
  }).toPass();
  const [one, other] = await teachers();
  const [article] = await product.sql<{ slug: string }>(
    `select c.slug from public.share_pictures s join public.content_items c on c.id = s.id where c.kind = 'blog' limit 1`,
  );
  const [event] = await product.sql<{ slug: string }>(
    `select c.slug from public.share_pictures s join public.content_items c on c.id = s.id where c.kind = 'event' limit 1`,
  );
  const pictures = [
    await expectPicture(request, `/comunidade/eventos/${event?.slug}`),
    await expectPicture(request, one?.path ?? ''),
    await expectPicture(request, other?.path ?? ''),
    await expectPicture(request, `/blog/${article?.slug}`),
  ];
  for (const [place, picture] of pictures.entries())
    for (const another of pictures.slice(place + 1)) expect(picture.equals(another)).toBe(false);
});

test('the home of an approved teacher shares the page on WhatsApp, without a connection too', {
  tag: '@full',
}, async ({ page, context, frame }) => {
  const own = new OwnPages(page);
  await own.enter('teacher');
  await readyForOffline(page);
  await context.setOffline(true);
  await page.reload();
  const card = page.getByRole('region', { name: 'Situação do seu perfil' });
  const button = card.getByRole('link', { name: 'Compartilhar no WhatsApp' });
  await expect(button).toBeVisible();
  const link = new URL((await button.getAttribute('href')) ?? '');
  expect(link.origin + link.pathname).toBe('https://wa.me/');
  expect(link.searchParams.get('text')).toContain('/teachers/marina-couto');
  await card.scrollIntoViewIfNeeded();
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await shoot(page, 'share-home');
});

test('the stage: a student’s sentence, the seal and the rare actions, without a connection too', {
  tag: '@full',
}, async ({ page, context, frame }) => {
  await page.goto('/teachers/marina-couto');
  await expect(frame.main.locator('blockquote')).not.toBeEmpty();
  await readyForOffline(page);
  await context.setOffline(true);
  await page.reload();
  await expect(frame.main.locator('blockquote')).not.toBeEmpty();
  await expect(
    frame.main.getByRole('heading', { name: /^O que os alunos dizem \d+( de \d+)? avalia/ }),
  ).toBeVisible();
  await page.getByRole('button', { name: /^Aprovado em/ }).click();
  const dialog = page.getByRole('dialog', { name: /verificado/ });
  await expect(dialog).toContainText('Identidade conferida em');
  await expectAccessible(page);
  await shoot(page, 'seal');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  // Last on the page, after how contact works.
  const order = await frame.main.evaluate((main) => {
    const text = main.textContent ?? '';
    return text.indexOf('Como funciona o contato') < text.indexOf('Denunciar este perfil');
  });
  expect(order).toBe(true);
  await expectAccessible(page);
  await frame.expectNoSidewaysScroll();
  await context.setOffline(false);
});
