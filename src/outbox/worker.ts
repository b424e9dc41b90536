/**
 * The outbox in the service worker, for when every tab is closed. It reads the tokens that pages have left for it,
 * never refreshes them, and leaves commands that it cannot send.
 */
import { holdBusy } from '@/lib/busy';
import { pause } from '@/lib/idle';
import { withLock } from '@/lib/locks';
import { readMirror } from '@/lib/token-mirror';
import { createFlusher } from './flush';
import type { Access, FlushParts } from './flush-parts';
import { neverWrote } from './never-wrote';
import { SendingStore } from './sending-store';
import { send } from './transport';

/** Seconds that a token must still be valid. */
const LEFT_AT_LEAST = 60;

/** Sends all that can be sent. Resolves to whether no command of the signed-in person is left. */
export async function flushInWorker(parts: Partial<FlushParts> = {}): Promise<boolean> {
  if (!parts.store && (await neverWrote())) return true;
  const store = parts.store ?? new SendingStore();
  try {
    const flusher = createFlusher({ ...workerParts(store), ...parts });
    return (await flusher.flush('background')).left === 0;
  } finally {
    if (!parts.store) store.close();
  }
}

function workerParts(store: SendingStore): FlushParts {
  return {
    store,
    send,
    accessFor: accessFromMirror,
    now: Date.now,
    pause,
    random: Math.random,
    withLock: async (name, work) => {
      const done = await withLock(name, new AbortController().signal, work);
      if (done === undefined) throw new Error('No lock');
      return done;
    },
    holdBusy,
  };
}

/** The token that a page has left for the worker, if it is this person's and valid long enough for a request. */
export async function accessFromMirror(
  userId: string,
  rejected?: string,
  now: () => number = Date.now,
): Promise<Access> {
  const mirror = await readMirror();
  if (mirror?.sub !== userId) return { kind: 'absent' };
  if (mirror.accessToken === rejected || mirror.exp - now() / 1_000 < LEFT_AT_LEAST) {
    return { kind: 'unreachable' };
  }
  return { kind: 'ok', userId: mirror.sub, token: mirror.accessToken };
}
