import { describe, expect, it, vi } from 'vitest';

vi.mock('./env', () => ({ env: { supabaseUrl: 'https://db.example', siteUrl: 'https://site.example' } }));

import { imageSrcSet, imageUrl } from './images';

const path = '/storage/v1/object/public/profile-images/42/face.webp';

describe('address of a picture', () => {
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

  it('says the same of a path and of its whole address', () => {
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
    'leaves %s alone: nobody there knows the transform',
    (foreign) => {
      expect(imageUrl(foreign, { width: 1, height: 1 })).toBe(foreign);
    },
  );

  it('offers twice the pixels to dense displays', () => {
    const [single = '', double = ''] = imageSrcSet(path, { width: 72, height: 88 }).split(', ');
    expect(single).toMatch(/width=72&height=88.* 1x$/);
    expect(double).toMatch(/width=144&height=176.* 2x$/);
  });
});
