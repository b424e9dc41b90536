/** Hints: the server says that a collection changed, and sends the rows where they are few. */
import type { RealtimeChannel, RealtimeClient } from '@supabase/realtime-js';
import { COLLECTIONS, type CollectionName } from '@/db/collections';
import { logger } from '@/lib/logger';

export interface HintListener<N extends string = CollectionName> {
  /** `content`: the message's, unchecked. */
  onHint(name: N, content?: unknown): void;
  /** Connected, or reconnected after an interruption: earlier hints may have been missed. */
  onConnected(): void;
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

  async function connect(): Promise<void> {
    const { createRealtimeClient } = await import('@/lib/realtime');
    if (stopped) return;
    client = createRealtimeClient();
    if (token) await client.setAuth(token);
    if (stopped) return;
    channel = client.channel(topic, { config: { private: true } });
    for (const name of names) {
      channel.on('broadcast', { event: name }, ({ payload }) => listener.onHint(name, payload));
    }
    channel.subscribe((status) => {
      if (!stopped && status === 'SUBSCRIBED') listener.onConnected();
    });
  }

  connect().catch((error: unknown) => logger.warn('No hints', error));
  return {
    renew: (next) => {
      token = next;
      void client?.setAuth(next).catch(() => undefined);
    },
    stop: () => {
      stopped = true;
      if (client && channel) void client.removeChannel(channel).catch(() => undefined);
      void client?.disconnect().catch(() => undefined);
    },
  };
}
