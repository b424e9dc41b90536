/**
 * Unsent writes on a phone while a release is replaced: made through the forms, found again in the
 * database.
 */
import type { Page } from '@playwright/test';
import { readyForOffline } from '../../support/browser';
import type { StoredDatabase } from '../../support/stored-data';
import { LeadPages } from '../pages/lead-pages';
import { OwnPages } from '../pages/own-pages';
import { RequestPages } from '../pages/request-pages';

export const QUEUED = { leadName: 'Ana da Fila', style: 'Forró', teacher: 'marina-couto' } as const;

/** Queues a visitor's lead that the server rejects, then a student's lesson request offline. */
export async function queueWrites(page: Page): Promise<void> {
  const requests = new RequestPages(page);
  // The worker must not wake: its requests bypass the test's routes.
  await page.addInitScript(() => {
    const never = { value: { register: () => Promise.reject(new Error('Not allowed')) } };
    Object.defineProperty(ServiceWorkerRegistration.prototype, 'sync', never);
  });
  await page.route(/\/(rest\/v1\/rpc\/create_lead|functions\/v1\/)/, (route) => route.abort());
  const lead = new LeadPages(page);
  await lead.open();
  await lead.send({ nome: QUEUED.leadName });
  await new OwnPages(page).enter('student');
  await page.goto(`/teachers/${QUEUED.teacher}`);
  await readyForOffline(page);
  await page.context().setOffline(true);
  await requests.ask.click();
  await requests.fill(QUEUED.style, 'Escrito antes da versão nova.');
  await requests.send();
}

/** The number of undelivered commands in a stored outbox. */
export function queuedIn(databases: readonly StoredDatabase[]): number {
  const outbox = databases.find(({ name }) => name === 'danceflix-outbox');
  const commands = outbox?.stores.find(({ name }) => name === 'commands')?.records ?? [];
  return commands.filter(({ value }) => (value as { status: string }).status !== 'delivered').length;
}
