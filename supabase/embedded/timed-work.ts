/** The clock behind what the database does by itself: see public.tidy_up. Hosted, a cron does the same. */
import type { Statements } from './database.ts';
import { messageOf } from './start-failure.ts';

const FIRST = 30_000;
const EVERY = 15 * 60_000;

/** Starts it. Returns how to stop, which waits for what is under way. */
export function startTimedWork(database: Statements): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  const schedule = (wait: number) => {
    timer = setTimeout(() => {
      running = run().finally(() => {
        if (!stopped) schedule(EVERY);
      });
    }, wait);
    // Nothing keeps a process alive that has nothing else to do.
    timer.unref();
  };
  const run = async () => {
    try {
      // A server with other migrations (the conformance suite's) has none.
      const [due] = await database.query<{ known: boolean }>(
        `select to_regprocedure('public.tidy_up(integer,timestamptz)') is not null as known`,
      );
      if (due?.known) await database.query('select public.tidy_up()');
    } catch (error) {
      console.error(`Timed work failed, the next try is in ${EVERY / 60_000} minutes: ${messageOf(error)}`);
    }
  };
  schedule(FIRST);
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
