/** Puts pictures behind the keys that a lap shows: the demo's in all sizes, so that a page loads as much as a real one. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { PICTURE_SIZES, readSizedName, SIZES } from '../../../src/lib/picture-sizes.ts';
import type { BenchServer } from '../server.ts';
import { WORDS } from './keys.ts';

const PICTURES = fileURLToPath(new URL('../../../supabase/demo/pictures', import.meta.url));
const PUBLIC = '/storage/v1/object/public/';
/** Two pages of results: neighbours come into sight when names change. */
const SHOWN = 24;

export async function putPictures(server: BenchServer): Promise<void> {
  const names = await readdir(PICTURES);
  const pictures = await Promise.all(names.map((name) => sizesOf(join(PICTURES, name))));
  const searched = ['', ...WORDS.flatMap((word) => [...word].map((_, at) => word.slice(0, at + 1)))];
  const paths = new Set<string>();
  for (const part of searched) {
    const shown = await server.query<{ path: string | null }>(
      `select profile_image_url as path from public.teacher_listings
       where not _deleted and folded_name like $1 order by rank limit $2`,
      [`%${part}%`, SHOWN],
    );
    for (const { path } of shown) if (path) paths.add(path);
  }
  for (const [at, path] of [...paths].entries()) {
    const name = readSizedName(path.replace(PUBLIC, ''));
    const picture = pictures[at % pictures.length];
    if (!name || !picture) throw new Error(`There is no picture for ${path}`);
    for (const [place, size] of SIZES.entries()) await put(server, name.in(size), picture[place] as Buffer);
  }
}

/** In the order of SIZES. */
function sizesOf(file: string): Promise<Buffer[]> {
  return Promise.all(
    SIZES.map((size) => {
      const { edge } = PICTURE_SIZES[size];
      return edge === null ? readFile(file) : sharp(file).resize(edge, edge).webp().toBuffer();
    }),
  );
}

async function put({ url, secretKey }: BenchServer, name: string, body: Uint8Array): Promise<void> {
  const answer = await fetch(`${url}/storage/v1/object/${name}`, {
    method: 'POST',
    headers: {
      ...{ apikey: secretKey, authorization: `Bearer ${secretKey}` },
      ...{ 'content-type': 'image/webp', 'cache-control': 'max-age=31536000', 'x-upsert': 'true' },
    },
    body: new Uint8Array(body),
  });
  if (!answer.ok) throw new Error(`The picture ${name} was refused: ${answer.status} ${await answer.text()}`);
}
