/** The public rows of the demo data, as the embedded backend serves them; read once for each state of its sources. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from '../../supabase/embedded/server.ts';
import { readPublicRows } from '../../supabase/hosting/public-rows.ts';
import type { PublicRows } from '../../supabase/hosting/renderer.ts';
import { hashFiles } from './hash-files.ts';

const CACHE = fileURLToPath(new URL('../../.cache/demo-rows', import.meta.url));
const SOURCES = [
  ...['supabase/migrations', 'supabase/demo', 'supabase/embedded'],
  ...['supabase/hosting/public-rows.ts', 'package-lock.json'],
];

export async function readDemoRows(): Promise<PublicRows> {
  const file = join(CACHE, `${(await hashFiles(SOURCES)).slice(0, 12)}.json`);
  if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8')) as PublicRows;
  const server = await startServer({ port: 0, seed: 'demo', quiet: true });
  try {
    const rows = await readPublicRows(server.url, server.publishableKey);
    await mkdir(dirname(file), { recursive: true });
    // Two builds at a time: neither reads half of what the other writes.
    await writeFile(`${file}.${process.pid}`, JSON.stringify(rows));
    await rename(`${file}.${process.pid}`, file);
    return rows;
  } finally {
    await server.close();
  }
}
