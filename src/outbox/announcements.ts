/**
 * Tells the tabs and the workers of this phone that the queue has changed: on the channel and in the form of Dexie, with
 * which tabs of earlier releases tell, and listen.
 */
const CHANNEL = 'x-storagemutated-1';

const keyOf = (queue: string) => `idb://${queue}/`;

type Listener = () => void;

const listeners = new Map<string, Set<Listener>>();
let channel: BroadcastChannel | null = null;

function connected(): BroadcastChannel | null {
  if (channel || typeof BroadcastChannel === 'undefined') return channel;
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const parts = Object.keys((data as object | null) ?? {});
    for (const queue of listeners.keys()) {
      if (parts.some((part) => part.startsWith(keyOf(queue)))) tell(queue);
    }
  };
  // In Node an open channel would keep a process of tests alive.
  (channel as { unref?(): void }).unref?.();
  return channel;
}

function tell(queue: string): void {
  for (const listener of listeners.get(queue) ?? []) listener();
}

/** Called after a change was stored. */
export function announceChange(queue: string): void {
  tell(queue);
  // The set of changed keys, which Dexie sends too, is of no use to a listener that reads the whole queue.
  connected()?.postMessage({ [`${keyOf(queue)}commands/`]: { d: 0 } });
}

/** Calls back after every change, and when a page that was frozen by the browser is shown again. */
export function onChange(queue: string, listener: Listener): void {
  const known = listeners.get(queue);
  if (known) known.add(listener);
  else listeners.set(queue, new Set([listener]));
  connected();
}

globalThis.addEventListener?.('pageshow', (event) => {
  if ((event as Event & { persisted?: boolean }).persisted) for (const queue of listeners.keys()) tell(queue);
});
