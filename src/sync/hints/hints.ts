/** Hints: the server says that a collection changed, and sends the rows where they are few. */
import type { RealtimeChannel, RealtimeClient } from '@supabase/realtime-js';
import { COLLECTIONS, type CollectionName } from '@/db/collections';
import { logger } from '@/lib/logger';

const TOPIC = 'public:changes';

export interface HintListener<N extends string = CollectionName> {
  /** `content`: the message's, unchecked. */
  onHint(name: N, content?: unknown): void;
  /** Connected, or reconnected after an interruption: earlier hints may have been missed. */
  onConnected(): void;
}

/** Subscribes; returns a function that unsubscribes. Injected in tests. */
export type SubscribeToHints = (listener: HintListener) => () => void;

export const subscribeToHints: SubscribeToHints = (listener) => {
  let stopped = false;
  let client: RealtimeClient | null = null;
  let channel: RealtimeChannel | null = null;

  async function connect(): Promise<void> {
    const { createRealtimeClient } = await import('@/lib/realtime');
    if (stopped) return;
    client = createRealtimeClient();
    // Private channel: everybody may listen, only the database may send (supabase/migrations, …_replication.sql).
    channel = client.channel(TOPIC, { config: { private: true } });
    for (const name of COLLECTIONS) {
      channel.on('broadcast', { event: name }, ({ payload }) => listener.onHint(name, payload));
    }
    channel.subscribe((status) => {
      if (!stopped && status === 'SUBSCRIBED') listener.onConnected();
    });
  }

  connect().catch((error: unknown) => logger.warn('No hints', error));
  return () => {
    stopped = true;
    if (client && channel) void client.removeChannel(channel).catch(() => undefined);
    void client?.disconnect().catch(() => undefined);
  };
};
