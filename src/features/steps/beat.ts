/**
 * The times of counts and drum strokes, by the audio clock. Strokes are handed to the audio system a little ahead, so that
 * a busy page does not make them late; each is handed over once, and one whose time has passed is left out.
 */

/** Strokes: the count one, the five, other counts; the zabumba's muted and open low strokes, and its stick. */
export type StrokeKind = 'one' | 'five' | 'count' | 'muted' | 'open' | 'stick';

export interface Stroke {
  kind: StrokeKind;
  /** Seconds by the audio clock. */
  at: number;
}

export const PACE = { least: 40, most: 240 } as const;
export const COUNTS = 8;

export type Rhythm = 'counts' | 'zabumba';

/** Sixteenths in a count. */
const PARTS = 4;

/**
 * Baião, two counts long: the first low stroke is muted, the second (three sixteenths later) rings; the stick answers on
 * the eighths.
 */
const ZABUMBA: Readonly<Record<number, StrokeKind>> = {
  0: 'muted',
  2: 'stick',
  3: 'open',
  4: 'stick',
  6: 'stick',
};

/** The strokes on one sixteenth; `index` counts from the start. */
export function strokesAt(index: number, rhythm: Rhythm): StrokeKind[] {
  const count = Math.floor(index / PARTS) % COUNTS;
  if (rhythm === 'counts') {
    if (index % PARTS !== 0) return [];
    return [count === 0 ? 'one' : count === 4 ? 'five' : 'count'];
  }
  const stroke = ZABUMBA[index % (PARTS * 2)];
  const first = index % (PARTS * COUNTS) === 0;
  return [...(first ? (['one'] as const) : []), ...(stroke ? [stroke] : [])];
}

export class Beat {
  /** A sixteenth and its time, from which the others follow. */
  private base: { index: number; at: number };
  private next: number;

  /** `start`: of the first count, in seconds by the audio clock. `pace`: counts a minute. */
  constructor(
    start: number,
    private pace: number,
  ) {
    this.base = { index: 0, at: start };
    this.next = 0;
  }

  private get part(): number {
    return 60 / this.pace / PARTS;
  }

  private timeOf(index: number): number {
    return this.base.at + (index - this.base.index) * this.part;
  }

  /** From the next sixteenth that was not handed over: what was keeps its time, so that nothing jumps. */
  setPace(pace: number): void {
    this.base = { index: this.next, at: this.timeOf(this.next) };
    this.pace = pace;
  }

  /** The strokes between now and `ahead` seconds later that were not handed over yet. */
  strokes(now: number, ahead: number, rhythm: Rhythm): Stroke[] {
    const strokes: Stroke[] = [];
    for (let at = this.timeOf(this.next); at < now + ahead; at = this.timeOf(this.next)) {
      if (at >= now) strokes.push(...strokesAt(this.next, rhythm).map((kind) => ({ kind, at })));
      this.next += 1;
    }
    return strokes;
  }

  /** The count that is being heard, from 1; null before the first. */
  countAt(now: number): number | null {
    const index = this.base.index + (now - this.base.at) / this.part;
    return index < 0 ? null : (Math.floor(index / PARTS) % COUNTS) + 1;
  }
}
