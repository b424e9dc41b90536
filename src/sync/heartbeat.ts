/**
 * Detects a worker that no longer runs. A worker that was killed for memory, or hangs, sends no event, and a screen
 * that waits for its response would wait for ever.
 */

/** Milliseconds within which a running worker responds, however busy it is. */
export const SILENCE = 10_000;
/** Milliseconds: a timer that is later than this means that the page slept, and its worker with it. */
const SLEPT = 1_000;

export class Heartbeat {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private due = 0;
  private answered = false;

  constructor(
    private readonly ping: () => void,
    /** Whether to go on checking after a response. */
    private readonly isWaited: () => boolean,
    private readonly dead: () => void,
  ) {}

  /** Checks now, and decides after SILENCE. */
  check(): void {
    this.stop();
    this.answered = false;
    this.due = performance.now() + SILENCE;
    this.timer = setTimeout(() => this.judge(), SILENCE);
    this.ping();
  }

  /** Like `check`, unless a check is already running. */
  ensureChecking(): void {
    if (this.timer === undefined) this.check();
  }

  heard(): void {
    this.answered = true;
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private judge(): void {
    this.timer = undefined;
    if (this.answered) {
      if (this.isWaited()) this.check();
    } else if (performance.now() - this.due > SLEPT) this.check();
    else this.dead();
  }
}
