import { expect, test, vi } from 'vitest';

// The expiration plugin asks for the worker's own globals when it is loaded.
vi.stubGlobal('registration', { scope: 'https://danceflix.test/' });
const { isPicture, PICTURE_LIMITS, pictureOrigins } = await import('./images');

const OWN = 'https://danceflix.test';
const SUPABASE = 'https://abc.supabase.co';
const origins = pictureOrigins(OWN, `${SUPABASE}/`);
const picture = (url: string, from = origins) => isPicture(new URL(url), from);

test('kept pictures are bounded: 300 of them, 30 days, and gone first when the disk is full', () => {
  expect(PICTURE_LIMITS).toEqual({ maxEntries: 300, maxAgeSeconds: 2_592_000, purgeOnQuotaError: true });
});

test('public pictures of the own origin and of the configured Supabase are kept', () => {
  const path = '/public/profile-images/a/b.webp?width=96';
  expect(picture(`${OWN}/storage/v1/render/image${path}`)).toBe(true);
  expect(picture(`${SUPABASE}/storage/v1/object${path}`)).toBe(true);
});

test('signed pictures, other origins and other answers of the server are not', () => {
  expect(picture(`${OWN}/storage/v1/object/sign/profile-images/a/b.webp`)).toBe(false);
  expect(picture(`${OWN}/rest/v1/teacher_listings`)).toBe(false);
  expect(picture('https://elsewhere.test/storage/v1/object/public/x/y.webp')).toBe(false);
  expect(picture(`${SUPABASE}/storage/v1/object/public/x/y.webp`, pictureOrigins(OWN, undefined))).toBe(
    false,
  );
});
