/**
 * The private half of the engine: whose rows come onto the phone, when they are removed, and that
 * another person's are never accepted.
 */
import 'fake-indexeddb/auto';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { openPrivateReplica } from '@/db/storage/replica';
import { env } from '@/lib/env';
import { removePrivateStorage } from '@/lib/private-storage';
import { RestFailure } from '@/lib/rest';
import { PrivateEngine, type PrivateEngineParts } from '@/sync/private/engine';
import type { PrivateUser } from '@/sync/private/pull';
import { type PrivateHintListener, subscribeToPrivateHints } from '@/sync/private/puller';
import { ChangesRequest } from '@/sync/pull/changes';
import type { RunningServer } from '../../supabase/embedded/server';
import { newPerson, startTestServer, UNLIMITED } from '../support/backend';
import { Accounts, ANNA, BEN, Listener } from './support/accounts';
import { newBrowser } from './support/browser-globals';
import { fullDisk } from './support/outbox-disk';
import { rawStorage, until } from './support/phone';

const realFetch = globalThis.fetch;

let accounts: Accounts;
let engines: PrivateEngine[];
let hints: PrivateHintListener | null;

const user = (userId: string, n = 1, lifetime = 3_600_000): PrivateUser => ({
  userId,
  accessToken: `${userId} ${n}`,
  expiresAt: Date.now() + lifetime,
});

function open(parts: Partial<PrivateEngineParts> = {}): { engine: PrivateEngine; listener: Listener } {
  const listener = new Listener();
  const engine = new PrivateEngine(listener, {
    openReplica: (userId) => openPrivateReplica(userId, { multiInstance: false }),
    call: accounts.call,
    changes: new ChangesRequest({ call: parts.call ?? accounts.call }),
    subscribe: (_user, heard) => {
      hints = heard;
      return {
        renew: () => undefined,
        stop: () => {
          hints = null;
        },
      };
    },
    ...parts,
  });
  engine.setVisible(true);
  engines.push(engine);
  return { engine, listener };
}

beforeEach(() => {
  newBrowser();
  accounts = new Accounts();
  engines = [];
  hints = null;
  accounts.profile(ANNA, 'Anna');
  accounts.notify(ANNA, '00000000-0000-4000-8000-0000000000a1', 'Boas-vindas');
  accounts.profile(BEN, 'Ben');
});

afterEach(async () => {
  for (const engine of engines) await engine.stop();
});

const isHere = (listener: Listener, name: string) =>
  until(() => listener.now?.profile?.name === name, `${name} is here`);

