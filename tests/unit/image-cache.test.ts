// @vitest-environment node
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ImageCache, type Picture, parseTransform } from '../../supabase/embedded/images';

let dir: string;
let source: Picture;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'danceflix-images-'));
  const bytes = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#a33' } })
    .png()
    .toBuffer();
  source = { body: new Uint8Array(bytes), contentType: 'image/png' };
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const sized = (width: number) => {
  const parsed = parseTransform(new URLSearchParams({ width: String(width) }));
  if (parsed.kind !== 'ok') throw new Error(parsed.reason);
  return parsed.transform;
};

test('an address has a limited number of pictures resized at a time; others do not wait, and may request the same ones', async () => {
  const cache = new ImageCache(join(dir, 'a'), { perAddress: 12 });
  const done: string[] = [];
  const ask = async (address: string, width: number) => {
    const answer = await cache.render(source, '"tag"', sized(width), true, address);
    done.push(address);
    return answer === 'busy' ? 'busy' : answer?.contentType;
  };
  const many = Array.from({ length: 20 }, (_, at) => ask('greedy', 20 + at));
  const other = ask('other', 100);
  expect(await other).toBe('image/webp');
  const answers = await Promise.all(many);
  expect(answers.filter((answer) => answer === 'busy')).toHaveLength(8);
  // Some of the greedy address's twelve pictures were not resized yet.
  expect(done.slice(0, 8 + 8)).toContain('other');
  const same = await Promise.all(Array.from({ length: 10 }, () => ask('greedy', 200)));
  expect(new Set(same)).toEqual(new Set(['image/webp']));
});
