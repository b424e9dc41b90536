/**
 * Draws the covers of the demo articles into supabase/demo/covers and removes those without an article. Run after
 * changing blog.json or the drawing: `tsx scripts/demo-covers.ts`.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { readDemoBlog } from '../supabase/embedded/seed/blog.ts';
import { drawCover } from './covers/cover.ts';

const folder = join(import.meta.dirname, '../supabase/demo/covers');
const { articles } = await readDemoBlog();
await mkdir(folder, { recursive: true });

const drawn = new Set<string>();
for (const { slug, cover } of articles) {
  const bytes = await sharp(Buffer.from(drawCover(cover.motif, cover.backdrop)))
    .webp({ quality: 84, effort: 6 })
    .toBuffer();
  await writeFile(join(folder, `${slug}.webp`), bytes);
  drawn.add(`${slug}.webp`);
  console.log(`${slug}.webp ${Math.round(bytes.length / 1024)} kB`);
}
for (const name of await readdir(folder)) if (!drawn.has(name)) await rm(join(folder, name));
