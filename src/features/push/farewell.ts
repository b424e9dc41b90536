/** Tells the server that the user signed out on this device, as soon as there is a network. */
import { freshId } from '@/lib/browser/random';
import { enqueue } from '@/outbox/entry';

/**
 * Resolves once the command is stored; the outbox sends it, even with no page open. Throws when it cannot be stored.
 */
export async function sayFarewell(word: string): Promise<void> {
  const stored = await enqueue({
    kind: 'push.release',
    entity: { table: 'pwa_subscriptions', id: freshId() },
    payload: { word },
    userId: null,
  });
  if (stored.kind !== 'stored') throw new Error(`The sign-out of push was not stored: ${stored.reason}`);
}
