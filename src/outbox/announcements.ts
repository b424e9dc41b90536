/** Tells the tabs and the workers of this phone that the queue has changed. Each message is the queue's name. */
const CHANNEL = 'danceflix-outbox-changes';

type Listener = () => void;

const listeners = new Map<string, Set<Listener>>();
let channel: BroadcastChannel | null = null;

function connected(): BroadcastChannel | null {
  if (channel || typeof BroadcastChannel === 'undefined') return channel;
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') tell(data);
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
  connected()?.postMessage(queue);
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
