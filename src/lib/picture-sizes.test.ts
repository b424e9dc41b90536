import { describe, expect, it } from 'vitest';
import { filesOf, readSizedName, sizeFor, sizeName } from './picture-sizes';

const ID = '6a0f4f0c-1111-4000-8000-00000000000a';
const OWNER = '/storage/v1/object/public/profile-images/6a0f4f0c-2222-4000-8000-00000000000b';

describe('the files of a picture', () => {
  it('lie in the same folder, named by their size', () => {
    expect(sizeName(ID, 'page', 'webp')).toBe(`${ID}-p.webp`);
    expect(filesOf(`${OWNER}/${ID}-p.webp`)).toEqual([
      `${OWNER}/${ID}-t.webp`,
      `${OWNER}/${ID}-c.webp`,
      `${OWNER}/${ID}-p.webp`,
    ]);
    expect(readSizedName(`${OWNER}/${ID}-t.jpg`)?.in('card')).toBe(`${OWNER}/${ID}-c.jpg`);
  });

  it.each([
    `${OWNER}/${ID}.webp`,
    `${OWNER}/foto-p.webp`,
    `${OWNER}/${ID}-x.webp`,
    `${OWNER}/${ID}-p.png`,
    `${OWNER}/${ID}-p.webp?width=1`,
  ])('%s is a picture of one size', (name) => {
    expect(readSizedName(name)).toBeNull();
    expect(filesOf(name)).toEqual([name]);
  });

  it('have names that the database accepts for profiles and articles', () => {
    for (const name of filesOf(`${ID}-p.webp`)) {
      expect(name).toMatch(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/);
      expect(name).toMatch(/^[A-Za-z0-9_-]+([./][A-Za-z0-9_-]+)*$/);
    }
  });
});

describe('the size for a box', () => {
  it.each([
    [40, 40, 'thumbnail'],
    [160, 192, 'thumbnail'],
    [193, 10, 'card'],
    [320, 320, 'card'],
    [720, 405, 'page'],
    [4000, 4000, 'page'],
  ] as const)('of %i × %i is %s', (width, height, size) => {
    expect(sizeFor({ width, height })).toBe(size);
  });
});
