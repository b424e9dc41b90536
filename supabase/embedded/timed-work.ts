/**
 * Timers for public.tidy_up, tend_checks, tend_lessons, tell_alerts, record_months, send_bulk_notifications, send_waiting_hints,
 * remove-files, search-file and send-push, which crons run on hosted Supabase.
 */
import type { Statements } from './database.ts';
import { messageOf } from './start-failure.ts';

const FIRST = 30_000;
const EVERY = 15 * 60_000;
/** Milliseconds between looks for lessons to remind of. */
const LESSONS_EVERY = 60_000;
/** Milliseconds between looks for teachers that somebody waits for. */
const ALERTS_EVERY = 60_000;
/** Milliseconds between looks for months that have ended. */
const MONTHS_EVERY = 60 * 60_000;
/** Milliseconds between batches of a notification to many users. */
const BULK_EVERY = 10_000;
/** Milliseconds between looks for hints that wait for the end of their interval. */
const HINTS_EVERY = 5_000;
/** Milliseconds between removals of files that no profile shows any more. */
const FILES_EVERY = 60_000;
/** Milliseconds that a running drain gets to finish when the server stops. */
const LAST_DRAIN = 3_000;

export interface Pushes {
  /** Milliseconds between checks of the queue. */
  every: number;
  /** Sends the due pushes. Throws when that failed. */
  drain(): Promise<void>;
}

export interface SearchFile {
  /** Milliseconds between looks whether listings have changed. */
  every: number;
  /** Writes the file. Throws when that failed. */
  write(): Promise<void>;
}

interface Calls {
  pushes?: Pushes | null;
  searchFile?: SearchFile | null;
  /** Calls remove-files once. Throws when that failed. */
  removeFiles?: () => Promise<void>;
}

/** Starts the timers; without `pushes` none are sent, without `searchFile` none is written. Returns a function that stops them and waits for running work. */
export function startTimedWork(
  database: Statements,
  { pushes = null, searchFile = null, removeFiles }: Calls = {},
): () => Promise<void> {
  const stopTidying = repeat(
    async () => {
      if (await knows(database, 'public.tidy_up(integer,timestamptz)')) {
        await database.query('select public.tidy_up()');
      }
    },
    { what: 'Timed work', first: FIRST, every: EVERY },
  );
  const stopTelling = repeat(
    async () => {
      if (await knows(database, 'public.send_bulk_notifications(integer)')) {
        await database.query('select public.send_bulk_notifications()');
      }
    },
    { what: 'Sending the team’s messages', first: BULK_EVERY, every: BULK_EVERY },
  );
  const stopRemoving = removeFiles
    ? repeat(
        async () => {
          if (!(await knows(database, 'public.stale_files_due(timestamptz)'))) return;
          const [look] = await database.query<{ due: boolean }>('select public.stale_files_due() as due');
          if (look?.due) await removeFiles();
        },
        { what: 'Removing files', first: FILES_EVERY, every: FILES_EVERY },
      )
    : async () => undefined;
  const stopWriting = searchFile
    ? repeat(
        async () => {
          if (!(await knows(database, 'public.search_file_due(timestamptz)'))) return;
          const [look] = await database.query<{ due: boolean }>('select public.search_file_due() as due');
          if (look?.due) await searchFile.write();
        },
        { what: 'Writing the search file', first: searchFile.every, every: searchFile.every },
      )
    : async () => undefined;
  const stopReminding = repeat(
    async () => {
      if (await knows(database, 'public.tend_lessons(integer,timestamptz)')) {
        await database.query('select public.tend_lessons()');
      }
    },
    { what: 'Reminding of lessons', first: FIRST, every: LESSONS_EVERY },
  );
  const stopAlerting = repeat(
    async () => {
      if (await knows(database, 'public.tell_alerts(integer,timestamptz)')) {
        await database.query('select public.tell_alerts()');
      }
    },
    { what: 'Telling of new teachers', first: FIRST, every: ALERTS_EVERY },
  );
  const stopRecording = repeat(
    async () => {
      if (await knows(database, 'public.record_months(timestamptz)')) {
        await database.query('select public.record_months()');
      }
    },
    { what: 'Recording months', first: FIRST, every: MONTHS_EVERY },
  );
  const stopChecking = repeat(
    async () => {
      if (await knows(database, 'public.tend_checks(integer)')) {
        await database.query('select public.tend_checks()');
      }
    },
    { what: 'Ending checks of teachers', first: FIRST, every: EVERY },
  );
  const stopHinting = repeat(
    async () => {
      if (await knows(database, 'public.send_waiting_hints()')) {
        await database.query('select public.send_waiting_hints()');
      }
    },
    { what: 'Sending hints', first: HINTS_EVERY, every: HINTS_EVERY },
  );
  const stopOthers = async () => {
    await Promise.all([
      stopTidying(),
      stopChecking(),
      stopTelling(),
      stopRemoving(),
      stopWriting(),
      stopReminding(),
      stopAlerting(),
      stopRecording(),
      stopHinting(),
    ]);
  };
  if (!pushes) return stopOthers;
  const stopDraining = repeat(
    async () => {
      if (!(await knows(database, 'public.pushes_due(timestamptz)'))) return;
      const [look] = await database.query<{ due: boolean }>('select public.pushes_due() as due');
      if (look?.due) await pushes.drain();
    },
    { what: 'Sending pushes', first: pushes.every, every: pushes.every },
  );
  return async () => {
    // Pushes claimed by an interrupted drain become available when its lease ends.
    const enough = new Promise<void>((resolve) => setTimeout(resolve, LAST_DRAIN).unref());
    await Promise.all([stopOthers(), Promise.race([stopDraining(), enough])]);
  };
}

/** Whether the procedure exists: a server with other migrations (the conformance suite's) may lack it. */
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

/** Repeats `work`, never twice at once. Returns a function that stops it and waits for running work. */
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
    // The timer must not keep an otherwise finished process alive.
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
