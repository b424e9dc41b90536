/** The clock behind what the backend does by itself: public.tidy_up and send-push. Hosted, crons do the same. */
import type { Statements } from './database.ts';
import { messageOf } from './start-failure.ts';

const FIRST = 30_000;
const EVERY = 15 * 60_000;
/** Milliseconds that a drain under way gets to end by itself when the server stops. */
const LAST_DRAIN = 3_000;

export interface Pushes {
  /** Milliseconds between looks at the queue. */
  every: number;
  /** Sends what is due. Throws when it did not work. */
  drain(): Promise<void>;
}

/** Starts it; without `pushes` nothing is sent. Returns how to stop, which waits for what is under way. */
export function startTimedWork(database: Statements, pushes: Pushes | null = null): () => Promise<void> {
  const stopTidying = repeat(
    async () => {
      if (await knows(database, 'public.tidy_up(integer,timestamptz)')) {
        await database.query('select public.tidy_up()');
      }
    },
    { what: 'Timed work', first: FIRST, every: EVERY },
  );
  if (!pushes) return stopTidying;
  const stopDraining = repeat(
    async () => {
      if (!(await knows(database, 'public.pushes_due(timestamptz)'))) return;
      const [look] = await database.query<{ due: boolean }>('select public.pushes_due() as due');
      if (look?.due) await pushes.drain();
    },
    { what: 'Sending pushes', first: pushes.every, every: pushes.every },
  );
  return async () => {
    // What a drain that is cut off had taken is free again when its lease ends.
    const enough = new Promise<void>((resolve) => setTimeout(resolve, LAST_DRAIN).unref());
    await Promise.all([stopTidying(), Promise.race([stopDraining(), enough])]);
  };
}

/** A server with other migrations (the conformance suite's) has not all procedures. */
async function knows(database: Statements, procedure: string): Promise<boolean> {
  const [row] = await database.query<{ known: boolean }>('select to_regprocedure($1) is not null as known', [
    procedure,
  ]);
  return row?.known === true;
}

interface Rhythm {
  what: string;
  first: number;
  every: number;
}

/** Works again and again, never twice at once. Returns how to stop, which waits for what is under way. */
function repeat(work: () => Promise<void>, { what, first, every }: Rhythm): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  const schedule = (wait: number) => {
    timer = setTimeout(() => {
      running = work()
        .catch((error: unknown) => {
          if (!stopped)
            console.error(`${what} failed, the next try is in ${spoken(every)}: ${messageOf(error)}`);
        })
        .finally(() => {
          if (!stopped) schedule(every);
        });
    }, wait);
    // Nothing keeps a process alive that has nothing else to do.
    timer.unref();
  };
  schedule(first);
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}

const spoken = (milliseconds: number) =>
  milliseconds < 60_000 ? `${milliseconds / 1000} seconds` : `${milliseconds / 60_000} minutes`;
