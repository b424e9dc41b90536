import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../supabase/embedded/database.ts';

interface Row {
  id: string;
  message: Record<string, unknown>;
}

export interface Broadcasts {
  listen: Database['listen'];
  stop(): Promise<void>;
}

/**
 * Receives the messages that Realtime would send. The embedded server notifies; on hosted Supabase
 * rows stay in realtime.messages and reach Realtime through the write-ahead log. Here the rows are
 * polled, in the order of their transactions. send() adds the row's id to each payload, which tells
 * listeners nothing and is removed.
 */
export function followBroadcasts(database: Database): Broadcasts {
  const loops = new Set<{ isOver: boolean; done: Promise<void> }>();
  const rows = () =>
    database.query<Row>(
      `select id, jsonb_build_object('id', id, 'topic', topic, 'event', event, 'payload', payload - 'id',
         'private', private) as message
       from realtime.messages order by inserted_at, ctid`,
    );
  const listen: Database['listen'] = async (channel, onPayload) => {
    if (channel !== 'realtime_broadcast') return database.listen(channel, onPayload);
    const seen = new Set((await rows()).map(({ id }) => id));
    const loop = { isOver: false, done: Promise.resolve() };
    const follow = async () => {
      while (!loop.isOver) {
        for (const { id, message } of await rows()) {
          if (seen.has(id)) continue;
          seen.add(id);
          onPayload(JSON.stringify(message));
        }
        await pause(5);
      }
    };
    loop.done = follow();
    loops.add(loop);
    return async () => {
      loop.isOver = true;
      await loop.done;
    };
  };
  const stop = async () => {
    for (const loop of loops) loop.isOver = true;
    await Promise.all([...loops].map(({ done }) => done));
  };
  return { listen, stop };
}
