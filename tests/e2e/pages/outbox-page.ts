import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { locate, WAITING } from './controls';

/** The page 'Envios pendentes'. */
export class OutboxPage {
  readonly items: Locator;
  readonly badge: Locator;

  constructor(private readonly page: Page) {
    this.items = page.getByRole('main').getByRole('listitem');
    this.badge = locate(page, WAITING);
  }

  async open(): Promise<void> {
    await this.page.goto('/envios');
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible();
  }
}

/**
 * Stops waking the worker from the next page on, because its requests bypass the faults that a test
 * adds to the page.
 */
export async function pageSends(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync'));
}

/** Sends the worker the browser's sync event, as on a new connection with every tab closed. */
export async function dispatchSync(context: BrowserContext, page: Page, origin: string): Promise<void> {
  const session = await context.newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations.filter(({ scopeURL }) => scopeURL.startsWith(origin));
      if (found) resolve(found.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registration;
  await session.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId,
    tag: 'danceflix-outbox',
    lastChance: false,
  });
}
