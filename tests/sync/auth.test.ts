/**
 * Sessions survive bad answers and end for good reasons, with a server that can answer anything,
 * and with several tabs.
 */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Leaving } from '@/auth/leaving/release';
import { newBrowser, webStorage } from './support/browser-globals';
import { rawStorage, until } from './support/phone';

const ANNA = '00000000-0000-4000-8000-00000000000a';
const BEN = '00000000-0000-4000-8000-00000000000b';
const realFetch = globalThis.fetch;

const open: (() => void)[] = [];

/** Opens a tab: modules with their own state over the phone's storages. */
async function openTab() {
  vi.resetModules();
  const [
    refresh,
    session,
    stored,
    identity,
    mirror,
    rest,
    keeper,
    start,
    release,
    settle,
    leaving,
    adopt,
    channel,
  ] = await Promise.all([
    import('@/auth/session/refresh'),
    import('@/auth/session/session'),
    import('@/auth/session/stored-session'),
    import('@/auth/identity'),
    import('@/lib/token-mirror'),
    import('@/auth/session/user-rest'),
    import('@/auth/session/keeper'),
    import('@/auth/start'),
    import('@/auth/leaving/release'),
    import('@/auth/settle'),
    import('@/auth/leaving/leaving'),
    import('@/auth/session/adopt'),
    import('@/auth/session/channel'),
  ]);
  open.push(channel.closeChannel);
  return {
    ...refresh,
    ...session,
    ...stored,
    ...identity,
    ...mirror,
    ...rest,
    ...keeper,
    ...start,
    ...release,
    ...settle,
    ...leaving,
    ...adopt,
  };
}

type Tab = Awaited<ReturnType<typeof openTab>>;

const identityOf = (userId: string, name: string) => ({
  userId,
  email: `${name.toLowerCase()}@danceflix.test`,
  role: 'student' as const,
  name,
  imageUrl: null,
  state: 'active' as const,
  termsDue: null,
});

let generation = 0;
const tokens = (userId: string, lifetime: number) => {
  generation += 1;
  return {
    userId,
    accessToken: `access-${userId.slice(-1)}-${generation}`,
    refreshToken: `refresh-${userId.slice(-1)}-${generation}`,
    expiresAt: Date.now() + lifetime,
  };
};

async function signedIn(tab: Tab, userId = ANNA, lifetime = -1_000): Promise<void> {
  await tab.keepSession(tokens(userId, lifetime));
  tab.setIdentity(identityOf(userId, userId === ANNA ? 'Anna' : 'Ben'));
}

/** Creates a private database with a row in it, like the replica's. */
async function fillPrivateDatabase(userId: string, secret: string): Promise<void> {
  const { privateDatabaseName } = await import('@/lib/private-storage');
  const name = `rxdb-dexie-${await privateDatabaseName(userId)}--0--profile`;
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore('docs');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const writing = database.transaction('docs', 'readwrite');
  writing.objectStore('docs').put({ secret }, 1);
  await new Promise((resolve) => {
    writing.oncomplete = resolve;
  });
  database.close();
}

type Answer = () => Response | Promise<Response>;
const requests: { path: string; authorization: string | null }[] = [];

/** Sets the network: answers of the auth server's refresh, and of everything else. */
function network(refresh: Answer, others: Answer = () => Response.json({})): void {
  requests.length = 0;
  globalThis.fetch = (async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(String(input));
    requests.push({
      path: url.pathname + url.search,
      authorization: new Headers(init?.headers).get('authorization'),
    });
    return url.searchParams.get('grant_type') === 'refresh_token' ? refresh() : others();
  }) as typeof fetch;
}

const renewed = (userId = ANNA) => {
  const { accessToken, refreshToken } = tokens(userId, 0);
  return Response.json({
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_in: 3_600,
    user: { id: userId },
  });
};
const offline = () => Promise.reject(new TypeError('Failed to fetch'));
const refreshes = () => requests.filter(({ path }) => path.includes('grant_type=refresh_token')).length;

let tab: Tab;

beforeEach(async () => {
  newBrowser();
  network(offline, offline);
  tab = await openTab();
});

afterEach(() => {
  for (const close of open.splice(0)) close();
  globalThis.fetch = realFetch;
  vi.restoreAllMocks();
});

