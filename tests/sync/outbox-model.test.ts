import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { type Coverage, World } from './support/outbox-program';
import { FAULTS, STATES, type Step } from './support/outbox-steps';

/** Replay: OUTBOX_SEED=… OUTBOX_PATH=…, as a failure prints them. More: OUTBOX_RUNS=…. */
const seed = Number(process.env.OUTBOX_SEED ?? 20_261_121);
const path = process.env.OUTBOX_PATH;
const numRuns = Number(process.env.OUTBOX_RUNS ?? 500);
const AT_LEAST = 20;

const n = fc.nat(12);
const write = fc.record({
  do: fc.constant('write' as const),
  what: fc.constantFrom(
    'profile' as const,
    'profile' as const,
    'bad-profile' as const,
    'lead' as const,
    'bad-lead' as const,
    'match' as const,
    'request' as const,
    'cancel' as const,
    'later' as const,
  ),
});
const fault = fc.record({ do: fc.constant('fault' as const), fault: fc.constantFrom(...FAULTS), n });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 9, arbitrary: fault },
  { weight: 3, arbitrary: write },
  { weight: 1, arbitrary: fc.constant({ do: 'ok' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'flush' as const }) },
  { weight: 3, arbitrary: fc.constant({ do: 'arrange' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('edit' as const, 'discard' as const, 'retry' as const), n }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(0.1, 1, 20, 90) }),
  },
  { weight: 1, arbitrary: fc.constantFrom({ do: 'arrive' as const }, { do: 'other-phone' as const }) },
);

test('whatever happens on the way: each write once, in order, under its own name, or refused and shown', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const coverage: Coverage = new Map();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30, size: 'max' }), (steps) =>
      new World(coverage).run(steps),
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
}, 300_000);
