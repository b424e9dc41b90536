/**
 * How many rows to ask for at once. Each page costs a way there and back before the next one can be asked for, so pages
 * grow while they come quickly; one that is too large for its network is lost as a whole, so they shrink again.
 */

/** Of the first page, and of collections whose rows are of any size. */
export const PULL_PAGE = 500;

/** Of a person's own rows: a slow network brings so many in time, a quick one soon brings more. */
export const PRIVATE_PAGE = 100;

/** What the server gives at most (app.pull). */
const MOST = 2_000;
/** A network on which every answer is slow gets no quicker by asking more often. */
const LEAST = 50;
/** Milliseconds. */
const QUICK = 1_000;
const SLOW = 4_000;

export class PageSize {
  /** `most`: rows that may be large are not asked for by the thousand. `size`: of the first page. */
  constructor(
    private readonly most = MOST,
    private size = PULL_PAGE,
  ) {}

  get rows(): number {
    return this.size;
  }

  /** A full page came after so many milliseconds. */
  came(took: number): void {
    if (took < QUICK) this.size = Math.min(this.size * 2, this.most);
    else if (took > SLOW && this.size > LEAST) this.size = Math.max(this.size >> 1, LEAST);
  }

  /** None came in time: even a few rows may be too many, if they are large. */
  timedOut(): void {
    this.size = Math.max(this.size >> 2, 1);
  }
}
