/** Puts pictures behind the keys that a lap shows: the demo's, so that a page loads as much as a real one. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesOf } from '../../../src/lib/picture-sizes.ts';
import type { BenchServer } from '../server.ts';
import { WORDS } from './keys.ts';

const PICTURES = fileURLToPath(new URL('../../../supabase/demo/pictures', import.meta.url));
const PUBLIC = '/storage/v1/object/public/';
/** Two pages of results: neighbours come into sight when names change. */
const SHOWN = 24;

export async function putPictures(server: BenchServer): Promise<void> {
  const names = await readdir(PICTURES);
  const files = await Promise.all(names.map((name) => readFile(join(PICTURES, name))));
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
    const body = files[at % files.length];
    if (!body) throw new Error('The demo has no pictures');
    for (const name of filesOf(path.replace(PUBLIC, ''))) await put(server, name, body);
  }
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
