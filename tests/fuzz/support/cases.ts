/**
 * The number of cases of a property, and its seed. `npm test` runs a share of them, always the same
 * ones; `npm run test:fuzz` all of them, different ones each time. FUZZ_SEED and FUZZ_PATH, which a
 * failure prints, repeat one.
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

/** True in the long run. */
export const isLong = env.FUZZ_CASES !== undefined;
export const seed = env.FUZZ_SEED ?? (isLong ? Math.floor(Math.random() * 2 ** 31) : STEADY);

if (isLong) console.log(`Seed ${seed}: FUZZ_SEED=${seed} npm run test:fuzz repeats this run.`);

/**
 * Splits the cases of a group among its properties: property number `part` of `parts` gets its part
 * of all cases, or of the group's `share` in `npm test`. At least two, or `least`. Each part has other cases.
 */
export function cases(
  share: number,
  [part, parts]: readonly [number, number] = [0, 1],
  least = 2,
): { numRuns: number; seed: number; path?: string } {
  const numRuns = Math.max(least, Math.ceil((env.FUZZ_CASES ?? share) / parts));
  const own = env.FUZZ_PATH ? seed : seed + part * 7919;
  return { numRuns, seed: own, ...(env.FUZZ_PATH ? { path: env.FUZZ_PATH } : {}) };
}

/** Describes a failed property in a few lines: the smallest case, and how to run it again. */
export function told(error: Error): string {
  const cause = error.cause instanceof Error ? `${error.cause.message}\n` : '';
  return `${cause}${error.message}`.slice(0, 1500);
}