describe('an expired session', () => {
  test.each<[string, Answer]>([
    ['there is no network', offline],
    ['a captive portal answers 200 with HTML', () => new Response('<html>', { status: 200 })],
    ['a captive portal answers 403 with HTML', () => new Response('<html>', { status: 403 })],
    ['a captive portal answers 403 with JSON', () => Response.json({ portal: true }, { status: 403 })],
    ['the server has a limit', () => Response.json({ code: 'over_request_rate_limit' }, { status: 429 })],
    ['the gateway is down', () => Response.json({}, { status: 503 })],
    ['the server fails', () => Response.json({ msg: 'x' }, { status: 500 })],
    ['the answer is cut', () => new Response('{"access_token":"x', { status: 200 })],
    ['the answer is another person’s', () => renewed(BEN)],
  ])('is kept when %s, and no request is sent as a visitor', async (_, answer) => {
    await signedIn(tab);
    network(answer);
    expect(await tab.accessFor(ANNA)).toEqual({ kind: 'network' });
    await expect(tab.callAs(ANNA, 'pull_profile', {})).rejects.toMatchObject({ kind: 'network' });
    expect(tab.presentIdentity()?.name).toBe('Anna');
    expect(tab.readSession()?.userId).toBe(ANNA);
    expect(requests.filter(({ path }) => path.includes('/rest/'))).toEqual([]);
    // The session recovers when the network is back.
    network(() => renewed());
    expect(await tab.accessFor(ANNA)).toMatchObject({ kind: 'ok' });
  });

  test('is shown at once at the next start, before any request is answered', async () => {
    await signedIn(tab);
    network(() => new Promise<Response>(() => undefined));
    const next = await openTab();
    expect(next.identityStore.getState()).toMatchObject({ status: 'signed-in', identity: { name: 'Anna' } });
    expect(requests).toEqual([]);
  });

  test('waits no longer than a request’s timeout', async () => {
    await signedIn(tab);
    const { guardedFetch } = await import('@/auth/session/guarded-fetch');
    let signal: AbortSignal | null | undefined;
    globalThis.fetch = ((_: string, init?: RequestInit) => {
      signal = init?.signal;
      return new Promise<Response>((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
      );
    }) as typeof fetch;
    const impatient = new AbortController();
    const waiting = guardedFetch('http://localhost:4000/auth/v1/token', { signal: impatient.signal });
    impatient.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    expect(signal?.aborted).toBe(true);
  });

  test.each([
    'refresh_token_not_found',
    'session_not_found',
    'invalid_grant',
    'user_banned',
    'validation_failed',
  ])('that the server refuses as %s ends here, with everything private', async (code) => {
    await signedIn(tab);
    await fillPrivateDatabase(ANNA, 'geheim');
    localStorage.setItem('danceflix_private_my_data', 'geheim');
    network(() => Response.json({ code: 400, error_code: code, msg: 'x' }, { status: 400 }));
    expect(await tab.accessFor(ANNA)).toEqual({ kind: 'signed-out' });
    expect(tab.identityStore.getState()).toEqual({
      status: 'signed-out',
      identity: null,
      ended: 'revoked',
    });
    expect(webStorage()).toBe('');
    expect(await rawStorage()).not.toContain('geheim');
    expect(await tab.readMirror()).toBeNull();
  });

  test('is refreshed once by two tabs that need it at the same time', async () => {
    await signedIn(tab);
    const other = await openTab();
    network(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return renewed();
    });
    const [first, second, third] = await Promise.all([
      tab.accessFor(ANNA),
      other.accessFor(ANNA),
      tab.accessFor(ANNA),
    ]);
    expect(first).toMatchObject({ kind: 'ok' });
    expect(second).toEqual(first);
    expect(third).toEqual(first);
    expect(refreshes()).toBe(1);
  });

  test('without locks uses the result of the tab that won', async () => {
    Object.assign(navigator, { locks: undefined });
    await signedIn(tab);
    const winner = tokens(ANNA, 3_600_000);
    network(() => {
      tab.writeSession(winner);
      return Response.json({ error_code: 'refresh_token_already_used' }, { status: 400 });
    });
    expect(await tab.accessFor(ANNA)).toEqual({ kind: 'ok', session: winner });
    expect(tab.presentIdentity()?.name).toBe('Anna');
  });

  test('whose refresh is answered after the sign-out stays signed out', async () => {
    await signedIn(tab);
    let answer: (response: Response) => void = () => undefined;
    network(
      () =>
        new Promise<Response>((resolve) => {
          answer = resolve;
        }),
    );
    const waiting = tab.accessFor(ANNA);
    await until(() => refreshes() === 1, 'the refresh is under way');
    expect(await tab.signOut()).toEqual({ kind: 'ok' });
    answer(renewed());
    expect(await waiting).toEqual({ kind: 'signed-out' });
    expect(webStorage()).toBe('');
    expect(await tab.readMirror()).toBeNull();
  });
});

test('a sign-out while the token is being mirrored leaves no token behind', async () => {
  const keeping = tab.keepSession(tokens(ANNA, 3_600_000));
  tab.setIdentity(identityOf(ANNA, 'Anna'));
  await Promise.all([tab.signOut(), keeping]);
  expect(await tab.readMirror()).toBeNull();
  expect(webStorage()).toBe('');
});

