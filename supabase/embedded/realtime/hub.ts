import { z } from 'zod';
import type { Claims } from '../claims.ts';
import type { Database } from '../database.ts';
import { createMutex } from '../mutex.ts';
import { messageOf } from '../start-failure.ts';
import { type Announced, columnsOf, concerns, parseAnnounced, passes, readAs } from './changes.ts';
import { bareTopic, type Channel, isExpired } from './channel.ts';

const broadcast = z.object({
  id: z.string(),
  topic: z.string(),
  event: z.string().nullable(),
  payload: z.unknown(),
  private: z.boolean().nullable(),
});
const stored = z.object({ id: z.string(), stored: z.literal(true) });

export interface Hub {
  channels: Set<Channel>;
  /** Sends a message to all channels on the topic; to the sender only if it asked for its own messages. */
  broadcast(message: Broadcast, sender: Channel | null): void;
  close(): Promise<void>;
}

export interface Broadcast {
  topic: string;
  isPrivate: boolean;
  payload: Record<string, unknown>;
}

/** Delivers the database's announcements to the channels that may receive them. */
export async function createHub(database: Database): Promise<Hub> {
  const channels = new Set<Channel>();
  const inOrder = createMutex();

  const hub: Hub = {
    channels,
    broadcast: ({ topic, isPrivate, payload }, sender) => {
      for (const channel of channels) {
        if (bareTopic(channel) !== topic || channel.isPrivate !== isPrivate) continue;
        if (channel === sender && !channel.self) continue;
        if (!channel.permissions.listen || dropExpired(channel)) continue;
        channel.send('broadcast', payload);
      }
    },
    close: async () => {
      await Promise.all(stops.map((stop) => stop()));
    },
  };

  /** Closes a channel whose token has expired, as hosted Supabase does. */
  function dropExpired(channel: Channel): boolean {
    if (!isExpired(channel.claims)) return false;
    channels.delete(channel);
    channel.close('Token has expired');
    return true;
  }

  async function onBroadcast(text: string): Promise<void> {
    const announced: unknown = JSON.parse(text);
    const long = stored.safeParse(announced);
    const found = long.success ? await takeStored(database, long.data.id) : announced;
    if (found === null) return;
    const message = broadcast.parse(found);
    hub.broadcast(
      {
        topic: message.topic,
        isPrivate: message.private ?? false,
        payload: {
          type: 'broadcast',
          event: message.event ?? '',
          payload: message.payload,
          meta: { id: message.id },
        },
      },
      null,
    );
  }

  async function onChange(text: string): Promise<void> {
    const change = parseAnnounced(text);
    const seen = new Map<string, Promise<Record<string, unknown> | null>>();
    let columns: Promise<unknown> | undefined;
    for (const channel of [...channels]) {
      const candidates = channel.changes.filter((filter) => concerns(filter, change));
      if (candidates.length === 0 || dropExpired(channel)) continue;
      const row = await once(seen, channel.claims, () => readAs(database, channel.claims, change));
      const ids =
        row === null ? [] : candidates.filter(({ filter }) => passes(filter, row)).map(({ id }) => id);
      if (row === null || ids.length === 0) continue;
      columns ??= columnsOf(database, change);
      channel.send('postgres_changes', { ids, data: changeData(change, row, await columns) });
    }
  }

  const listen = (name: string, handle: (text: string) => Promise<void>) =>
    database.listen(name, (text) => {
      if (channels.size === 0 && name === 'realtime_changes') return;
      void inOrder(() => handle(text)).catch((error: unknown) =>
        console.error('realtime:', messageOf(error)),
      );
    });
  const stops = [await listen('realtime_broadcast', onBroadcast), await listen('realtime_changes', onChange)];
  return hub;
}

async function takeStored(database: Database, id: string): Promise<unknown> {
  const [row] = await database.query(
    'delete from realtime.messages where id = $1 returning id, topic, event, payload, private',
    [id],
  );
  return row ?? null;
}

/** Checks permissions once per user, however many channels the user has. */
function once<T>(known: Map<string, Promise<T>>, claims: Claims, look: () => Promise<T>): Promise<T> {
  const name = JSON.stringify(claims);
  const found = known.get(name) ?? look();
  known.set(name, found);
  return found;
}

function changeData(change: Announced, row: Record<string, unknown>, columns: unknown) {
  return {
    schema: change.schema,
    table: change.table,
    commit_timestamp: change.timestamp,
    type: change.type,
    errors: null,
    columns,
    ...(change.type === 'DELETE' ? {} : { record: row }),
    ...(change.type === 'INSERT' ? {} : { old_record: change.key }),
  };
}
