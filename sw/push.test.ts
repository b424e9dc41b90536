import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WorkerMessage } from '@/lib/worker-messages';
import { handlePush } from './push';
import { GENERAL } from './push-payload';

let signedIn: string | null = null;
vi.mock('@/lib/token-mirror', () => ({
  readMirror: async () => {
    if (signedIn === 'broken') throw new Error('No storage');
    return signedIn === null ? null : { sub: signedIn, accessToken: 't', exp: 0 };
  },
}));

interface Page {
  visibilityState: 'visible' | 'hidden';
  focused: boolean;
  /** Whether the page answers a request to navigate; a frozen page does not. */
  alive: boolean;
  heard: WorkerMessage[];
  inFront: boolean;
}

let pages: Page[] = [];
const shown = vi.fn();
const opened = vi.fn();
const marked = vi.fn(async () => undefined);
const subscribed = vi.fn(async () => undefined);

const page = (part: Partial<Page> = {}): Page => ({
  visibilityState: 'visible',
  focused: false,
  alive: true,
  heard: [],
  inFront: false,
  ...part,
});

function worker(): EventTarget {
  const scope = Object.assign(new EventTarget(), {
    location: { origin: 'https://danceflix.example' },
    navigator: { setAppBadge: marked },
    registration: {
      showNotification: async (title: string, options: NotificationOptions) => shown(title, options),
      pushManager: { subscribe: subscribed },
    },
    clients: {
      matchAll: async () =>
        pages.map((one) => ({
          ...one,
          postMessage: (message: WorkerMessage, [port]: MessagePort[] = []) => {
            one.heard.push(message);
            if (one.alive) port?.postMessage('leading');
          },
          focus: async () => {
            one.inFront = true;
          },
        })),
      openWindow: async (url: string) => opened(url),
    },
  });
  handlePush(scope as unknown as ServiceWorkerGlobalScope);
  return scope;
}

async function dispatch(type: string, fields: object): Promise<void> {
  const work: Promise<unknown>[] = [];
  const waitUntil = (one: Promise<unknown>) => void work.push(one);
  worker().dispatchEvent(Object.assign(new Event(type), { waitUntil, ...fields }));
  await Promise.all(work);
}

const push = (message: unknown) => dispatch('push', { data: { text: () => JSON.stringify(message) } });
const DATA = {
  notification_id: 'n-1',
  title: 'Pedido aceito',
  body: 'Marina aceitou.',
  url: '/student/requests',
};
const click = (url: string | null) =>
  dispatch('notificationclick', { notification: { close: () => undefined, data: { url } } });

beforeEach(() => {
  signedIn = null;
  pages = [];
  vi.clearAllMocks();
});
afterEach(() => vi.useRealTimers());

test('shows a message once per id with our own icons, and sets the badge while no page is visible', async () => {
  pages = [page({ visibilityState: 'hidden' })];
  await push({ data: DATA });
  expect(shown.mock.calls).toEqual([
    [
      'Pedido aceito',
      {
        body: 'Marina aceitou.',
        tag: 'n-1',
        lang: 'pt-BR',
        icon: '/icons/icon-192.png',
        badge: '/icons/badge-96.png',
        data: { url: '/student/requests' },
      },
    ],
  ]);
  expect(marked).toHaveBeenCalledOnce();
  expect(pages[0]?.heard).toEqual([]);
});

test('[A289] a visible page receives title and body too', async () => {
  pages = [page(), page({ visibilityState: 'hidden' })];
  await push({ data: DATA });
  expect(shown).toHaveBeenCalledOnce();
  const message = {
    type: 'push-shown',
    title: 'Pedido aceito',
    body: 'Marina aceitou.',
    url: '/student/requests',
  };
  expect(pages.map(({ heard }) => heard)).toEqual([[message], []]);
  expect(marked).not.toHaveBeenCalled();
});

test.each([
  ['no data', null],
  ['unreadable data', { text: () => assertFails() }],
  ['an empty text', { text: () => '' }],
])('%s is shown as well: a silent worker loses its subscription', async (_, data) => {
  await dispatch('push', { data });
  expect(shown.mock.calls[0]?.[0]).toBe(GENERAL.title);
  expect(shown.mock.calls[0]?.[1]).toMatchObject({ body: GENERAL.body, tag: GENERAL.tag });
});

function assertFails(): never {
  throw new TypeError('Not text');
}

test.each([
  ['its person', 'ana', DATA.title, '/student/requests'],
  ['nobody', null, 'Danceflix', '/student/requests'],
  ['somebody else', 'bia', 'Danceflix', null],
  ['nobody knows who', 'broken', 'Danceflix', '/student/requests'],
])('private words are for whom they are meant: %s signed in', async (_, who, title, url) => {
  signedIn = who;
  pages = [page()];
  await push({ data: { ...DATA, user_id: 'ana' } });
  const [call] = shown.mock.calls;
  expect([call?.[0], call?.[1].data.url]).toEqual([title, url]);
  const isPrivate = JSON.stringify([shown.mock.calls, pages[0]?.heard]).includes('Marina');
  expect(isPrivate).toBe(who === 'ana');
});

test('a click navigates the page in use, without a reload', async () => {
  pages = [page({ visibilityState: 'hidden' }), page({ focused: true })];
  await click('/student/requests');
  expect(pages.map(({ heard, inFront }) => [heard, inFront])).toEqual([
    [[], false],
    [[{ type: 'open', url: '/student/requests' }], true],
  ]);
  expect(opened).not.toHaveBeenCalled();
});

test('a click opens a window when no page is open or the open one is frozen', async () => {
  await click('/student/requests');
  vi.useFakeTimers();
  pages = [page({ alive: false })];
  const done = click('/teacher/requests');
  await vi.advanceTimersByTimeAsync(1_500);
  await done;
  expect(opened.mock.calls).toEqual([['/student/requests'], ['/teacher/requests']]);
  expect(pages[0]?.inFront).toBe(false);
});

test('a click without an address focuses the app, or opens the search', async () => {
  await click(null);
  pages = [page()];
  await click(null);
  expect(opened.mock.calls).toEqual([['/search']]);
  expect(pages.map(({ heard, inFront }) => [heard, inFront])).toEqual([[[], true]]);
});

test('a subscription ended by the browser is renewed, and an open page registers the new one', async () => {
  pages = [page({ visibilityState: 'hidden' })];
  const applicationServerKey = new ArrayBuffer(65);
  const oldSubscription = { options: { applicationServerKey } };
  await dispatch('pushsubscriptionchange', { oldSubscription, newSubscription: null });
  expect(subscribed.mock.calls).toEqual([[{ userVisibleOnly: true, applicationServerKey }]]);
  await dispatch('pushsubscriptionchange', { oldSubscription: null, newSubscription: {} });
  expect(subscribed).toHaveBeenCalledOnce();
  expect(pages[0]?.heard).toEqual([{ type: 'push-rotated' }, { type: 'push-rotated' }]);
});
