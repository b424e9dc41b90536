import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Statements } from '../../supabase/embedded/database.ts';
import { startTimedWork } from '../../supabase/embedded/timed-work.ts';

const MINUTE = 60_000;
let known: readonly string[];
let fails: boolean;
let work: string[];
let finish: () => void;
let held: Promise<void> | null;
let due: boolean;

const database: Statements = {
  exec: async () => undefined,
  query: async <T>(sql: string, [procedure]: unknown[] = []) => {
    if (sql.includes('to_regprocedure')) {
      return [{ known: known.some((name) => String(procedure).includes(name)) }] as T[];
    }
    work.push(sql);
    await held;
    if (fails) throw new Error('the disk is full');
    return sql.includes('_due()') ? ([{ due }] as T[]) : [];
  },
};

beforeEach(() => {
  vi.useFakeTimers();
  [known, fails, work, held, due] = [['tidy_up', 'pushes_due'], false, [], null, true];
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('runs soon after the start and every quarter of an hour, also after a failure', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const stop = startTimedWork(database);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(work).toEqual(['select public.tidy_up()']);
  fails = true;
  await vi.advanceTimersByTimeAsync(15 * MINUTE);
  expect(work).toHaveLength(2);
  expect(said).toHaveBeenCalledWith(expect.stringContaining('the disk is full'));
  fails = false;
  await vi.advanceTimersByTimeAsync(15 * MINUTE);
  expect(work).toHaveLength(3);
  await stop();
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  expect(work).toHaveLength(3);
});

it('continues bulk messages every ten seconds, whether or not pushes are configured', async () => {
  known = ['send_bulk_notifications'];
  const stop = startTimedWork(database);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(work).toEqual([
    'select public.send_bulk_notifications()',
    'select public.send_bulk_notifications()',
  ]);
  await stop();
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(work).toHaveLength(2);
});

it('looks every five seconds for hints that wait', async () => {
  known = ['send_waiting_hints'];
  const stop = startTimedWork(database);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(work).toEqual(['select public.send_waiting_hints()', 'select public.send_waiting_hints()']);
  await stop();
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(work).toHaveLength(2);
});

it('looks every minute for lessons to remind of', async () => {
  known = ['tend_lessons'];
  const stop = startTimedWork(database);
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(work).toEqual(['select public.tend_lessons()', 'select public.tend_lessons()']);
  await stop();
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  expect(work).toHaveLength(2);
});

it('looks every minute for teachers that somebody waits for', async () => {
  known = ['tell_alerts'];
  const stop = startTimedWork(database);
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(work).toEqual(['select public.tell_alerts()', 'select public.tell_alerts()']);
  await stop();
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  expect(work).toHaveLength(2);
});

it('looks every hour for months to record, also after a failure', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  [known, fails] = [['record_months'], true];
  const stop = startTimedWork(database);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(said).toHaveBeenCalledWith(expect.stringContaining('Recording months failed'));
  fails = false;
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  expect(work).toEqual(['select public.record_months()', 'select public.record_months()']);
  await stop();
});

it('looks every quarter of an hour for checks of teachers that end', async () => {
  known = ['tend_checks'];
  const stop = startTimedWork(database);
  await vi.advanceTimersByTimeAsync(16 * MINUTE);
  expect(work).toEqual(['select public.tend_checks()', 'select public.tend_checks()']);
  await stop();
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  expect(work).toHaveLength(2);
});

it('leaves a database without the procedure alone', async () => {
  known = [];
  const stop = startTimedWork(database);
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  expect(work).toEqual([]);
  await stop();
});

it('ends only when its running work has ended: the database is not closed before', async () => {
  held = new Promise((resolve) => {
    finish = resolve;
  });
  const stop = startTimedWork(database);
  await vi.advanceTimersByTimeAsync(MINUTE);
  let over = false;
  const stopping = stop().then(() => {
    over = true;
  });
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(over).toBe(false);
  finish();
  await stopping;
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  expect(work).toHaveLength(1);
});

describe('pushes', () => {
  const SECOND = 1000;
  const drains = (work: () => Promise<void> = async () => undefined) => {
    const drain = vi.fn(work);
    return { drain, stop: startTimedWork(database, { pushes: { every: 10 * SECOND, drain } }) };
  };

  it('are sent every ten seconds when something is due, and not otherwise', async () => {
    const { drain, stop } = drains();
    due = false;
    await vi.advanceTimersByTimeAsync(25 * SECOND);
    expect(work).toEqual(['select public.pushes_due() as due', 'select public.pushes_due() as due']);
    expect(drain).not.toHaveBeenCalled();
    due = true;
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect(drain).toHaveBeenCalledTimes(1);
    await stop();
    await vi.advanceTimersByTimeAsync(60 * SECOND);
    expect(drain).toHaveBeenCalledTimes(1);
  });

  it('are not even looked for without a sender, nor in a database without a queue', async () => {
    const stop = startTimedWork(database);
    await vi.advanceTimersByTimeAsync(25 * SECOND);
    expect(work).toEqual([]);
    await stop();
    known = [];
    const { drain, stop: stopToo } = drains();
    await vi.advanceTimersByTimeAsync(25 * SECOND);
    expect([work, drain.mock.calls]).toEqual([[], []]);
    await stopToo();
  });

  it('one drain after the other, also after one that failed', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let end: (error?: Error) => void = () => undefined;
    const { drain, stop } = drains(
      () =>
        new Promise((resolve, reject) => {
          end = (error) => (error ? reject(error) : resolve());
        }),
    );
    await vi.advanceTimersByTimeAsync(40 * SECOND);
    expect(drain).toHaveBeenCalledTimes(1);
    end(new Error('no way out'));
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect(drain).toHaveBeenCalledTimes(2);
    expect(said).toHaveBeenCalledWith('Sending pushes failed, the next try is in 10 seconds: no way out');
    end();
    await stop();
  });

  it('do not keep the server from stopping: after three seconds it stops, and claimed pushes are free when their lease ends', async () => {
    const { drain, stop } = drains(() => new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect(drain).toHaveBeenCalledTimes(1);
    let over = false;
    const stopping = stop().then(() => {
      over = true;
    });
    await vi.advanceTimersByTimeAsync(2.9 * SECOND);
    expect(over).toBe(false);
    await vi.advanceTimersByTimeAsync(0.2 * SECOND);
    await stopping;
  });
});

describe('files that no profile shows', () => {
  it('are removed once a minute when there are any, and tried again after a failure', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const removeFiles = vi.fn(async () => {
      throw new Error('remove-files answered 503');
    });
    [known, due] = [['stale_files_due'], false];
    const stop = startTimedWork(database, { removeFiles });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(removeFiles).not.toHaveBeenCalled();
    due = true;
    await vi.advanceTimersByTimeAsync(120_000);
    expect(removeFiles).toHaveBeenCalledTimes(2);
    expect(said).toHaveBeenCalledWith(expect.stringContaining('Removing files failed'));
    await stop();
  });
});

describe('the search file', () => {
  it('is written when listings have changed, and tried again after a failure', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const write = vi.fn(async () => {
      throw new Error('search-file answered 503');
    });
    [known, due] = [['search_file_due'], false];
    const stop = startTimedWork(database, { searchFile: { every: 15_000, write } });
    await vi.advanceTimersByTimeAsync(15_000);
    expect(write).not.toHaveBeenCalled();
    due = true;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(write).toHaveBeenCalledTimes(2);
    expect(said).toHaveBeenCalledWith(expect.stringContaining('Writing the search file failed'));
    await stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(write).toHaveBeenCalledTimes(2);
  });
});
