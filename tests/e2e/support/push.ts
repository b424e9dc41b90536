/** Push without Google: a browser's subscription that a test controls, Firebase's two servers answered, messages delivered. */
import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test';
import { ensureBuild } from '../../../scripts/build-once';
import { Phone } from '../../support/browser';
import { withPushKeys } from '../../support/push-build';
import { Product } from './product';
import { changingTest } from './test';

/** Of this phone's subscription; what a rotation changes. */
const ENDPOINT = 'test:push-endpoint';

interface Built {
  /** A folder with the app as a build with push keys leaves it. */
  keyed: string;
}

/** The product with push keys, its own data, on a phone whose browser shows notifications. */
export const test = changingTest.extend<{ phone: Phone; granted: boolean }, Built>({
  keyed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const build = await withPushKeys(await ensureBuild());
      await use(build.folder);
      await build.remove();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  product: async ({ keyed }, use) => {
    const product = await Product.start('demo', { staticDir: keyed });
    await use(product);
    await product.close();
  },
  granted: [true, { option: true }],
  phone: async ({ product, granted }, use) => {
    const phone = await Phone.unbox({ baseURL: product.url });
    if (granted) await phone.context.grantPermissions(['notifications'], { origin: product.url });
    await controlPush(phone.context);
    await use(phone);
    await phone.discard();
  },
  context: ({ phone }, use) => use(phone.context),
  page: async ({ phone }, use) => use(await phone.page()),
});

/** What FCM answers; a test sets the token. */
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

/** Runs in every page: subscribing for real does not work without Google's servers. */
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

/** What the browser does by itself once in a while. */
export const rotate = (page: Page) =>
  page.evaluate((key) => localStorage.setItem(key, 'https://push.example/rotated'), ENDPOINT);

export const endpointOf = (page: Page) => page.evaluate((key) => localStorage.getItem(key), ENDPOINT);

/** The push service, as far as a browser sees it. */
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

  /** As FCM delivers what our server sends. */
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

/** As much of the worker's world as a tap needs. */
interface WorkerWorld {
  registration: ServiceWorkerRegistration;
  clients: { openWindow(url: string): Promise<null> };
  WindowClient: { prototype: { focus(): Promise<unknown> } };
  NotificationEvent: new (
    type: string,
    init: { notification: Notification },
  ) => Event & { waitUntil(work: Promise<unknown>): void };
  dispatchEvent(event: Event): boolean;
}

/**
 * Taps the notification with that tag; resolves to the addresses that the worker opened windows for. The browser lets a
 * worker open and focus windows after a real tap only, so that part is replaced.
 */
export async function tap(worker: Worker, tag: string): Promise<string[]> {
  return worker.evaluate(async (wanted) => {
    const scope = globalThis as unknown as WorkerWorld;
    const [notification] = await scope.registration.getNotifications({ tag: wanted });
    if (!notification) throw new Error(`Nothing is shown as ${wanted}`);
    const opened: string[] = [];
    scope.clients.openWindow = async (url) => {
      opened.push(url);
      return null;
    };
    scope.WindowClient.prototype.focus = async () => null;
    const event = new scope.NotificationEvent('notificationclick', { notification });
    const work: Promise<unknown>[] = [];
    event.waitUntil = (one) => void work.push(one);
    scope.dispatchEvent(event);
    await Promise.all(work);
    return opened;
  }, tag);
}

/** Title and body of what the worker's notifications say, also while no page is open. */
export const shownBy = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as WorkerWorld;
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });
