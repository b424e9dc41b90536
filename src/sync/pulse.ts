/**
 * Finds out whether a worker still lives. One that is killed for its memory, or hangs, says nothing: no event tells
 * the page, and whoever waits for its answer would wait for ever.
 */

/** Milliseconds in which a living worker answers, however much it has to do. */
export const SILENCE = 10_000;
/** A timer so much too late means that the page slept, and the worker with it. */
const SLEPT = 1_000;

export class Pulse {
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
  feel(): void {
    this.rest();
    this.answered = false;
    this.due = performance.now() + SILENCE;
    this.timer = setTimeout(() => this.judge(), SILENCE);
    this.ping();
  }

  /** As `feel`, unless an answer is being waited for already. */
  keep(): void {
    if (this.timer === undefined) this.feel();
  }

  heard(): void {
    this.answered = true;
  }

  rest(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private judge(): void {
    this.timer = undefined;
    if (this.answered) {
      if (this.isWaited()) this.feel();
    } else if (performance.now() - this.due > SLEPT) this.feel();
    else this.dead();
  }
}