describe('the own rows', () => {
  test('arrive, and are here at the next start without network', async () => {
    const first = open();
    void first.engine.setUser(user(ANNA));
    await isHere(first.listener, 'Anna');
    await until(() => first.listener.now?.notifications.length === 1, 'the notification is here');
    await first.engine.stop();
    accounts.fault = new RestFailure('network', 'No network');
    const next = open();
    void next.engine.setUser(user(ANNA));
    await isHere(next.listener, 'Anna');
    expect(next.listener.now).toMatchObject({ profileKnown: true, notificationsKnown: true });
    expect(next.listener.now?.profileVersion).toBeGreaterThan(0);
  });

  test('are shown with an expired token, which is refreshed and then used', async () => {
    const first = open();
    void first.engine.setUser(user(ANNA));
    await isHere(first.listener, 'Anna');
    await first.engine.stop();
    accounts.profile(ANNA, 'Anna Clara');
    accounts.calls.length = 0;
    const next = open();
    void next.engine.setUser(user(ANNA, 1, -1));
    await isHere(next.listener, 'Anna');
    await until(() => next.listener.wanted.length > 0, 'a token is asked for');
    expect(accounts.calls).toEqual([]);
    void next.engine.setUser(user(ANNA, 2));
    await isHere(next.listener, 'Anna Clara');
  });

  test('stay on the screen when the disk is full, and later rows follow once there is room', async () => {
    const { engine, listener } = open();
    void engine.setUser(user(ANNA));
    await isHere(listener, 'Anna');
    await until(() => listener.now?.notifications.length === 1, 'the notification is here');
    const before = listener.rows.length;
    const disk = fullDisk();
    disk.fill();
    try {
      accounts.profile(ANNA, 'Anna Clara');
      await engine.pull();
      expect(listener.full).toBeGreaterThan(0);
      for (const rows of listener.rows.slice(before)) {
        expect(rows).toMatchObject({ profile: { name: 'Anna' }, notifications: [{}], profileKnown: true });
      }
    } finally {
      disk.free();
    }
    await engine.pull();
    await isHere(listener, 'Anna Clara');
    expect(listener.now?.failed).toBe(false);
  });

  test('stay on the screen when the storage fails, and follow at the next request', async () => {
    const { engine, listener } = open();
    void engine.setUser(user(ANNA));
    await isHere(listener, 'Anna');
    await until(() => listener.now?.notifications.length === 1, 'the notification is here');
    await until(() => hints !== null, 'hints are heard');
    accounts.fault = new DOMException('Connection to Indexed Database server lost', 'UnknownError');
    const asks = accounts.calls.length;
    await until(async () => {
      await engine.pull();
      return accounts.calls.length >= asks + 4;
    }, 'it has tried four times');
    await until(() => listener.now?.failed === true, 'it failed');
    expect(listener.now).toMatchObject({ profile: { name: 'Anna' }, notifications: [{}] });
    accounts.fault = null;
    accounts.profile(ANNA, 'Anna Clara');
    await until(async () => {
      await engine.pull();
      return listener.now?.profile?.name === 'Anna Clara';
    }, 'it has looked again');
    expect(listener.now?.failed).toBe(false);
  });

  test('arrive with a new connection, however often they failed before', async () => {
    const { engine, listener } = open();
    void engine.setUser(user(ANNA));
    await isHere(listener, 'Anna');
    await until(() => hints !== null, 'hints are heard');
    accounts.fault = new RestFailure('network', 'Failed to fetch');
    for (let failures = 0; failures < 6; failures += 1) await engine.pull();
    expect(listener.now?.failed).toBe(true);
    accounts.fault = null;
    accounts.profile(ANNA, 'Anna Clara');
    hints?.onConnected();
    await isHere(listener, 'Anna Clara');
  });

  test('are awaited by requests made before the first pull', async () => {
    const { engine, listener } = open();
    void engine.setUser(user(ANNA));
    await engine.pull(60_000);
    expect(listener.now).toMatchObject({ profile: { name: 'Anna' }, notifications: [{}] });
  });

  test('wait for another token after the server refused one', async () => {
    accounts.refused.add(`${ANNA} 1`);
    const { engine, listener } = open();
    void engine.setUser(user(ANNA, 1));
    await until(() => listener.wanted.includes(`${ANNA} 1`), 'another token is asked for');
    void engine.setUser(user(ANNA, 2));
    await isHere(listener, 'Anna');
  });

  test('are not asked for on and on while the server refuses every new token, until the page is opened again', async () => {
    const { engine, listener } = open();
    let tokens = 1;
    listener.onTokenWanted = (_userId, rejected) => {
      listener.wanted.push(rejected);
      tokens += 1;
      void engine.setUser(user(ANNA, tokens));
    };
    accounts.fault = new RestFailure('refused', 'No such account', 401, 'PT401', 'account_missing');
    void engine.setUser(user(ANNA));
    await until(() => accounts.calls.some((call) => call.endsWith(`${ANNA} 2`)), 'a new token is tried');
    for (let rounds = 0; rounds < 6; rounds += 1) await engine.pull();
    expect(listener.wanted).toEqual([`${ANNA} 1`]);
    expect(listener.now).toMatchObject({ failed: true });

    accounts.fault = null;
    engine.setVisible(false);
    engine.setVisible(true);
    await isHere(listener, 'Anna');
    expect(listener.wanted).toEqual([`${ANNA} 1`, `${ANNA} 2`]);
  });

  test('arrive with a hint, and on request', async () => {
    const { engine, listener } = open();
    void engine.setUser(user(ANNA));
    await isHere(listener, 'Anna');
    await until(() => hints !== null, 'hints are heard');
    accounts.profile(ANNA, 'Anna Rosa');
    hints?.onHint('profile');
    await isHere(listener, 'Anna Rosa');
    accounts.profile(ANNA, 'Anna Lia');
    await engine.pull();
    expect(listener.now?.profile?.name).toBe('Anna Lia');
  });

  test('arrive soon after an older transaction that kept them back, without another hint', async () => {
    const { engine, listener } = open();
    void engine.setUser(user(ANNA));
    await isHere(listener, 'Anna');
    await until(() => hints !== null, 'hints are heard');
    accounts.open = accounts.xid + 1;
    accounts.xid += 1;
    accounts.profile(ANNA, 'Anna Rosa');
    const asked = () => accounts.calls.filter((call) => call.startsWith('pull_changes')).length;
    const before = asked();
    hints?.onHint('profile');
    await until(() => asked() > before + 1, 'it is asked again');
    expect(listener.now?.profile?.name).toBe('Anna');
    accounts.open = null;
    await isHere(listener, 'Anna Rosa');
  });

  test('are neither pulled nor hinted at while no page is visible', async () => {
    const { engine, listener } = open();
    void engine.setUser(user(ANNA));
    await isHere(listener, 'Anna');
    await until(() => hints !== null, 'hints are heard');
    engine.setVisible(false);
    await until(() => hints === null, 'hints are not heard any more');
    const before = accounts.calls.length;
    accounts.profile(ANNA, 'Anna Vera');
    await engine.pull();
    expect(accounts.calls.length).toBe(before);
    engine.setVisible(true);
    await isHere(listener, 'Anna Vera');
  });

  test('that are not visible any more are removed at the next start, without a tombstone', async () => {
    const first = open();
    void first.engine.setUser(user(ANNA));
    await until(() => first.listener.now?.notifications.length === 1, 'the notification is here');
    await first.engine.stop();
    accounts.hidden.add('00000000-0000-4000-8000-0000000000a1');
    const next = open();
    void next.engine.setUser(user(ANNA));
    await until(() => next.listener.now?.notifications.length === 0, 'it is gone');
    expect(await rawStorage()).not.toContain('Boas-vindas');
  });
});

