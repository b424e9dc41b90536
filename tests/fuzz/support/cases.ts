/**
 * How many cases a property runs, and from which seed. `npm test` runs a share of them, always the same ones; `npm run
 * test:fuzz` all of them, other ones each time. FUZZ_SEED and FUZZ_PATH, which a failure prints, run one again.
 */
import { z } from 'zod';

const number = z.coerce.number().int();
const env = z
  .object({ FUZZ_CASES: number.optional(), FUZZ_SEED: number.optional(), FUZZ_PATH: z.string().optional() })
  .parse({
    FUZZ_CASES: process.env.FUZZ_CASES || undefined,
    FUZZ_SEED: process.env.FUZZ_SEED || undefined,
    FUZZ_PATH: process.env.FUZZ_PATH || undefined,
  });

const STEADY = 20261127;

/** Whether this is the long run. */
export const isLong = env.FUZZ_CASES !== undefined;
export const seed = env.FUZZ_SEED ?? (isLong ? Math.floor(Math.random() * 2 ** 31) : STEADY);

if (isLong) console.log(`Seed ${seed}: FUZZ_SEED=${seed} npm run test:fuzz repeats this run.`);

/**
 * Of a property that is number `part` of `parts` of its group: its part of the group's cases, or of the `share` that the
 * group has in `npm test`. At least two. Each part draws other cases.
 */
export function cases(
  share: number,
  [part, parts]: readonly [number, number] = [0, 1],
): { numRuns: number; seed: number; path?: string } {
  const numRuns = Math.max(2, Math.ceil((env.FUZZ_CASES ?? share) / parts));
  const own = env.FUZZ_PATH ? seed : seed + part * 7919;
  return { numRuns, seed: own, ...(env.FUZZ_PATH ? { path: env.FUZZ_PATH } : {}) };
}

/** A failed property in a few lines: what it was about, the smallest case, how to run it again. */
export function told(error: Error): string {
  const cause = error.cause instanceof Error ? `${error.cause.message}\n` : '';
  return `${cause}${error.message}`.slice(0, 1500);
}