describe('a token that the server refuses', () => {
  test('is refreshed, and the request sent once more', async () => {
    await signedIn(tab, ANNA, 3_600_000);
    let calls = 0;
    network(
      () => renewed(),
      () => {
        calls += 1;
        return calls === 1
          ? Response.json({ code: 'PGRST301', message: 'JWT expired' }, { status: 401 })
          : Response.json({ fine: true });
      },
    );
    expect(await tab.callAs(ANNA, 'my_data', {})).toEqual({ fine: true });
    const used = requests.filter(({ path }) => path.includes('my_data')).map((one) => one.authorization);
    expect(used[0]).toMatch(/^Bearer access-a-/);
    expect(used[1]).toMatch(/^Bearer access-a-/);
    expect(used[1]).not.toBe(used[0]);
  });

  test('of one person never serves another', async () => {
    await signedIn(tab, BEN, 3_600_000);
    network(() => renewed(BEN));
    await expect(tab.callAs(ANNA, 'my_data', {})).rejects.toMatchObject({ name: 'NotSignedIn' });
    expect(requests).toEqual([]);
  });
});

describe('signing out', () => {
  test('works offline with an expired session, and leaves nothing', async () => {
    await signedIn(tab);
    await fillPrivateDatabase(ANNA, 'geheim');
    localStorage.setItem('danceflix_registration_draft', 'geheim');
    sessionStorage.setItem('danceflix_private_draft', 'geheim');
    localStorage.setItem('danceflix_cache_search', 'public');
    expect(await tab.signOut()).toEqual({ kind: 'ok' });
    expect(tab.presentIdentity()).toBeNull();
    expect(webStorage()).toBe('danceflix_cache_search=public');
    expect(await rawStorage()).not.toContain('geheim');
    expect(await rawStorage()).not.toContain('access-');
    expect((await indexedDB.databases()).filter(({ name }) => name?.includes('private'))).toEqual([]);
  });

  test('that cannot delete data says so, keeps no token, and can be repeated', async () => {
    await signedIn(tab);
    await fillPrivateDatabase(ANNA, 'geheim');
    const broken = vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(() => {
      throw new DOMException('disk', 'UnknownError');
    });
    expect(await tab.signOut()).toEqual({ kind: 'failed' });
    expect(tab.readSession()).toBeNull();
    expect(await tab.readMirror()).toBeNull();
    expect(tab.presentIdentity()?.name).toBe('Anna');
    broken.mockRestore();
    expect(await tab.signOut()).toEqual({ kind: 'ok' });
    expect(await rawStorage()).not.toContain('geheim');
  });

  test('that was interrupted is finished by the next start', async () => {
    await signedIn(tab);
    await fillPrivateDatabase(ANNA, 'geheim');
    tab.removeSession();
    const next = await openTab();
    await next.settleStart();
    expect(next.presentIdentity()).toBeNull();
    expect(webStorage()).toBe('');
    expect(await rawStorage()).not.toContain('geheim');
  });

  test.each([
    ['stay', { kind: 'stayed' }, 'Anna', 'danceflix_private_draft_profile_'],
    ['leave', { kind: 'ok' }, undefined, null],
    ['keep', { kind: 'ok' }, undefined, 'danceflix_locked_'],
  ] as const)('asks what becomes of what is unsent: %s', async (answer, outcome, name, left) => {
    await signedIn(tab);
    localStorage.setItem(`danceflix_private_draft_profile_${ANNA}`, 'Aulas na praia');
    const released: boolean[] = [];
    tab.onRelease(async (_userId, { keepUnsent }) => {
      released.push(keepUnsent);
    });
    tab.onSignOut(async () => answer);
    expect(await tab.signOut()).toEqual(outcome);
    expect(tab.presentIdentity()?.name).toBe(name);
    expect(released).toEqual(answer === 'stay' ? [] : [answer === 'keep']);
    if (left) expect(webStorage()).toContain(left);
    else expect(webStorage()).toBe('');
    if (answer !== 'stay') expect(webStorage()).not.toContain(ANNA);
  });

  test('keeps unsent writes when the question about them fails', async () => {
    await signedIn(tab);
    localStorage.setItem(`danceflix_private_draft_profile_${ANNA}`, 'Aulas na praia');
    tab.onSignOut(() => Promise.reject(new Error('no screen')));
    expect(await tab.signOut()).toEqual({ kind: 'ok' });
    expect(webStorage()).toContain('Aulas na praia');
  });

  test('reaches the other tabs', async () => {
    const window = new EventTarget();
    Object.assign(globalThis, { window });
    await signedIn(tab);
    const other = await openTab();
    other.watchIdentity();
    expect(other.presentIdentity()?.name).toBe('Anna');
    const released: string[] = [];
    other.onRelease(async (userId) => {
      released.push(userId);
    });
    const looked = vi.spyOn(indexedDB, 'databases');
    await tab.signOut();
    await until(() => other.presentIdentity() === null, 'the other tab knows');
    await until(() => released.includes(ANNA), 'the other tab lets go of its database');
    await until(() => looked.mock.calls.length >= 2, 'both look for what is left of it');
  });

  test('deletes the database only when this tab has closed it', async () => {
    await signedIn(tab);
    const order: string[] = [];
    tab.onRelease(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      order.push('released');
    });
    const remove = vi.spyOn(indexedDB, 'databases');
    remove.mockImplementation(async () => {
      order.push('removing');
      return [];
    });
    await tab.signOut();
    expect(order).toEqual(['released', 'removing']);
  });
});

