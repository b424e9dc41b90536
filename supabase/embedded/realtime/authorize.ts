import { actAs, type Claims } from '../claims.ts';
import type { Database } from '../database.ts';
import { isSqlError } from '../errors.ts';
import { isStorable } from '../storable.ts';

export interface Permissions {
  listen: boolean;
  send: boolean;
}

class Undo extends Error {}

/** Milliseconds for which visitors' permissions are cached: all join the same topic, and each check is a write. */
const KEPT = 30_000;
const MOST_KEPT = 100;
interface Kept {
  answer: Promise<Permissions>;
  until: number;
}
const keptFor = new WeakMap<Database, Map<string, Kept>>();

/** The caller's permissions on a private topic. Those of visitors are all alike and cached. */
export async function authorizeTopic(db: Database, topic: string, claims: Claims): Promise<Permissions> {
  if (claims.role !== 'anon' || claims.sub !== undefined) return askPolicies(db, topic, claims);
  const kept = keptFor.get(db) ?? new Map<string, Kept>();
  keptFor.set(db, kept);
  const known = kept.get(topic);
  if (known && known.until > Date.now()) return known.answer;
  if (kept.size >= MOST_KEPT) kept.clear();
  const answer = askPolicies(db, topic, claims);
  kept.set(topic, { answer, until: Date.now() + KEPT });
  answer.catch(() => kept.delete(topic));
  return answer;
}

/**
 * Asks the policies on realtime.messages for the caller's permissions on a private topic, like hosted Supabase:
 * inserts a message and selects it with the caller's rights (select: may listen), inserts one with the caller's rights
 * (insert: may send), and rolls everything back.
 * Source: https://supabase.com/docs/guides/realtime/authorization
 */
async function askPolicies(db: Database, topic: string, claims: Claims): Promise<Permissions> {
  const permissions: Permissions = { listen: false, send: false };
  // A name that the database cannot store cannot be checked.
  if (!isStorable(topic)) return permissions;
  try {
    await db.transaction(async (tx) => {
      await tx.query(
        `select set_config('realtime.probe', 'on', true), set_config('realtime.topic', $1, true)`,
        [topic],
      );
      const [probe] = await tx.query<{ id: string }>(
        `insert into realtime.messages (topic, extension, event, private) values ($1, 'broadcast', 'probe', true) returning id`,
        [topic],
      );
      await actAs(tx, claims);
      await tx.exec('savepoint ask');
      try {
        const seen = await tx.query('select from realtime.messages where id = $1', [probe?.id]);
        permissions.listen = seen.length > 0;
      } catch (error) {
        if (!isSqlError(error)) throw error;
        await tx.exec('rollback to savepoint ask');
      }
      try {
        await tx.query(
          `insert into realtime.messages (topic, extension, event, private) values ($1, 'broadcast', 'probe', true)`,
          [topic],
        );
        permissions.send = true;
      } catch (error) {
        if (!isSqlError(error)) throw error;
        await tx.exec('rollback to savepoint ask');
      }
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  return permissions;
}
