import { beforeEach, describe, expect, it, vi } from 'vitest';

const { env } = vi.hoisted(() => ({
  env: { supabaseUrl: 'https://db.example', siteUrl: 'https://site.example', imageTransform: true },
}));
vi.mock('./env', () => ({ env }));

import { imageSource, imageSources, imageUrl, storedImage } from './images';

const path = '/storage/v1/object/public/profile-images/42/face.webp';
const sized = (letter: string) =>
  `/storage/v1/object/public/profile-images/42/6a0f4f0c-1111-4000-8000-00000000000a-${letter}.webp`;
const at = (file: string) => `https://db.example${file}`;

beforeEach(() => {
  env.imageTransform = true;
});

describe('address of a picture, where the storage resizes it', () => {
  it('asks the storage transform for width, height, quality 85 and cover', () => {
    const url = new URL(imageUrl(path, { width: 72, height: 88 }));
    expect(url.origin + url.pathname).toBe(
      'https://db.example/storage/v1/render/image/public/profile-images/42/face.webp',
    );
    expect(Object.fromEntries(url.searchParams)).toEqual({
      width: '72',
      height: '88',
      quality: '85',
      resize: 'cover',
    });
  });

  it('transforms absolute addresses of our own storage too', () => {
    expect(imageUrl(`https://db.example${path}`, { width: 1, height: 1 })).toContain('/render/image/public/');
  });

  it('is the same for a path and for its whole address', () => {
    const names = [
      '42/face.webp',
      'a b/é.webp',
      'a/../b.png',
      'a/./b',
      'a//b',
      'x?y=1',
      'x#y',
      '.hidden',
      'a..b',
      'a/-',
    ];
    const box = { width: 40.4, height: 50.6 };
    for (const name of names) {
      const file = `/storage/v1/object/public/profile-images/${name}`;
      expect(imageUrl(file, box), name).toBe(imageUrl(`https://db.example${file}`, box));
    }
  });

  it.each(['https://elsewhere.example/face.png', 'https://elsewhere.example/storage/v1/object/public/a.png'])(
    'leaves %s unchanged: other sites have no transform',
    (foreign) => {
      expect(imageUrl(foreign, { width: 1, height: 1 })).toBe(foreign);
    },
  );

  it('offers twice the pixels to dense displays', () => {
    const { srcSet } = imageSource(path, { width: 72, height: 88 });
    const [single = '', double = ''] = srcSet?.split(', ') ?? [];
    expect(single).toMatch(/width=72&height=88.* 1x$/);
    expect(double).toMatch(/width=144&height=176.* 2x$/);
  });

  it('is followed by a size that was made, never by an original, in case the transform is missing', () => {
    const box = { width: 72, height: 88 };
    expect(imageSources(path, box).map(({ src }) => src)).toEqual([imageUrl(path, box)]);
    expect(imageSources(sized('p'), box).map(({ src }) => src)).toEqual([
      imageUrl(sized('p'), box),
      at(sized('p')),
    ]);
  });

  it('resizes no picture that has stored sizes when one is asked for, and shows others whole', () => {
    const box = { width: 240, height: 160 };
    expect(storedImage(sized('p'), box)).toBe(at(sized('c')));
    expect(storedImage(path, box)).toBe(`${imageUrl(path, box).replace('resize=cover', 'resize=contain')}`);
  });

  it('is never an original, whichever size is asked for', () => {
    for (const name of ['face.png', '6a0f4f0c.webp', 'x-p.webp']) {
      const file = path.replace('face.webp', name);
      for (const address of [imageUrl, storedImage])
        for (const { src, srcSet } of imageSources(file, { width: 90, height: 60 }, address))
          for (const one of [src, srcSet ?? '']) expect(one).not.toContain('/object/');
    }
  });
});

describe('address of a picture, where the storage does not resize', () => {
  beforeEach(() => {
    env.imageTransform = false;
  });

  it('has the stored size that fills the box', () => {
    expect(imageSource(sized('p'), { width: 72, height: 88 })).toEqual({ src: at(sized('t')) });
    expect(imageSource(sized('p'), { width: 128, height: 128 })).toEqual({
      src: at(sized('t')),
      srcSet: `${at(sized('t'))} 1x, ${at(sized('c'))} 2x`,
    });
    expect(imageSource(sized('p'), { width: 960, height: 540 })).toEqual({ src: at(sized('p')) });
    expect(imageUrl(at(sized('p')), { width: 72, height: 88 })).toBe(at(sized('t')));
  });

  it('is followed by the page size, which exists when another size is missing', () => {
    expect(imageSources(sized('p'), { width: 72, height: 88 }).map(({ src }) => src)).toEqual([
      at(sized('t')),
      at(sized('p')),
    ]);
    expect(imageSources(sized('p'), { width: 960, height: 540 })).toEqual([{ src: at(sized('p')) }]);
  });

  it('is the file itself for a picture of one size, and is tried once', () => {
    expect(imageSources(path, { width: 72, height: 88 })).toEqual([{ src: at(path) }]);
  });

  it.each(['https://elsewhere.example/face.png', 'blob:https://db.example/6a0f4f0c'])(
    'leaves %s unchanged',
    (foreign) => {
      expect(imageSources(foreign, { width: 1, height: 1 })).toEqual([{ src: foreign }]);
    },
  );
});
