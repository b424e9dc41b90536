/** What `npm run bench` understands. */
import { parseArgs } from 'node:util';

export const MEASURES = ['start', 'keys', 'sync', 'hints', 'javascript'] as const;
export type MeasureName = (typeof MEASURES)[number];

export interface Options {
  only: ReadonlySet<MeasureName>;
  /** Repetitions of each timing; the table shows their median. */
  runs: number;
  /** Numbers of teachers, ascending. */
  sizes: number[];
  /** CPU throttle of the page's main thread. */
  rate: number;
  /** Also writes CPU profiles of one cold start and one first sync into test-results/. */
  profile: boolean;
}

/** Throws an Error with one readable line for arguments that make no sense. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: MEASURES.join(',') },
      runs: { type: 'string', default: '5' },
      sizes: { type: 'string', default: '1000,10000' },
      rate: { type: 'string', default: '4' },
      profile: { type: 'boolean', default: false },
    },
  });
  return {
    only: new Set(values.only.split(',').map(measureNamed)),
    runs: whole('runs', values.runs),
    sizes: values.sizes
      .split(',')
      .map((size) => whole('sizes', size))
      .sort((a, b) => a - b),
    rate: whole('rate', values.rate),
    profile: values.profile,
  };
}

function measureNamed(name: string): MeasureName {
  const found = MEASURES.find((measure) => measure === name);
  if (!found) throw new Error(`--only knows ${MEASURES.join(', ')}, not "${name}"`);
  return found;
}

function whole(option: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`--${option} takes whole numbers, not "${text}"`);
  return value;
}
