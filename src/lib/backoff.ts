/** How long to wait after failures: longer after each one, up to a maximum. The only such formula in the project. */
export interface Backoff {
  /** The first wait, in milliseconds. */
  first: number;
  /** The longest wait, in milliseconds. */
  longest: number;
  /** Each wait is this many times the one before. */
  growth?: number;
  /** The range of random shares of the wait, so that phones that lost the same server do not return together. */
  jitter?: readonly [least: number, most: number];
}

/** Milliseconds to wait after `before` earlier waits; `random` is from 0 to 1. */
export function backoff(
  { first, longest, growth = 2, jitter: [least, most] = [1, 1] }: Backoff,
  before: number,
  random: () => number = Math.random,
): number {
  const wait = Math.min(first * growth ** before, longest);
  return least === most ? wait * least : wait * (least + (most - least) * random());
}
