/** Loads the outbox with its database at the first call that needs it: pages that never write do not load it. */
import { logger } from '@/lib/logger';
import { neverWrote } from './never-wrote';
import { pendingStore } from './pending-store';

/** Channel that announces the first write ever made on this phone to the tabs that opened before it. */
const BEGUN = 'danceflix-outbox-begun';

let loading: Promise<typeof import('./page')> | null = null;
let hearing: BroadcastChannel | null = null;
let follow: () => void = () => undefined;
let isLoaded = false;

/** Registers the callback that settles overlays; runs once, when the outbox starts. */
export function followWith(start: () => void): void {
  follow = start;
  // A favourite on the first screen may have loaded the outbox before this call.
  if (isLoaded) start();
}

/** Loads and starts the outbox once. Rejects when its chunk did not arrive; a later call tries again. */
export function needOutbox(): Promise<typeof import('./page')> {
  loading ??= import('./page').then((page) => {
    page.startPage();
    isLoaded = true;
    follow();
    return page;
  });
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

/** Loads only the code, for a form that may be sent while offline. Rejects when it did not arrive. */
export async function loadOutbox(): Promise<void> {
  await (loading ?? import('./page'));
}

/**
 * Starts the outbox if this phone has ever written anything; otherwise waits for the first write of any tab. Never
 * rejects.
 */
export async function startOutbox(): Promise<void> {
  // Listen before looking, so that a first write of another tab in between is not missed.
  hearOfTheFirst();
  if (await neverWrote()) {
    if (pendingStore.getState().commands === null) pendingStore.setState({ commands: [] });
    return;
  }
  stopHearing();
  await start();
}

async function start(): Promise<void> {
  try {
    await needOutbox();
  } catch (error) {
    logger.warn('The outbox did not start', error);
    pendingStore.setState({ failed: true });
  }
}

/** Listens for the first write of another tab, since this tab may be the one that is left to send it. */
function hearOfTheFirst(): void {
  if (hearing || loading || typeof BroadcastChannel === 'undefined') return;
  hearing = new BroadcastChannel(BEGUN);
  hearing.onmessage = () => {
    stopHearing();
    void start();
  };
}

function stopHearing(): void {
  hearing?.close();
  hearing = null;
}

export function tellOfTheFirst(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const telling = new BroadcastChannel(BEGUN);
  telling.postMessage(null);
  telling.close();
}
