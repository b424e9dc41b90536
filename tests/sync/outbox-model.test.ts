import './support/quick-clone';
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { step } from './support/outbox-arbitrary';
import { MODEL } from './support/outbox-cast';
import { type Coverage, World } from './support/outbox-program';
import { FAULTS, STATES } from './support/outbox-steps';

/** Replay: OUTBOX_SEED=… OUTBOX_PATH=…, as a failure prints them. For more runs: OUTBOX_RUNS=…. */
const seed = Number(process.env.OUTBOX_SEED ?? 20_261_121);
const path = process.env.OUTBOX_PATH;
const numRuns = Number(process.env.OUTBOX_RUNS || (process.env.TEST_FULL === '1' ? 1000 : 200));
/** Minimum number of times that each state meets each fault: one in twenty programs. */
const AT_LEAST = numRuns / 20;

test('whatever happens on the way: each write once, in order, under its own name, or refused and shown', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const coverage: Coverage = new Map();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30, size: 'max' }), (steps) =>
      new World(coverage, MODEL).run(steps),
    ),
    {
      seed,
      numRuns,
      endOnFailure: process.env.OUTBOX_SHRINK === undefined,
      ...(path !== undefined && { path }),
    },
  );
  if (path !== undefined) return;
  const pairs = STATES.flatMap((state) => FAULTS.map((name) => `${state} × ${name}`));
  const rare = pairs.filter((pair) => (coverage.get(pair) ?? 0) < AT_LEAST);
  expect(rare.map((pair) => `${pair}: ${coverage.get(pair) ?? 0}`)).toEqual([]);
}, 900_000);
