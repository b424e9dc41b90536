/** The options of `npm run bench`. */
import { parseArgs } from 'node:util';
import { CONTENDERS, type ContenderName } from './compare/contenders.ts';
import { RUNS as RUN_NAMES, type RunName } from './compare/results.ts';

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
  /** Runs the comparison with rivals instead of the measures. */
  compare: boolean;
  contenders: readonly ContenderName[];
  /** The name under which a comparison is kept. */
  save: RunName;
  /** No further round of a comparison is begun that would end after so many minutes. */
  minutes: number;
  /** Writes the stored measurements into README.md without measuring. */
  readme: boolean;
}

const SIZES = { measures: '1000,10000', compare: '1000,10000,50000' };
const RUNS = { measures: '5', compare: '5' };

/** Throws an Error with one readable line for arguments that make no sense. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: MEASURES.join(',') },
      runs: { type: 'string' },
      sizes: { type: 'string' },
      rate: { type: 'string', default: '4' },
      profile: { type: 'boolean', default: false },
      compare: { type: 'boolean', default: false },
      contenders: { type: 'string', default: CONTENDERS.join(',') },
      save: { type: 'string', default: 'now' },
      minutes: { type: 'string', default: '600' },
      readme: { type: 'boolean', default: false },
    },
  });
  const kind = values.compare ? 'compare' : 'measures';
  return {
    only: new Set(values.only.split(',').map((name) => oneOf('only', MEASURES, name))),
    runs: whole('runs', values.runs ?? RUNS[kind]),
    sizes: (values.sizes ?? SIZES[kind])
      .split(',')
      .map((size) => whole('sizes', size))
      .sort((a, b) => a - b),
    rate: whole('rate', values.rate),
    profile: values.profile,
    compare: values.compare,
    contenders: values.contenders.split(',').map((name) => oneOf('contenders', CONTENDERS, name)),
    save: oneOf('save', RUN_NAMES, values.save),
    minutes: whole('minutes', values.minutes),
    readme: values.readme,
  };
}

function oneOf<T extends string>(option: string, known: readonly T[], name: string): T {
  const found = known.find((one) => one === name);
  if (!found) throw new Error(`--${option} knows ${known.join(', ')}, not "${name}"`);
  return found;
}

function whole(option: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`--${option} takes whole numbers, not "${text}"`);
  return value;
}
