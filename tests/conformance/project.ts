/**
 * Prepares a Supabase project for the conformance suite and cleans up after it: `npx tsx
 * tests/conformance/project.ts up` and `down`, with the project's DATABASE_URL. The product beside
 * it is not touched, and no migration is recorded.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@supabase/supabase-js';
import postgres from 'postgres';
import WebSocket from 'ws';

const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const MIGRATIONS = beside('migrations');
const BUCKETS = ['pictures', 'papers'];
/** Makes PostgREST read its schema again. */
const RELOAD = `notify pgrst, 'reload schema'`;

/**
 * Creates tables, functions, policies and buckets; leftovers of an earlier run are removed first.
 */
export async function up(databaseUrl: string): Promise<void> {
  await down(databaseUrl);
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
  const texts = await Promise.all(files.map((name) => readFile(join(MIGRATIONS, name), 'utf8')));
  await runAll(databaseUrl, [...texts, RELOAD]);
}

/**
 * Removes them and the suite's people. `storage`: the API through which files of the buckets are
 * removed.
 */
export async function down(databaseUrl: string, storage?: { url: string; secretKey: string }): Promise<void> {
  if (storage) await emptyBuckets(storage);
  await runAll(databaseUrl, [await readFile(beside('project-down.sql'), 'utf8'), RELOAD]);
}

async function emptyBuckets({ url, secretKey }: { url: string; secretKey: string }): Promise<void> {
  const client = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as unknown as typeof globalThis.WebSocket },
  });
  const { data, error } = await client.storage.listBuckets();
  if (error) throw error;
  for (const { id } of data.filter((bucket) => BUCKETS.includes(bucket.id))) {
    const { error: refused } = await client.storage.emptyBucket(id);
    if (refused) throw refused;
  }
}

/** In one transaction: all of it or nothing. */
async function runAll(databaseUrl: string, statements: readonly string[]): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    await sql.begin(async (tx) => {
      for (const text of statements) await tx.unsafe(text).simple();
    });
  } finally {
    await sql.end();
  }
}

async function main([command]: string[]): Promise<void> {
  const { DATABASE_URL, SUPABASE_URL: url, SUPABASE_SECRET_KEY: secretKey } = process.env;
  if (!DATABASE_URL || (command !== 'up' && command !== 'down')) {
    throw new Error('Usage: DATABASE_URL=… npx tsx tests/conformance/project.ts up|down');
  }
  if (command === 'up') await up(DATABASE_URL);
  else await down(DATABASE_URL, url && secretKey ? { url, secretKey } : undefined);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
