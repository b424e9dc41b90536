/// <reference lib="webworker" />
import { pause } from '@/lib/idle';
import { readMirror } from '@/lib/token-mirror';
import type { WorkerMessage } from '@/lib/worker-messages';
import { type Push, readPush } from './push-payload';

/** Milliseconds that a page has to say that it leads the way; a frozen one never does. */
const PATIENCE = 1_500;
/** Less than the second for which Firefox lets a tap open a window. */
const WINDOW_PATIENCE = 700;

/** Shown for a message to somebody who is not signed in on this phone: no private words on another's screen. */
const NEUTRAL = { title: 'Danceflix', body: 'Há um aviso novo. Entre na sua conta para ver.' } as const;

/** Where a tap leads that names no page, when none is open. */
const ENTRANCE = '/search';

interface ShownData {
  url: string | null;
}

/**
 * Push messages. Each shows a notification, whatever is in it and whoever looks: a browser takes the subscription away
 * from a worker that keeps still.
 */
export function followPush(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('push', (event) => {
    event.waitUntil(show(scope, textOf(event.data)));
  });
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const data = event.notification.data as Partial<ShownData> | null;
    event.waitUntil(lead(scope, data?.url ?? null));
  });
  scope.addEventListener('pushsubscriptionchange', (event) => {
    event.waitUntil(renew(scope, event as PushSubscriptionChangeEvent));
  });
}

function textOf(data: PushMessageData | null): string | null {
  try {
    return data?.text() ?? null;
  } catch (error) {
    console.warn('A push message cannot be read', error);
    return null;
  }
}

async function show(scope: ServiceWorkerGlobalScope, text: string | null): Promise<void> {
  const { tag, title, body, url } = await asMayBeRead(readPush(text, scope.location.origin));
  await scope.registration.showNotification(title, {
    body,
    tag,
    lang: 'pt-BR',
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { url } satisfies ShownData,
  });
  const looking = (await windows(scope)).filter((page) => page.visibilityState === 'visible');
  for (const page of looking)
    page.postMessage({ type: 'push-shown', title, body, url } satisfies WorkerMessage);
  if (looking.length === 0) await markIcon(scope.navigator);
}

/** As it is for whom it is for; without its words when somebody else, or nobody, is signed in here. */
async function asMayBeRead(push: Push): Promise<Push> {
  if (push.userId === null) return push;
  const here = await whoIsHere();
  if (here === push.userId) return push;
  return { ...push, ...NEUTRAL, url: here === null ? push.url : null };
}

async function whoIsHere(): Promise<string | null> {
  try {
    return (await Promise.race([readMirror(), pause(PATIENCE)]))?.sub ?? null;
  } catch (error) {
    console.warn('Nobody knows who is signed in', error);
    return null;
  }
}

/** How many are unread nobody knows here: the icon gets a mark without a number, and the next page counts. */
async function markIcon(navigator: WorkerNavigator): Promise<void> {
  if (!('setAppBadge' in navigator)) return;
  // Not installed, or not allowed: a badge is a courtesy.
  await navigator.setAppBadge().catch(() => undefined);
}

/** Brings an open page to the front and leads it to `url`, or opens one. */
async function lead(scope: ServiceWorkerGlobalScope, url: string | null): Promise<void> {
  const pages = await windows(scope);
  const page =
    pages.find((one) => one.focused) ?? pages.find((one) => one.visibilityState === 'visible') ?? pages[0];
  if (page && (url === null || (await isLed(page, url)))) {
    await page.focus().catch((error: unknown) => console.warn('The page stays in the background', error));
    return;
  }
  await scope.clients.openWindow(url ?? ENTRANCE);
}

/** The page goes there by itself, so that what is typed in it is not lost to a reload; false when it does not answer. */
async function isLed(page: WindowClient, url: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<boolean>((resolve) => {
    port1.onmessage = () => resolve(true);
  });
  page.postMessage({ type: 'open', url } satisfies WorkerMessage, [port2]);
  const led = await Promise.race([answered, pause(WINDOW_PATIENCE).then(() => false)]);
  port1.close();
  return led;
}

/** Firebase does not run here: the new subscription is made known by a page that is open, or by the next one. */
async function renew(
  scope: ServiceWorkerGlobalScope,
  { oldSubscription, newSubscription }: PushSubscriptionChangeEvent,
): Promise<void> {
  const applicationServerKey = oldSubscription?.options.applicationServerKey;
  if (!newSubscription && applicationServerKey) {
    await scope.registration.pushManager
      .subscribe({ userVisibleOnly: true, applicationServerKey })
      .catch((error: unknown) => console.warn('No new push subscription', error));
  }
  for (const page of await windows(scope)) page.postMessage({ type: 'push-rotated' } satisfies WorkerMessage);
}

function windows(scope: ServiceWorkerGlobalScope): Promise<readonly WindowClient[]> {
  return scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
}
