import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Statements } from '../../supabase/embedded/database.ts';
import { startTimedWork } from '../../supabase/embedded/timed-work.ts';

const MINUTE = 60_000;
let known: boolean;
let fails: boolean;
let work: string[];
let finish: () => void;
let held: Promise<void> | null;

const database: Statements = {
  exec: async () => undefined,
  query: async <T>(sql: string) => {
    if (sql.includes('to_regprocedure')) return [{ known }] as T[];
    work.push(sql);
    await held;
    if (fails) throw new Error('the disk is full');
    return [];
  },
};

beforeEach(() => {
  vi.useFakeTimers();
  [known, fails, work, held] = [true, false, [], null];
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('works soon after the start and every quarter of an hour, also after a failure', async () => {
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

it('leaves a database alone that has no such procedure', async () => {
  known = false;
  const stop = startTimedWork(database);
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  expect(work).toEqual([]);
  await stop();
});

it('is over only when what is under way is: nobody closes the database below it', async () => {
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
