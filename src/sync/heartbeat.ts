/**
 * Finds out whether a worker still lives. One that is killed for its memory, or hangs, says nothing: no event tells the
 * page, and a screen that waits for its answer would wait for ever.
 */

/** Milliseconds in which a living worker answers, however much it has to do. */
export const SILENCE = 10_000;
/** A timer so much too late means that the page slept, and the worker with it. */
const SLEPT = 1_000;

export class Heartbeat {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private due = 0;
  private answered = false;

  constructor(
    private readonly ping: () => void,
    /** Whether to go on asking after an answer. */
    private readonly isWaited: () => boolean,
    private readonly dead: () => void,
  ) {}

  /** Asks now, and judges after SILENCE. */
  check(): void {
    this.stop();
    this.answered = false;
    this.due = performance.now() + SILENCE;
    this.timer = setTimeout(() => this.judge(), SILENCE);
    this.ping();
  }

  /** As `check`, unless an answer is being waited for already. */
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
