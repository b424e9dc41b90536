/**
 * A student's phone against the real backend: a request is answered, evaluated and ended while the
 * phone listens.
 */
import 'fake-indexeddb/auto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { PrivateRows } from '@/db/memory/private-store';
import { openPrivateReplica } from '@/db/storage/replica';
import { pendingEvaluations } from '@/features/evaluations/pending';
import { env } from '@/lib/env';
import { PrivateEngine } from '@/sync/private/engine';
import { subscribeToPrivateHints } from '@/sync/private/puller';
import { ChangesRequest } from '@/sync/pull/changes';
import type { RunningServer } from '../../supabase/embedded/server';
import { newPerson, type Person, showTeacher, startTestServer, UNLIMITED } from '../support/backend';
import { newBrowser } from './support/browser-globals';
import { rawStorage, until } from './support/phone';

const realFetch = globalThis.fetch;
let server: RunningServer;
let engine: PrivateEngine;

beforeAll(async () => {
  newBrowser();
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
  await engine?.stop();
  await server?.close();
});

test('requests and evaluations arrive by hints, and a contact goes with the end of a request', async () => {
  const backend = { ...server, embedded: server, stop: async () => undefined };
  const register = async (role: 'student' | 'teacher', name: string, whatsapp: string): Promise<Person> => {
    const person = await newPerson(backend, { role, name });
    const payload = { role, name, whatsapp, styles: ['Forró'], terms_accepted: true };
    expect((await person.client.rpc('complete_registration', { payload })).error).toBeNull();
    return person;
  };
  const student = await register('student', 'Gil Prado', '+5511900001111');
  const teacher = await register('teacher', 'Lia Moraes', '+5511900002222');
  await showTeacher(backend, teacher.id);
  const style = await student.client.from('dance_styles').select('id').eq('name', 'Forró').single();
  const call = async (person: Person, procedure: string, args: Record<string, unknown>) => {
    const { data, error } = await person.client.rpc(procedure, { command_id: crypto.randomUUID(), ...args });
    expect(error).toBeNull();
    return data as { version: number };
  };

  let now: PrivateRows | undefined;
  let connected = false;
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
      subscribe: (user, heard) =>
        subscribeToPrivateHints(user, {
          ...heard,
          onConnected: () => {
            connected = true;
            heard.onConnected();
          },
        }),
    },
  );
  engine.setVisible(true);
  const { data } = await student.client.auth.getSession();
  const accessToken = data.session?.access_token ?? '';
  void engine.setUser({ userId: student.id, accessToken, expiresAt: Date.now() + 3_600_000 });
  await until(() => now?.evaluationsKnown === true && connected, 'the phone listens');
  expect(now).toMatchObject({ lessonRequests: [], lessonRequestsKnown: true, evaluations: [] });

  const id = crypto.randomUUID();
  const request = { id, teacher_id: teacher.id, dance_style_id: style.data?.id, message: 'Olá' };
  const made = await call(student, 'create_lesson_request', { request });
  await until(() => now?.lessonRequests[0]?.version === made.version, 'the own request is here');
  expect(now?.lessonRequests).toMatchObject([
    { id, side: 'student', status: 'Pendente', other_name: 'Lia Moraes', other_whatsapp: null },
  ]);

  await call(teacher, 'answer_lesson_request', {
    request_id: id,
    answer: 'accept',
    reason: null,
    base_version: null,
  });
  await until(() => now?.lessonRequests[0]?.status === 'Aceito', 'the answer is here');
  expect(now?.lessonRequests[0]?.other_whatsapp).toBe('+5511900002222');
  const aWeekOn = Date.now() + 7 * 86_400_000;
  const pending = () =>
    pendingEvaluations(
      student.id,
      now?.lessonRequests ?? [],
      {
        lessons: now?.lessons ?? [],
        evaluated: new Set(now?.evaluations.map((one) => one.lesson_request_id)),
        blocked: new Set(),
      },
      aWeekOn,
    );
  const onServer = await student.client.from('pending_evaluations').select('lesson_request_id, evaluated_id');
  expect(pending()).toMatchObject(onServer.data ?? []);
  expect(pending()).toHaveLength(1);

  const evaluation = { id: crypto.randomUUID(), lesson_request_id: id, rating: 5, comment: null };
  const saved = await call(student, 'save_evaluation', { evaluation });
  await until(() => now?.evaluations[0]?.version === saved.version, 'the own evaluation is here');
  expect(pending()).toEqual([]);

  expect(await rawStorage()).toContain('+5511900002222');
  await call(teacher, 'cancel_lesson_request', { request_id: id, reason: null, base_version: null });
  await until(() => now?.lessonRequests[0]?.status === 'Cancelado', 'the end is here');
  expect(await rawStorage()).not.toContain('+5511900002222');
});
