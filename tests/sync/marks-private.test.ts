/**
 * A student's phone against the real backend: favourites and blocks made elsewhere arrive and are
 * removed again.
 */
import 'fake-indexeddb/auto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PrivateRows } from '@/db/memory/private-store';
import { openPrivateReplica } from '@/db/storage/replica';
import { blockedPeople } from '@/features/blocks/overlay';
import { favouriteIds } from '@/features/favourites/overlay';
import { env } from '@/lib/env';
import type { RawCommand } from '@/outbox/command';
import { blockSet } from '@/outbox/commands/block-set';
import { favouriteSet } from '@/outbox/commands/favourite-set';
import { reportCreate } from '@/outbox/commands/report-create';
import { PrivateEngine } from '@/sync/private/engine';
import { ChangesRequest } from '@/sync/pull/changes';
import type { RunningServer } from '../../supabase/embedded/server';
import { newPerson, type Person, showTeacher, startTestServer, UNLIMITED } from '../support/backend';
import { newBrowser } from './support/browser-globals';
import { until } from './support/phone';

const realFetch = globalThis.fetch;
let server: RunningServer;
let engine: PrivateEngine;

beforeAll(async () => {
  newBrowser();
  globalThis.fetch = realFetch;
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
  await engine?.stop();
  await server?.close();
});

function command<P>(kind: string, table: string, id: string, payload: P): RawCommand & { payload: P } {
  return {
    seq: 1,
    id: crypto.randomUUID(),
    kind,
    version: 1,
    entity: { table, id },
    payload,
    base: null,
    userId: 'student',
    visitor: null,
    createdAt: Date.now(),
    status: 'queued',
    attempts: 0,
    dueAt: 0,
    error: null,
    ack: null,
  };
}

test('the server accepts what the phone queues, and returns it as favourites and blocks, later as tombstones', async () => {
  const backend = { ...server, embedded: server, stop: async () => undefined };
  const register = async (role: 'student' | 'teacher', name: string): Promise<Person> => {
    const person = await newPerson(backend, { role, name });
    const payload = { role, name, styles: ['Forró'], terms_accepted: true };
    expect((await person.client.rpc('complete_registration', { payload })).error).toBeNull();
    return person;
  };
  const student = await register('student', 'Gil Prado');
  const teacher = await register('teacher', 'Lia Moraes');
  await showTeacher(backend, teacher.id);
  const send = async (procedure: string, args: Record<string, unknown>) => {
    const { data, error } = await student.client.rpc(procedure, args);
    expect(error).toBeNull();
    return data as { version: number | null; command_id: string };
  };
  const favour = (wanted: boolean) =>
    command('favourite.set', 'favourites', teacher.id, {
      teacherId: teacher.id,
      wanted,
      wishedAt: new Date().toISOString(),
    });
  const block = (wanted: boolean) =>
    command('block.set', 'blocks', teacher.id, {
      personId: teacher.id,
      name: 'Lia',
      wanted,
      wishedAt: new Date().toISOString(),
    });

  let now: PrivateRows | undefined;
  engine = new PrivateEngine(
    {
      onRows: (rows) => {
        now = structuredClone(rows);
      },
      onTokenWanted: () => undefined,
      onFull: () => undefined,
    },
    {
      openReplica: (userId) => openPrivateReplica(userId, { multiInstance: false }),
      changes: new ChangesRequest(),
      subscribe: () => ({ renew: () => undefined, stop: () => undefined }),
    },
  );
  engine.setVisible(true);
  const { data } = await student.client.auth.getSession();
  const accessToken = data.session?.access_token ?? '';
  await engine.setUser({ userId: student.id, accessToken, expiresAt: Date.now() + 3_600_000 });
  await until(() => now?.marksKnown === true, 'the phone knows that there are none');
  const held = () => ({ marks: now?.marks ?? [], upTo: now?.marksUpTo ?? 0 });

  const on = favour(true);
  const set = await send(favouriteSet.procedure, favouriteSet.args(on));
  expect(set.command_id).toBe(on.id);
  expect(await send(favouriteSet.procedure, favouriteSet.args(on))).toEqual(set);
  await engine.pull();
  expect(favouriteIds(held(), [])).toEqual([teacher.id]);
  expect(now?.marksUpTo).toBe(set.version);

  const blocked = await send(blockSet.procedure, blockSet.args(block(true)));
  await engine.pull();
  expect(now?.marksUpTo).toBe(blocked.version);
  expect(blockedPeople(held(), [])).toEqual([{ id: teacher.id, name: 'Lia' }]);
  // The block removed the favourite, by a tombstone in the same transaction.
  expect(now?.marks.map(({ kind }) => kind)).toEqual(['block']);

  const freed = await send(blockSet.procedure, blockSet.args(block(false)));
  await engine.pull();
  expect(now).toMatchObject({ marks: [], marksUpTo: freed.version });

  const report = {
    id: crypto.randomUUID(),
    what: 'profile' as const,
    target_id: teacher.id,
    reason: 'spam' as const,
    details: null,
  };
  const told = await send(
    reportCreate.procedure,
    reportCreate.args(command('report.create', 'reports', report.id, { report })),
  );
  expect(told).toMatchObject({ report_id: report.id, created: true, version: null });
  const { data: mine } = await student.client.from('reports').select('reason');
  const { data: theirs } = await teacher.client.from('reports').select('reason');
  expect([mine, theirs]).toEqual([[{ reason: 'spam' }], []]);
});
