/** Telling the server that a phone was left, whenever there is a network again. */
import { enqueue } from '@/outbox/entry';

/** Resolves once it is on the disk: from there it goes by itself, with no page open too. Throws when it cannot be kept. */
export async function sayFarewell(word: string): Promise<void> {
  const stored = await enqueue({
    kind: 'push.release',
    entity: { table: 'pwa_subscriptions', id: crypto.randomUUID() },
    payload: { word },
    userId: null,
  });
  if (stored.kind !== 'stored') throw new Error(`Not stored: ${stored.reason}`);
}
