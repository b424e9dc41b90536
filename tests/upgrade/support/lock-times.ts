/** How long others had to wait for a table: the time for which a session held a lock that stops writing or reading. */
import type { Database } from '../../../supabase/embedded/database.ts';

/** Held locks of other sessions on tables that this one can see, which those made in an open transaction are not. */
const HELD = `select l.relation::regclass::text as table
  from pg_locks l join pg_class c on c.oid = l.relation
  where l.locktype = 'relation' and l.granted and l.pid <> pg_backend_pid() and c.relkind = 'r'
    and c.relnamespace in ('public'::regnamespace, 'app'::regnamespace, 'auth'::regnamespace, 'storage'::regnamespace)
    and l.database = (select d.oid from pg_database d where d.datname = current_database())
    and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`;

/** Milliseconds between two looks. */
const EVERY = 20;

export class LockTimes {
  private readonly since = new Map<string, number>();
  private readonly longest = new Map<string, number>();
  private isOver = false;
  private readonly looking: Promise<void>;

  /** `watcher`: a connection of its own. */
  constructor(private readonly watcher: Database) {
    this.looking = this.look();
  }

  /** Tables with the longest time, in milliseconds, for which they were locked so far. */
  get found(): ReadonlyMap<string, number> {
    return this.longest;
  }

  async stop(): Promise<ReadonlyMap<string, number>> {
    this.isOver = true;
    await this.looking;
    return this.longest;
  }

  private async look(): Promise<void> {
    while (!this.isOver) {
      const now = performance.now();
      const held = new Set((await this.watcher.query<{ table: string }>(HELD)).map(({ table }) => table));
      for (const table of this.since.keys()) if (!held.has(table)) this.since.delete(table);
      for (const table of held) {
        const since = this.since.get(table) ?? now;
        this.since.set(table, since);
        this.longest.set(table, Math.max(this.longest.get(table) ?? 0, now - since));
      }
      await new Promise((resolve) => setTimeout(resolve, EVERY));
    }
  }
}
