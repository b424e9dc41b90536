/**
 * How many rows to ask for at once. Each page costs a way there and back before the next one can be asked for, so pages
 * grow while they come quickly; one that is too large for its line is lost as a whole, so they shrink again.
 */

/** Of the first page, and of collections whose rows are of any size. */
export const PULL_PAGE = 500;

/** What the server gives at most (app.pull). */
const MOST = 2_000;
const LEAST = 50;
/** Milliseconds. */
const QUICK = 1_000;
const SLOW = 4_000;

export class PageSize {
  private size = PULL_PAGE;

  /** `most`: rows that may be large are not asked for by the thousand. */
  constructor(private readonly most = MOST) {}

  get rows(): number {
    return this.size;
  }

  /** A full page came after so many milliseconds. */
  came(took: number): void {
    if (took < QUICK) this.size = Math.min(this.size * 2, this.most);
    else if (took > SLOW) this.size = Math.max(this.size >> 1, LEAST);
  }

  /** None came in time. */
  timedOut(): void {
    this.size = Math.max(this.size >> 2, LEAST);
  }
}