describe('the own requests and evaluations', () => {
  const REQUEST = '00000000-0000-4000-8000-0000000000b1';
  const EVALUATION = '00000000-0000-4000-8000-0000000000c1';

  test('arrive with their versions, and are here at the next start without network', async () => {
    accounts.request(ANNA, REQUEST);
    accounts.evaluation(ANNA, EVALUATION, REQUEST);
    const first = open();
    void first.engine.setUser(user(ANNA));
    await until(() => first.listener.now?.evaluations.length === 1, 'the evaluation is here');
    await first.engine.stop();
    accounts.fault = new RestFailure('network', 'No network');
    const next = open();
    void next.engine.setUser(user(ANNA));
    await until(() => next.listener.now?.evaluationsKnown === true, 'they are known');
    expect(next.listener.now).toMatchObject({
      lessonRequestsKnown: true,
      lessonRequests: [{ id: REQUEST, status: 'Aceito', other_whatsapp: '+5511900004321' }],
      evaluations: [{ id: EVALUATION, lesson_request_id: REQUEST, rating: 4 }],
    });
    const stored = accounts.rows[ANNA];
    expect(next.listener.now?.lessonRequests[0]?.version).toBe(stored?.lesson_requests[0]?._xid);
    expect(next.listener.now?.evaluations[0]?.version).toBe(stored?.evaluations[0]?._xid);
  });

  test('lose the contact in the phone’s storage when the request ends', async () => {
    accounts.request(ANNA, REQUEST);
    const { engine, listener } = open();
    void engine.setUser(user(ANNA));
    await until(() => listener.now?.lessonRequests.length === 1, 'the request is here');
    expect(await rawStorage()).toContain('+5511900004321');
    accounts.request(ANNA, REQUEST, { status: 'Cancelado', other_whatsapp: null, other_email: null });
    await engine.pull();
    expect(listener.now?.lessonRequests).toMatchObject([{ status: 'Cancelado', other_whatsapp: null }]);
    expect(await rawStorage()).not.toContain('+5511900004321');
    expect(await rawStorage()).not.toContain('ben@x.test');
  });

  test('are removed by a tombstone, and by a list of visible ids without them', async () => {
    accounts.request(ANNA, REQUEST);
    accounts.evaluation(ANNA, EVALUATION, REQUEST);
    const first = open();
    void first.engine.setUser(user(ANNA));
    await until(() => first.listener.now?.evaluations.length === 1, 'both are here');
    accounts.put(ANNA, 'evaluations', { id: EVALUATION, _deleted: true });
    await first.engine.pull();
    expect(first.listener.now?.evaluations).toEqual([]);
    await first.engine.stop();
    accounts.hidden.add(REQUEST);
    const next = open();
    void next.engine.setUser(user(ANNA));
    await until(() => next.listener.now?.lessonRequests.length === 0, 'it is gone');
    expect(await rawStorage()).not.toContain('ben@x.test');
  });

  test('of another person are never accepted, and are removed by signing out', async () => {
    accounts.request(BEN, REQUEST);
    const { engine, listener } = open();
    void engine.setUser(user(ANNA));
    await until(() => listener.now?.lessonRequestsKnown === true, 'they are known');
    expect(listener.now?.lessonRequests).toEqual([]);
    await engine.setUser(user(BEN));
    await until(() => listener.now?.lessonRequests.length === 1, 'Ben’s is here');
    await engine.setUser(null);
    await removePrivateStorage({ keep: null });
    expect(await rawStorage()).not.toContain(REQUEST);
  });

  test('a row of another shape is left out, and does not block the others', async () => {
    const other = '00000000-0000-4000-8000-0000000000b9';
    accounts.request(ANNA, REQUEST, { side: 'admin' });
    accounts.request(ANNA, other);
    const { engine, listener } = open();
    void engine.setUser(user(ANNA));
    await until(() => listener.now?.lessonRequestsKnown === true, 'the requests are known');
    expect(listener.now?.lessonRequests.map(({ id }) => id)).toEqual([other]);
    expect(listener.now?.profile?.name).toBe('Anna');
  });
});

