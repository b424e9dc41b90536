/**
 * The Mural's two writes as the outbox sends them, against the real backend, and the changes that a
 * phone receives by hints.
 */
import 'fake-indexeddb/auto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { heldIn } from '@/app/follow-outbox';
import { overlaidPosts } from '@/features/community/overlay';
import { parsePost } from '@/features/community/schema';
import { env } from '@/lib/env';
import type { RawCommand } from '@/outbox/command';
import { KINDS, parentsOf } from '@/outbox/commands/kinds';
import { settledAmong } from '@/outbox/follower';
import type { StoredCommand } from '@/outbox/stored-command';
import { parseContent } from '@/reads/use-content';
import { subscribeToHints } from '@/sync/hints/hints';
import type { RunningServer } from '../../supabase/embedded/server';
import { newPerson, startTestServer, UNLIMITED } from '../support/backend';
import { Page, until } from './support/phone';

const realFetch = globalThis.fetch;
let server: RunningServer;
let page: Page;

beforeAll(async () => {
  globalThis.fetch = realFetch;
  globalThis.WebSocket = WebSocket as unknown as typeof globalThis.WebSocket;
  server = await startTestServer({
    port: 0,
    seed: 'none',
    quiet: true,
    limits: UNLIMITED,
    migrationsDir: fileURLToPath(new URL('../../supabase/migrations', import.meta.url)),
  });
  env.supabaseUrl = server.url;
  env.supabaseAnonKey = server.publishableKey;
});

afterAll(async () => {
  await page?.close();
  await server?.close();
});

let seq = 0;
function commandOf(kind: 'post.create' | 'post.remove', id: string, payload: object, userId: string) {
  seq += 1;
  return {
    id: crypto.randomUUID(),
    kind,
    version: 1,
    entity: { table: 'posts', id },
    payload,
    base: null,
    userId,
    visitor: null,
    createdAt: Date.now(),
    status: 'queued',
    attempts: 0,
    dueAt: 0,
    error: null,
    ack: null,
    seq,
  } as StoredCommand;
}

test('a post is written once, reaches a phone, replaces the overlay, and is removed again', async () => {
  const backend = { ...server, embedded: server, stop: async () => undefined };
  const person = await newPerson(backend, { role: 'student', name: 'Gil Prado' });
  const payload = { role: 'student', name: 'Gil Prado', styles: ['Forró'], terms_accepted: true };
  expect((await person.client.rpc('complete_registration', { payload })).error).toBeNull();
  page = await new Page({ subscribeToHints }).open();
  const view = page.content.view('post');
  view.subscribe(() => undefined);
  await page.ask({ kind: 'pull', reason: 'manual' });
  await until(() => view.get().usable, 'content is on the phone');
  const rows = () => parseContent(view.get().rows, parsePost);
  const self = { name: 'Gil', imageUrl: null, role: 'student', tag: 'eu' } as const;

  const id = crypto.randomUUID();
  const post = { id, text: 'Quem vai ao baile?', city_id: null, dance_style_id: null };
  const create = commandOf('post.create', id, { post }, person.id);
  expect(overlaidPosts(rows(), [create], self).map(({ text }) => text)).toEqual(['Quem vai ao baile?']);
  const send = async (kind: 'post.create' | 'post.remove', command: RawCommand) => {
    const { procedure, args } = KINDS[kind] as { procedure: string; args(c: RawCommand): object };
    const { data, error } = await person.client.rpc(procedure, args(command));
    expect(error).toBeNull();
    return data as { command_id: string; version: number };
  };
  const first = await send('post.create', create);
  expect(first).toMatchObject({ command_id: create.id, post_id: id });
  expect(await send('post.create', create)).toEqual(first);
  await until(() => rows().length === 1, 'it came by a hint');
  const delivered = {
    ...create,
    status: 'delivered',
    ack: { version: first.version, answer: first, at: Date.now(), settled: false },
  } as StoredCommand;
  expect(overlaidPosts(rows(), [delivered], self)).toMatchObject([
    { id, author: { name: 'Gil' }, isStored: true },
  ]);
  const held = { posts: { ids: new Set(rows().map((row) => row.id)), pulledAt: null } };
  expect(settledAmong([delivered], { held: () => ({ ...heldIn(null), ...held }) })).toEqual([create.id]);

  const remove = commandOf('post.remove', id, { postId: id, reason: null }, person.id);
  expect(parentsOf(remove)).toEqual([create.entity]);
  expect(overlaidPosts(rows(), [delivered, remove], self)).toEqual([]);
  expect(await send('post.remove', remove)).toMatchObject({ command_id: remove.id });
  await until(() => rows().length === 0, 'the removal came by a hint');
});
