/**
 * Push without Google: the test controls the browser's subscription, answers for Firebase's two
 * servers and delivers messages.
 */
import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test';
import { Phone } from '../../support/browser';
import { skipWithoutWholeChromium } from '../../support/chromium';
import { TEST_LIMIT } from '../../support/limits';
import { NotificationBus } from '../../support/notification-bus';
import { presentBuild } from '../../support/present-build';
import { withPushKeys } from '../../support/push-build';
import { idOf, type Who } from '../pages/own-pages';
import { Product } from './product';
import { changingTest } from './test';

/** Endpoint of this phone's subscription; a rotation changes it. */
const ENDPOINT = 'test:push-endpoint';

interface Built {
  /** A folder with the app built with push keys. */
  keyed: string;
}

/** The product with push keys and its own data, on a phone whose browser shows notifications. */
export const test = changingTest.extend<{ phone: Phone; desktop: NotificationBus }, Built>({
  keyed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const build = await withPushKeys(await presentBuild());
      await use(build.folder);
      await build.remove();
    },
    { scope: 'worker', timeout: TEST_LIMIT },
  ],
  product: async ({ keyed }, use) => {
    const product = await Product.start('demo', { staticDir: keyed });
    await use(product);
    await product.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
  desktop: async ({}, use, testInfo) => {
    skipWithoutWholeChromium(testInfo);
    const desktop = await NotificationBus.start();
    await use(desktop);
    await desktop.stop();
  },
  phone: async ({ product, desktop }, use) => {
    const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: desktop.address };
    const phone = await Phone.unbox({ baseURL: product.url, env });
    await phone.context.grantPermissions(['notifications'], { origin: product.url });
    await controlPush(phone.context);
    await use(phone);
    await phone.discard();
  },
  context: ({ phone }, use) => use(phone.context),
  page: async ({ phone }, use) => use(await phone.page()),
});

/** FCM's answer; a test sets the token. */
export const fcm = { token: '', asked: [] as string[] };

async function controlPush(context: BrowserContext): Promise<void> {
  fcm.token = 'f'.repeat(142);
  fcm.asked = [];
  await context.addInitScript(stubSubscriptions, ENDPOINT);
  const json = { contentType: 'application/json', headers: { 'access-control-allow-origin': '*' } };
  await context.route('https://firebaseinstallations.googleapis.com/**', (route) =>
    route.fulfill({
      ...json,
      body: JSON.stringify({
        name: 'projects/1/installations/cAAAAAAAAAAAAAAAAAAAAA',
        fid: 'cAAAAAAAAAAAAAAAAAAAAA',
        refreshToken: 'refresh',
        authToken: { token: 'installation', expiresIn: '604800s' },
      }),
    }),
  );
  await context.route('https://fcmregistrations.googleapis.com/**', (route) => {
    fcm.asked.push(route.request().method());
    return route.fulfill({ ...json, body: JSON.stringify(fcm.token ? { token: fcm.token } : {}) });
  });
}

/** Runs in every page, because real subscriptions need Google's servers. */
function stubSubscriptions(key: string): void {
  const bytes = (length: number) => new Uint8Array(length).fill(7).buffer;
  const present = () => {
    const endpoint = localStorage.getItem(key);
    if (endpoint === null) return null;
    return Object.create(PushSubscription.prototype, {
      endpoint: { value: endpoint },
      getKey: { value: (name: string) => bytes(name === 'auth' ? 16 : 65) },
      unsubscribe: {
        value: async () => {
          localStorage.removeItem(key);
          return true;
        },
      },
    });
  };
  PushManager.prototype.getSubscription = async () => present();
  PushManager.prototype.subscribe = async () => {
    localStorage.setItem(key, `https://push.example/${crypto.randomUUID()}`);
    return present();
  };
}

/** Changes the browser's notification setting for the page. */
export async function permit(page: Page, setting: 'granted' | 'denied'): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await devtools.send('Browser.setPermission', { permission: { name: 'notifications' }, setting, origin });
}

/** Rotates the subscription, as browsers do from time to time. */
export const rotate = (page: Page) =>
  page.evaluate((key) => localStorage.setItem(key, 'https://push.example/rotated'), ENDPOINT);

/** Reads the end that this phone recorded when it last registered. */
export const endsInSixDays = (page: Page) =>
  page.evaluate(() => {
    const key = 'danceflix_private_push';
    const record = JSON.parse(localStorage.getItem(key) ?? '{}');
    localStorage.setItem(key, JSON.stringify({ ...record, expiresAt: Date.now() + 6 * 24 * 60 * 60_000 }));
  });

export const endpointOf = (page: Page) => page.evaluate((key) => localStorage.getItem(key), ENDPOINT);

/** A person's phones on the server. */
export const rowsOf = (who: Who) =>
  `select endpoint, is_active, fcm_token from public.pwa_subscriptions where user_id = ${idOf(who)} order by created_at`;

/** The push service from the browser's side. */
export class PushService {
  private constructor(
    private readonly devtools: CDPSession,
    private readonly registrationId: string,
    private readonly origin: string,
  ) {}

  /** `page` shows the product and has its worker. */
  static async of(page: Page): Promise<PushService> {
    const origin = new URL(page.url()).origin;
    const devtools = await page.context().newCDPSession(page);
    const found = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted);
        if (own) resolve(own.registrationId);
      });
    });
    await devtools.send('ServiceWorker.enable');
    return new PushService(devtools, await found, origin);
  }

  /**
   * Wakes the worker of the installed app as the browser does about once a day, with no page open.
   */
  async wake(tag: string): Promise<void> {
    const { origin, registrationId } = this;
    await this.devtools.send('ServiceWorker.dispatchPeriodicSyncEvent', { origin, registrationId, tag });
  }

  /** Delivers a message as FCM does. */
  async deliver(data: Record<string, string> | null): Promise<void> {
    const message =
      data && JSON.stringify({ data, from: '123456789012', priority: 'high', fcmMessageId: 'm' });
    await this.devtools.send('ServiceWorker.deliverPushMessage', {
      origin: this.origin,
      registrationId: this.registrationId,
      data: message ?? '',
    });
  }
}

/** The part of the worker's globals that is used here. */
interface WorkerWorld {
  registration: ServiceWorkerRegistration;
  clients: { matchAll(options: { type: 'window' }): Promise<{ focused: boolean }[]> };
  WindowClient: { prototype: object };
}

/**
 * Texts of the worker's notifications, also while no page is open; without the app's own
 * notification that it is ready offline.
 */
export const shownBy = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as WorkerWorld;
    return (await registration.getNotifications())
      .map(({ title, body, tag }) => ({ title, body, tag }))
      .filter(({ tag }) => tag !== 'offline-ready');
  });

/** Makes the worker believe that another tab is in front: Playwright keeps every page visible. */
export async function hideFrom(worker: Worker, page: Page): Promise<void> {
  const front = await page.context().newPage();
  await front.bringToFront();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setFocusEmulationEnabled', { enabled: false });
  await worker.evaluate(() => {
    const { WindowClient } = globalThis as unknown as WorkerWorld;
    Object.defineProperty(WindowClient.prototype, 'visibilityState', { value: 'hidden' });
  });
}

/** Tells whether a page of the product has the focus, according to the worker. */
export const isFocused = (worker: Worker) =>
  worker.evaluate(async () => {
    const { clients } = globalThis as unknown as WorkerWorld;
    return (await clients.matchAll({ type: 'window' })).some(({ focused }) => focused);
  });
