/** The reader of pictures' headers that servers and phones share (supabase/functions/_shared/pictures). */
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { pictureFault, readPicture } from '../../supabase/functions/_shared/pictures/read-picture.ts';
import { falsePictures, PICTURE_TYPES, picture, pngBomb } from '../support/pictures.ts';

it.each(PICTURE_TYPES)('reads the sides of %s', async (type) => {
  for (const [width, height] of [
    [1, 1],
    [641, 480],
    [3000, 17],
  ] as const)
    expect(readPicture(await picture(type, width, height))).toEqual({
      kind: 'picture',
      header: { type, width, height },
    });
});

it('reads every way of writing a type', async () => {
  const noise = sharp(await picture('image/png', 300, 200));
  const ways = [
    noise
      .clone()
      .jpeg({ progressive: true, mozjpeg: true })
      .withExif({ IFD0: { Artist: 'x'.repeat(5000) } }),
    noise.clone().webp({ lossless: true }),
    noise
      .clone()
      .webp()
      .withExif({ IFD0: { Artist: 'x' } }),
    noise.clone().ensureAlpha(0.5).webp(),
    noise.clone().png({ palette: true, progressive: true }),
  ];
  for (const way of ways)
    expect(readPicture(await way.toBuffer())).toMatchObject({ header: { width: 300, height: 200 } });
});

it('takes what follows a whole picture, as some cameras write it', async () => {
  const body = Buffer.concat([await picture('image/jpeg'), Buffer.alloc(99)]);
  expect(pictureFault(body, 'image/jpeg', 'a.jpg')).toBeNull();
});

it('refuses each file that claims to be a picture', async () => {
  for (const [what, body, claimed] of await falsePictures())
    expect([what, pictureFault(body, claimed, 'a.png')]).toEqual([what, expect.any(String)]);
  expect(pictureFault(new Uint8Array(), 'image/png', 'a.png')).toBe('no_picture');
});

it('takes 40 megapixels and 12,000 pixels a side, under a made name only a made size', () => {
  expect(pictureFault(pngBomb(8_000, 5_000), 'image/png', 'a.png')).toBeNull();
  expect(pictureFault(pngBomb(12_000, 8), 'IMAGE/PNG', 'a.png')).toBeNull();
  const made = (size: string) => `x/00000000-0000-7000-8000-000000000001-${size}.webp`;
  for (const size of ['t', 'c', 'p']) {
    expect(pictureFault(pngBomb(2_048, 9), 'image/png', made(size))).toBeNull();
    expect(pictureFault(pngBomb(2_049, 9), 'image/png', made(size))).toBe('too_many_pixels');
  }
});

it('answers to every file, however it was cut or changed', async () => {
  const whole = await Promise.all(PICTURE_TYPES.map((type) => picture(type, 64, 64)));
  fc.assert(
    fc.property(
      fc.constantFrom(...whole),
      fc.nat({ max: 1_000 }),
      fc.array(fc.tuple(fc.nat({ max: 400 }), fc.nat({ max: 255 })), { maxLength: 6 }),
      (body, length, changes) => {
        const bytes = new Uint8Array(body.subarray(0, length));
        for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte;
        expect(['picture', 'none', 'cut']).toContain(readPicture(bytes).kind);
      },
    ),
    { numRuns: process.env.TEST_FULL === '1' ? 2_000 : 500 },
  );
});
