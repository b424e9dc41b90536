/**
 * Content of the real backend: the phone's replica and the server's answers have the same rows in
 * the same order.
 */
import 'fake-indexeddb/auto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { ContentKind, ContentRow } from '@/db/rows/public-rows';
import { env } from '@/lib/env';
import { selectContent } from '@/reads/content-remote';
import { subscribeToHints } from '@/sync/hints/hints';
import type { RunningServer } from '../../supabase/embedded/server';
import { startTestServer } from '../support/backend';
import { Page, until } from './support/phone';

const realFetch = globalThis.fetch;
const ID = 'e0000000-0000-4000-8000-000000000001';
let server: RunningServer;
let page: Page;

beforeAll(async () => {
  globalThis.fetch = realFetch;
  globalThis.WebSocket = WebSocket as unknown as typeof globalThis.WebSocket;
  server = await startTestServer({
    port: 0,
    seed: 'none',
    quiet: true,
    migrationsDir: fileURLToPath(new URL('../../supabase/migrations', import.meta.url)),
  });
  env.supabaseUrl = server.url;
  env.supabaseAnonKey = server.publishableKey;
});

afterAll(async () => {
  await page?.close();
  await server?.close();
});

const put = (id: string | null, kind: ContentKind, slug: string | null, key: string, title: string) =>
  server.database.query(
    `select app.put_content($1, coalesce($2::uuid, gen_random_uuid()), $3, $4, jsonb_build_object('title', $5::text))`,
    [kind, id, slug, key, title],
  );
const titles = (rows: readonly ContentRow[]) => rows.map(({ data }) => (data as { title: string }).title);
const ask = (kind: ContentKind, key: string | null = null) =>
  selectContent(kind, key, new AbortController().signal);

test('both sources have the same rows in the same order, and a change is noticed', async () => {
  for (const [place, key] of ['b', 'á', 'a', 'Z', '~', 'a b', 'a-b', '10', '9'].entries()) {
    await put(null, 'event', `evento-${place}`, key, key);
  }
  await put(ID, 'event', null, 'a', 'mesmo lugar');
  await put(null, 'blog', 'evento-1', 'a', 'outro tipo');
  // More rows than one answer holds.
  await server.database.query(
    `select app.put_content('dancer', gen_random_uuid(), null, lpad(n::text, 4, '0'), jsonb_build_object('title', n))
     from generate_series(1, 501) n`,
  );
  page = await new Page({ subscribeToHints }).open();
  const events = page.content.view('event');
  const dancers = page.content.view('dancer');
  events.subscribe(() => undefined);
  dancers.subscribe(() => undefined);
  await page.ask({ kind: 'pull', reason: 'manual' });
  await until(() => events.get().usable && dancers.get().usable, 'content is on the phone');
  expect(events.get().rows).toHaveLength(10);
  expect(await ask('event')).toEqual(events.get().rows);
  expect(await ask('dancer')).toEqual(dancers.get().rows);
  expect(titles(await ask('event', 'evento-1'))).toEqual(['á']);
  expect(titles(await ask('event', ID))).toEqual(['mesmo lugar']);
  expect(await ask('event', 'nenhum')).toEqual([]);

  await server.database.query(`select app.remove_content('event', $1)`, [ID]);
  await until(() => !titles(events.get().rows).includes('mesmo lugar'), 'the removal has arrived by a hint');
  expect(await ask('event', ID)).toEqual([]);
});
