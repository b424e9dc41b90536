/// <reference lib="webworker" />
import { pause } from '@/lib/idle';
import { readMirror } from '@/lib/token-mirror';
import type { WorkerMessage } from '@/lib/worker-messages';
import { type Push, readPush } from './push-payload';

/** Milliseconds within which a page has to confirm that it navigates; a frozen page never does. */
const PATIENCE = 1_500;
/** Shorter, because Firefox lets a click open a window for less than a second. */
const WINDOW_PATIENCE = 700;

/** Text for a message to a user who is not signed in on this phone: private words must not appear on its screen. */
const NEUTRAL = { title: 'Danceflix', body: 'Há um aviso novo. Entre na sua conta para ver.' } as const;

/** Page opened by a click on a notification without an address, when no page is open. */
const ENTRANCE = '/search';

interface ShownData {
  url: string | null;
}

/**
 * Handles push messages. Every message shows a notification, even when a page is visible or the content cannot be read:
 * browsers end the subscription of a worker that shows none.
 */
export function handlePush(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('push', (event) => {
    event.waitUntil(show(scope, textOf(event.data)));
  });
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const data = event.notification.data as Partial<ShownData> | null;
    event.waitUntil(openPage(scope, data?.url ?? null));
  });
  scope.addEventListener('pushsubscriptionchange', (event) => {
    event.waitUntil(renew(scope, event as PushSubscriptionChangeEvent));
  });
}

function textOf(data: PushMessageData | null): string | null {
  try {
    return data?.text() ?? null;
  } catch (error) {
    console.warn('Unreadable push', error);
    return null;
  }
}

async function show(scope: ServiceWorkerGlobalScope, text: string | null): Promise<void> {
  const { tag, title, body, url } = await redactForOthers(readPush(text, scope.location.origin));
  await scope.registration.showNotification(title, {
    body,
    tag,
    lang: 'pt-BR',
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { url } satisfies ShownData,
  });
  const visible = (await windows(scope)).filter((page) => page.visibilityState === 'visible');
  for (const page of visible)
    page.postMessage({ type: 'push-shown', title, body, url } satisfies WorkerMessage);
  if (visible.length === 0) await setBadge(scope.navigator);
}

/** The message as it is for its own user; without its words when another user or no user is signed in here. */
async function redactForOthers(push: Push): Promise<Push> {
  if (push.userId === null) return push;
  const here = await signedInUser();
  if (here === push.userId) return push;
  return { ...push, ...NEUTRAL, url: here === null ? push.url : null };
}

async function signedInUser(): Promise<string | null> {
  try {
    return (await Promise.race([readMirror(), pause(PATIENCE)]))?.sub ?? null;
  } catch (error) {
    console.warn('No signed-in user for a push message', error);
    return null;
  }
}

/** Sets the badge without a number, because the worker does not know how many are unread; the next page counts. */
async function setBadge(navigator: WorkerNavigator): Promise<void> {
  if (!('setAppBadge' in navigator)) return;
  // Fails when the app is not installed or badges are not allowed, which does not matter.
  await navigator.setAppBadge().catch(() => undefined);
}

/** Focuses an open page and navigates it to `url`, or opens a window. */
async function openPage(scope: ServiceWorkerGlobalScope, url: string | null): Promise<void> {
  const pages = await windows(scope);
  const page =
    pages.find((one) => one.focused) ?? pages.find((one) => one.visibilityState === 'visible') ?? pages[0];
  if (page && (url === null || (await navigatesItself(page, url)))) {
    await page.focus().catch((error: unknown) => console.warn('No focus', error));
    return;
  }
  await scope.clients.openWindow(url ?? ENTRANCE);
}

/** Lets the page navigate itself, so that typed text is not lost to a reload. False when the page does not answer. */
async function navigatesItself(page: WindowClient, url: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<boolean>((resolve) => {
    port1.onmessage = () => resolve(true);
  });
  page.postMessage({ type: 'open', url } satisfies WorkerMessage, [port2]);
  const answeredInTime = await Promise.race([answered, pause(WINDOW_PATIENCE).then(() => false)]);
  port1.close();
  return answeredInTime;
}

/** Renews a subscription. Firebase does not run in the worker: an open page registers the new one, or the next page does. */
async function renew(
  scope: ServiceWorkerGlobalScope,
  { oldSubscription, newSubscription }: PushSubscriptionChangeEvent,
): Promise<void> {
  const applicationServerKey = oldSubscription?.options.applicationServerKey;
  if (!newSubscription && applicationServerKey) {
    await scope.registration.pushManager
      .subscribe({ userVisibleOnly: true, applicationServerKey })
      .catch((error: unknown) => console.warn('Subscription not renewed', error));
  }
  for (const page of await windows(scope)) page.postMessage({ type: 'push-rotated' } satisfies WorkerMessage);
}

function windows(scope: ServiceWorkerGlobalScope): Promise<readonly WindowClient[]> {
  return scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
}