describe('a session that the server ended', () => {
  const draft = (userId: string) => `danceflix_private_draft_profile_${userId}`;
  const refuse = () => Response.json({ error_code: 'session_not_found' }, { status: 400 });

  /** The server signs Anna out while a draft and a copied text are unsaved. */
  async function revoked(): Promise<Leaving[]> {
    const heard: Leaving[] = [];
    await signedIn(tab);
    await fillPrivateDatabase(ANNA, 'geheim');
    localStorage.setItem(draft(ANNA), 'Aulas na praia');
    localStorage.setItem('danceflix_private_my_data', 'geheim');
    tab.onRelease(async (_userId, leaving) => {
      heard.push(leaving);
    });
    network(refuse);
    expect(await tab.accessFor(ANNA, tab.readSession()?.accessToken)).toEqual({ kind: 'signed-out' });
    return heard;
  }

  test('locks drafts and drops copied text', async () => {
    expect((await revoked())[0]).toEqual({ ended: 'revoked', keepUnsent: true });
    expect(tab.identityStore.getState()).toMatchObject({ identity: null, ended: 'revoked' });
    expect(localStorage.getItem(draft(ANNA))).toBeNull();
    expect(webStorage()).toContain('Aulas na praia');
    expect(webStorage()).not.toContain(ANNA);
    expect(webStorage() + (await rawStorage())).not.toContain('geheim');
  });

  test('returns them to the same person only, whoever signed in between', async () => {
    await revoked();
    await tab.adopt(tokens(BEN, 3_600_000), identityOf(BEN, 'Ben'));
    expect(localStorage.getItem(draft(BEN))).toBeNull();
    expect(localStorage.getItem(draft(ANNA))).toBeNull();
    localStorage.setItem(draft(BEN), 'Bens Entwurf');
    expect(await tab.signOut()).toEqual({ kind: 'ok' });
    expect(webStorage()).not.toContain('Bens Entwurf');
    await tab.adopt(tokens(ANNA, 3_600_000), identityOf(ANNA, 'Anna'));
    expect(localStorage.getItem(draft(ANNA))).toBe('Aulas na praia');
    expect(webStorage()).not.toContain('danceflix_locked_');
    expect(await tab.signOut()).toEqual({ kind: 'ok' });
    expect(webStorage()).toBe('');
  });
});

describe('a page from the back button', () => {
  test.each([
    ['the person is gone', (page: Tab) => page.signOut(), true],
    ['the same person is here', async () => undefined, false],
  ] as const)('when %s: reloads %s', async (_, meanwhile, reloads) => {
    const window = new EventTarget();
    const reload = vi.fn();
    Object.assign(globalThis, { window });
    Object.assign(document, { documentElement: { hidden: false } });
    Object.defineProperty(globalThis, 'location', { value: { reload }, configurable: true });
    await signedIn(tab);
    const frozen = await openTab();
    frozen.watchIdentity();
    window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }));
    await meanwhile(tab);
    // A frozen page does not receive the change.
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(reload).toHaveBeenCalledTimes(reloads ? 1 : 0);
    expect(document.documentElement.hidden).toBe(reloads);
  });
});

describe('keeping a session', () => {
  test('refreshes it when the network is back', async () => {
    const { connection } = await import('@/lib/connection');
    await signedIn(tab);
    tab.keepFresh();
    await until(() => refreshes() === 1, 'the first attempt failed');
    connection.report(false);
    connection.report(false);
    expect(connection.get()).toBe('offline');
    network(() => renewed());
    connection.report(true);
    await until(() => (tab.readSession()?.expiresAt ?? 0) > Date.now(), 'the session is fresh');
    expect(tab.presentIdentity()?.name).toBe('Anna');
  });
});
