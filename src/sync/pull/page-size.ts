/**
 * The number of rows per page. Each page costs a round trip, so pages grow while they arrive quickly; a page that is
 * too large for its network is lost as a whole, so they shrink again.
 */

/** The first page's size, and that of collections whose rows vary in size. */
export const PULL_PAGE = 500;

/** Rows of a first page of a person's own rows: few enough for a slow network; a fast one grows quickly. */
export const PRIVATE_PAGE = 100;

/** The server's maximum (app.pull). */
const MOST = 2_000;
/** The minimum: on a network with a long round trip, smaller pages only cost more requests. */
const LEAST = 50;
/** Milliseconds within which a page counts as quick. */
const QUICK = 1_000;
const SLOW = 4_000;

export class PageSize {
  /** `most`: the maximum, lower where rows may be large. `size`: of the first page. */
  constructor(
    private readonly most = MOST,
    private size = PULL_PAGE,
  ) {}

  get rows(): number {
    return this.size;
  }

  /** A full page arrived after that many milliseconds. */
  came(took: number): void {
    if (took < QUICK) this.size = Math.min(this.size * 2, this.most);
    else if (took > SLOW && this.size > LEAST) this.size = Math.max(this.size >> 1, LEAST);
  }

  /** No page arrived in time: even a few rows may be too many, if they are large. */
  timedOut(): void {
    this.size = Math.max(this.size >> 2, 1);
  }
}
