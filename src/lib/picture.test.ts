import { describe, expect, it, vi } from 'vitest';
import { pngBomb } from '../../tests/support/pictures';
import {
  encodeWithin,
  fitShorter,
  fitWithin,
  hasTooManyPixels,
  PICTURE,
  preparePicture,
  type Size,
} from './picture';

describe('the size of a picture', () => {
  it.each([
    [
      { width: 4000, height: 3000 },
      { width: 1024, height: 768 },
    ],
    [
      { width: 3000, height: 4000 },
      { width: 768, height: 1024 },
    ],
    [
      { width: 1025, height: 1 },
      { width: 1024, height: 1 },
    ],
  ])('%o becomes %o', (from, to) => {
    expect(fitWithin(from, PICTURE.edge)).toEqual(to);
  });

  it('never grows', () => {
    expect(fitWithin({ width: 640, height: 480 }, PICTURE.edge)).toEqual({ width: 640, height: 480 });
  });
});

it('a chosen file with too many pixels is refused before it is decoded', async () => {
  const decoded = vi.fn();
  vi.stubGlobal('createImageBitmap', decoded);
  const file = (width: number, height: number) =>
    new Blob([new Uint8Array(pngBomb(width, height))], { type: 'image/png' });
  for (const [width, height] of [
    [16_000, 16_000],
    [12_001, 8],
  ] as const) {
    expect(await hasTooManyPixels(file(width, height))).toBe(true);
    expect(await preparePicture(file(width, height))).toEqual({ kind: 'too-large' });
  }
  expect(decoded).not.toHaveBeenCalled();
  expect(await hasTooManyPixels(file(8_000, 5_000))).toBe(false);
  expect(await hasTooManyPixels(new Blob(['nothing']))).toBe(false);
  // The browser is asked for the sides of formats that only it reads, such as HEIC.
  const close = vi.fn();
  decoded.mockResolvedValue({ width: 9_000, height: 5_000, close });
  expect(await preparePicture(new Blob(['heic'], { type: 'image/heic' }))).toEqual({ kind: 'too-large' });
  expect(close).toHaveBeenCalled();
  vi.unstubAllGlobals();
});

describe('a smaller size of a picture', () => {
  it.each([
    [{ width: 1024, height: 768 }, 192, { width: 256, height: 192 }],
    [{ width: 768, height: 1024 }, 192, { width: 192, height: 256 }],
    [{ width: 1024, height: 100 }, 192, { width: 1024, height: 100 }],
    [{ width: 192, height: 192 }, 192, { width: 192, height: 192 }],
  ])('of %o with %i pixels across is %o', (from, edge, to) => {
    expect(fitShorter(from, edge)).toEqual(to);
  });
});

/** An encoder whose files have this many bytes per pixel at full quality. */
const camera = (bytesPerPixel: number, asked: [Size, number][] = []) => {
  return async (size: Size, quality: number) => {
    asked.push([size, quality]);
    return { size: Math.round(size.width * size.height * bytesPerPixel * quality) };
  };
};

describe('the file of a picture', () => {
  const large = { width: 1024, height: 1024 };

  it('is taken at the first quality that is small enough', async () => {
    const asked: [Size, number][] = [];
    const file = await encodeWithin(camera(0.2, asked), large, PICTURE.bytes);
    expect(asked).toHaveLength(1);
    expect(file?.size).toBeLessThanOrEqual(PICTURE.bytes);
  });

  it('loses quality before it loses size', async () => {
    const asked: [Size, number][] = [];
    await encodeWithin(camera(0.5, asked), large, PICTURE.bytes);
    expect(asked.every(([size]) => size === large)).toBe(true);
    expect(asked.length).toBeGreaterThan(1);
  });

  it('is never above the limit, however busy the picture', async () => {
    const file = await encodeWithin(camera(4), large, PICTURE.bytes);
    expect(file?.size).toBeLessThanOrEqual(PICTURE.bytes);
  });

  it('returns the smallest when nothing is small enough', async () => {
    const file = await encodeWithin(async () => ({ size: 9_000_000 }), large, PICTURE.bytes);
    expect(file).toEqual({ size: 9_000_000 });
  });

  it('is missing when the browser cannot write one', async () => {
    expect(await encodeWithin(async () => null, large, PICTURE.bytes)).toBeNull();
  });
});
