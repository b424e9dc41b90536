import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Database } from '../../supabase/embedded/database.ts';

export interface Broadcast {
  event: string;
  topic: string;
  payload: unknown;
  private: boolean;
}

/**
 * Follows the messages that the database broadcasts from now on. The returned function gives all that
 * were sent since its last call. Messages arrive in order, so it sends a marker and waits for it. Each
 * marker has a name of its own: the wait for an equal name would end with the marker before.
 */
export async function hearBroadcasts(
  database: Pick<Database, 'listen' | 'query'>,
): Promise<() => Promise<Broadcast[]>> {
  const heard: Broadcast[] = [];
  await database.listen('realtime_broadcast', (message) => {
    heard.push(JSON.parse(message) as Broadcast);
  });
  return async () => {
    const marker = randomUUID();
    await database.query(`select realtime.send('{}', $1, 'marker', false)`, [marker]);
    await expect.poll(() => heard.at(-1)?.event, { interval: 3 }).toBe(marker);
    return heard.splice(0).slice(0, -1);
  };
}
