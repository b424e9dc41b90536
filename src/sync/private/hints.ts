/** Hints for a person's own rows, on a private topic that only this person may receive. */
import type { RealtimeChannel, RealtimeClient } from '@supabase/realtime-js';
import { PRIVATE_COLLECTIONS, type PrivateName } from '@/db/collections';
import { logger } from '@/lib/logger';
import type { HintListener } from '../hints/hints';

export type PrivateHintListener = HintListener<PrivateName>;

export interface PrivateHints {
  /** Gives the connection a new token. */
  renew(token: string): void;
  stop(): void;
}

/** Subscribes. Injected in tests. */
export type SubscribeToPrivateHints = (
  user: { userId: string; accessToken: string },
  listener: PrivateHintListener,
) => PrivateHints;

export const subscribeToPrivateHints: SubscribeToPrivateHints = (user, listener) => {
  let stopped = false;
  let token = user.accessToken;
  let client: RealtimeClient | null = null;
  let channel: RealtimeChannel | null = null;

  async function connect(): Promise<void> {
    const { createRealtimeClient } = await import('@/lib/realtime');
    if (stopped) return;
    client = createRealtimeClient();
    await client.setAuth(token);
    if (stopped) return;
    channel = client.channel(`user:${user.userId}`, { config: { private: true } });
    for (const name of PRIVATE_COLLECTIONS) {
      channel.on('broadcast', { event: name }, () => listener.onHint(name));
    }
    channel.subscribe((status) => {
      if (!stopped && status === 'SUBSCRIBED') listener.onConnected();
    });
  }

  connect().catch((error: unknown) => logger.warn('No private hints', error));
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
};
