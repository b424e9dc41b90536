/**
 * Draws the demo teachers' pictures into supabase/demo/pictures and removes those without a teacher. Run after changing
 * teachers.json or the drawing: `tsx scripts/demo-pictures.ts`.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { drawPortrait, type PortraitTraits } from './portraits/portrait.ts';

const demo = join(import.meta.dirname, '../supabase/demo');
const folder = join(demo, 'pictures');

interface Sitter {
  key: string;
  portrait: PortraitTraits | null;
}

const sitters: Sitter[] = JSON.parse(await readFile(join(demo, 'teachers.json'), 'utf8'));
await mkdir(folder, { recursive: true });

let total = 0;
const drawn = new Set<string>();
for (const { key, portrait } of sitters) {
  if (!portrait) continue;
  const bytes = await sharp(Buffer.from(drawPortrait(key, portrait)))
    .webp({ quality: 84, effort: 6 })
    .toBuffer();
  await writeFile(join(folder, `${key}.webp`), bytes);
  drawn.add(`${key}.webp`);
  total += bytes.length;
}
for (const name of await readdir(folder)) if (!drawn.has(name)) await rm(join(folder, name));
console.log(`${drawn.size} pictures, ${Math.round(total / 1024)} kB`);