describe('another person', () => {
  test('whose answer comes instead changes nothing, and does not count as empty', async () => {
    const first = open();
    void first.engine.setUser(user(ANNA));
    await isHere(first.listener, 'Anna');
    await until(() => first.listener.now?.notifications.length === 1, 'the notification is here');
    await first.engine.stop();
    accounts.answerAs = BEN;
    accounts.profile(ANNA, 'Falsa');
    const next = open();
    void next.engine.setUser(user(ANNA));
    await until(() => next.listener.now?.failed === true, 'the pull failed');
    expect(next.listener.now?.profile?.name).toBe('Anna');
    expect(next.listener.now?.notifications).toHaveLength(1);
    expect(await rawStorage()).not.toContain('Falsa');
  });

  test('on the same phone finds nothing of the first, and the first does not lose anything', async () => {
    const { engine, listener } = open();
    void engine.setUser(user(ANNA));
    await isHere(listener, 'Anna');
    await engine.setUser(user(BEN));
    const from = listener.rows.length;
    await isHere(listener, 'Ben');
    expect(listener.rows.slice(from).every(({ userId }) => userId === BEN)).toBe(true);
    expect(await rawStorage()).not.toContain('Anna');
    await engine.setUser(user(ANNA));
    await isHere(listener, 'Anna');
    expect(await rawStorage()).not.toContain('Ben@');
  });

  test('is signed out before the page reports it', async () => {
    const { engine, listener } = open();
    void engine.setUser(user(ANNA));
    await isHere(listener, 'Anna');
    await engine.setUser(null);
    await removePrivateStorage({ keep: null });
    const names = (await indexedDB.databases()).map(({ name }) => name);
    expect(names.filter((name) => name?.includes('private'))).toEqual([]);
    const told = listener.rows.length;
    accounts.profile(ANNA, 'Anna Eva');
    engine.setVisible(false);
    engine.setVisible(true);
    await engine.pull();
    expect(listener.rows.length).toBe(told);
    expect((await indexedDB.databases()).filter(({ name }) => name?.includes('private'))).toEqual([]);
  });

  test('cannot be recognised by the names of the databases', async () => {
    const { engine, listener } = open();
    void engine.setUser(user(ANNA));
    await isHere(listener, 'Anna');
    const names = (await indexedDB.databases()).map(({ name }) => name).join(' ');
    expect(names).toContain('danceflix-private-v1-');
    expect(names).not.toContain(ANNA);
  });
});

describe('with the real procedures', () => {
  let server: RunningServer;

  beforeAll(async () => {
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
    await server.close();
    globalThis.fetch = realFetch;
  });

  test('fetches the profile and the welcome of a new person, then each change of them', async () => {
    globalThis.fetch = realFetch;
    const backend = { ...server, embedded: server, stop: async () => undefined };
    const person = await newPerson(backend, { role: 'teacher', name: 'Gil Prado' });
    const registered = await person.client.rpc('complete_registration', {
      payload: { role: 'teacher', name: 'Gil Prado', styles: ['Forró'], terms_accepted: true },
    });
    expect(registered.error).toBeNull();
    const { data } = await person.client.auth.getSession();
    const accessToken = data.session?.access_token ?? '';
    const listener = new Listener();
    let connected = false;
    globalThis.WebSocket = WebSocket as unknown as typeof globalThis.WebSocket;
    const engine = new PrivateEngine(listener, {
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
    });
    engines.push(engine);
    engine.setVisible(true);
    void engine.setUser({ userId: person.id, accessToken, expiresAt: Date.now() + 3_600_000 });
    await isHere(listener, 'Gil Prado');
    await until(() => listener.now?.notificationsKnown === true, 'notifications are known');
    expect(listener.now?.profile).toMatchObject({
      role: 'teacher',
      is_active: false,
      style_ids: [expect.any(String)],
    });
    expect(listener.now?.notifications).toMatchObject([{ kind: 'welcome', read_at: null }]);
    const changed = await person.client.rpc('update_profile', {
      command_id: crypto.randomUUID(),
      changes: { bio: 'Danço há vinte anos' },
      base_version: listener.now?.profileVersion,
    });
    expect(changed.data).toMatchObject({ merged: false });
    await engine.pull();
    await until(() => listener.now?.profile?.bio === 'Danço há vinte anos', 'the change is here');
    expect(listener.now?.profileVersion).toBe(changed.data.version);
    // Another change arrives without a request, by the private topic's hint.
    await until(() => connected, 'hints are heard');
    await engine.pull();
    const read = await person.client.rpc('mark_notifications_read', {
      command_id: crypto.randomUUID(),
      ids: [listener.now?.notifications[0]?.id],
    });
    expect(read.error).toBeNull();
    await until(() => listener.now?.notifications[0]?.read_at != null, 'the hint was followed');
  });
});
