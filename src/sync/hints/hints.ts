/** Hints: the server says that a collection changed, and sends the rows where they are few. */
import type { RealtimeChannel, RealtimeClient } from '@supabase/realtime-js';
import { COLLECTIONS, type CollectionName } from '@/db/rows/collections';
import { backoff } from '@/lib/backoff';
import { logger } from '@/lib/logger';

/** Milliseconds between attempts to connect; a page that is shown, a network and a new token end the wait. */
const RECONNECT = { first: 1_000, longest: 10 * 60_000, jitter: [0.5, 1] } as const;
/** Milliseconds after which a connection that is lost counts as one that worked. */
const SOUND = 60_000;

export interface HintListener<N extends string = CollectionName> {
  /** `content`: the message's, unchecked. */
  onHint(name: N, content?: unknown): void;
  /** Connected, or reconnected after an interruption: earlier hints may have been missed. */
  onConnected(): void;
  /** The connection was lost or refused: no hints until the next one. */
  onLost?(): void;
}

export interface Subscription {
  /** Gives the connection a new token. */
  renew(token: string): void;
  stop(): void;
}

/** Subscribes; returns a function that unsubscribes. Injected in tests. */
export type SubscribeToHints = (listener: HintListener) => () => void;

export const subscribeToHints: SubscribeToHints = (listener) =>
  subscribe('public:changes', COLLECTIONS, listener).stop;

/**
 * Hears the events `names` of a topic; with a token, as its person. Private channels: only the database may send
 * (supabase/migrations, …_replication.sql).
 */
export function subscribe<N extends string>(
  topic: string,
  names: readonly N[],
  listener: HintListener<N>,
  token?: string,
): Subscription {
  let stopped = false;
  let client: RealtimeClient | null = null;
  let channel: RealtimeChannel | null = null;
  /** Null while the connection carries no hints. */
  let joinedAt: number | null = null;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function connect(): Promise<void> {
    const { createRealtimeClient } = await import('@/lib/realtime');
    if (stopped || client) return;
    const mine = createRealtimeClient();
    client = mine;
    if (token) await mine.setAuth(token);
    if (stopped || client !== mine) return;
    channel = mine.channel(topic, { config: { private: true } });
    for (const name of names) {
      channel.on('broadcast', { event: name }, ({ payload }) => listener.onHint(name, payload));
    }
    channel.subscribe((status) => {
      if (stopped || client !== mine) return;
      if (status === 'SUBSCRIBED') {
        joinedAt ??= performance.now();
        listener.onConnected();
      } else lost();
    });
  }

  /** The library itself would try again every ten seconds for ever. */
  function lost(): void {
    const isSound = joinedAt !== null && performance.now() - joinedAt > SOUND;
    failures = isSound ? 0 : failures + 1;
    close();
    timer = setTimeout(begin, backoff(RECONNECT, failures));
    listener.onLost?.();
  }

  function close(): void {
    const [oldClient, oldChannel] = [client, channel];
    client = channel = joinedAt = null;
    clearTimeout(timer);
    if (oldClient && oldChannel) void oldClient.removeChannel(oldChannel).catch(() => undefined);
    void oldClient?.disconnect().catch(() => undefined);
  }

  const begin = () =>
    void connect().catch((error: unknown) => {
      logger.warn('No hints', error);
      if (!stopped) lost();
    });
  const beginAtOnce = () => {
    if (joinedAt !== null) return;
    failures = 0;
    close();
    begin();
  };
  globalThis.addEventListener?.('online', beginAtOnce);
  begin();
  return {
    renew: (next) => {
      token = next;
      if (joinedAt === null) beginAtOnce();
      else void client?.setAuth(next).catch(() => undefined);
    },
    stop: () => {
      stopped = true;
      globalThis.removeEventListener?.('online', beginAtOnce);
      close();
    },
  };
}
