/**
 * Decides when to pull, for public and private rows alike. Only one of all tabs pulls: the visible one that holds the
 * lock. A hidden tab releases the lock, so that a frozen tab never holds it.
 */
import { anySignal } from '@/lib/abort';
import { pause } from '@/lib/idle';
import { withLock } from '@/lib/locks';
import { type PullFault, pullFault } from './pull-fault';
import { Turns } from './turns';

/** Milliseconds that the first round of a visit waits for hints: asked before they come, it would be asked again. */
const JOIN_PATIENCE = 2_000;
/** Milliseconds after the beginning of a visit within which its first round is expected. */
const BEGINS_WITHIN = 3_000;

/** The number of failed attempts that a full disk counts as: it waits half a minute, then ever longer. */
const ROOM_RETRIES = 5;

export interface PullPlan<N extends string> {
  /** In the order of pulling. */
  names: readonly N[];
  /** The Web Lock that one tab holds. */
  lock: string;
  /** Milliseconds between rounds of a visible page when nothing else happens. */
  every: number;
  /** The storage failed: nothing more is pulled into this replica. */
  onStorageFault: (error: unknown) => void;
}

export interface RoundReason {
  isPersonAsking: boolean;
  /** The round of a new visit or of the timer, which may wait for the other puller's. */
  isUnhurried: boolean;
}

/** `round`: the result of `begin`. The work of an attempt throws RestFailure, and errors of the storage. */
export type Attempt<N> = (name: N, work: () => Promise<void>) => Promise<'ok' | 'failed' | 'over'>;

export abstract class Puller<N extends string, Round> {
  protected readonly turns: Turns<N>;
  private waiting: (() => void)[] = [];
  private wake = new AbortController();
  private visit: AbortController | null = null;
  /** Visits run one after another. */
  private visits: Promise<void> = Promise.resolve();
  private isPersonAsking = false;
  private isUnhurried = false;
  private tickedAt = 0;
  private visitedAt = Number.NEGATIVE_INFINITY;
  /** The first round of this visit has begun. */
  private hasBegun = false;
  private join = new AbortController();
  /** The connection carries hints. */
  protected isHearing = false;
  holding = false;

  constructor(private readonly plan: PullPlan<N>) {
    this.turns = new Turns(plan.names, plan.every);
  }

  /**
   * Called when this tab gets the lock: listens to hints until `signal` aborts. Returns a function that stops
   * listening.
   */
  protected abstract heedHints(signal: AbortSignal): () => void;
  /**
   * Creates the state that the pulls of a round share; null when that is impossible now, which counts as a failure of
   * all.
   */
  protected abstract begin(
    due: readonly N[],
    reason: RoundReason,
    signal: AbortSignal,
  ): Promise<Round | null>;
  protected abstract pullOne(name: N, round: Round, signal: AbortSignal): Promise<void>;
  /**
   * Reports a failure. `fault`: decides whether the collection alone or all due ones are pulled again after a back-off.
   */
  protected abstract failed(name: N, fault: PullFault, error: unknown, round: Round): void;
  /** Called when every due collection was pulled, or failed on its own. */
  protected pulled?(
    names: readonly N[],
    round: Round,
    attempt: Attempt<N>,
    signal: AbortSignal,
  ): Promise<void>;
  /** Called when the round has ended, successful or not. */
  protected abstract end(hasFailed: boolean, signal: AbortSignal): Promise<void>;
  /** Called once per lock, before the first round. */
  protected prepare?(): Promise<void>;
  /** Whether rows came that a round stores without a pull. */
  protected hasRowsToStore?(): boolean;
  /** Called in every round before a collection's turn, due or not. */
  protected beforeTurn?(name: N): Promise<void>;
  /** Whether everything has arrived once: an empty phone does not wait for hints. */
  protected abstract isFilled(): Promise<boolean>;
  /** Milliseconds from this round to the next one. */
  protected period(): number {
    return this.plan.every;
  }
  /** Whether the collection is due by its age. */
  protected async isStale(_name: N): Promise<boolean> {
    return true;
  }

  /** A visible page queues for the lock; a hidden one aborts its work and releases it. */
  setVisible(visible: boolean): void {
    if (visible === (this.visit !== null)) return;
    if (!visible) {
      this.visit?.abort();
      this.visit = null;
      return;
    }
    const visit = new AbortController();
    this.visit = visit;
    this.visitedAt = performance.now();
    this.hasBegun = false;
    this.visits = this.visits
      .then(() => withLock(this.plan.lock, visit.signal, () => this.hold(visit.signal)))
      .then(() => undefined)
      .catch((error: unknown) => {
        if (!visit.signal.aborted) this.plan.onStorageFault(error);
      });
  }

  /** Whether a round of a new visit or of the timer begins within `milliseconds`. */
  isRoundNear(milliseconds: number): boolean {
    const now = performance.now();
    if (!this.visit) return false;
    if (!this.hasBegun) return now - this.visitedAt < BEGINS_WITHIN;
    return this.holding && this.tickedAt + this.period() - now < milliseconds;
  }

  /**
   * Resolves when a round that began after this call has ended. While another tab may hold the lock it resolves after
   * `patience` milliseconds: that tab's rows arrive here without help.
   */
  async pull({ patience = 0, isPersonAsking = false } = {}): Promise<void> {
    this.ask();
    if (!this.holding && patience === 0) return;
    this.isPersonAsking ||= isPersonAsking;
    const over = new Promise<void>((resolve) => this.waiting.push(resolve));
    await (this.holding ? over : Promise.race([over, pause(patience)]));
  }

  /** Pulls everything soon, skipping back-offs. */
  ask(): void {
    this.turns.ask();
    this.wake.abort();
  }

  async stop(): Promise<void> {
    this.setVisible(false);
    await this.visits;
  }

  protected hint(names: readonly N[]): void {
    if (this.turns.hint(names)) this.wake.abort();
  }

  /** Runs a round soon, whether or not a collection is due. */
  protected wakeUp(): void {
    this.wake.abort();
  }

  /** The connection carries hints. Returns whether the first round of this visit is still to come. */
  protected joined(): boolean {
    this.isHearing = true;
    this.join.abort();
    return !this.hasBegun;
  }

  /** The connection carries no hints any more. */
  protected parted(): void {
    if (this.isHearing) this.wakeUp();
    this.isHearing = false;
  }

  private async hold(signal: AbortSignal): Promise<void> {
    this.holding = true;
    this.tickedAt = performance.now();
    this.isUnhurried = true;
    this.isHearing = false;
    this.join = new AbortController();
    this.wake = new AbortController();
    const awaited = anySignal([signal, this.join.signal, this.wake.signal]);
    this.turns.ask();
    const stopHints = this.heedHints(signal);
    try {
      await this.prepare?.();
      if (this.waiting.length === 0 && (await this.isFilled())) await pause(JOIN_PATIENCE, awaited);
      while (!signal.aborted) {
        await this.round(signal);
        if (!signal.aborted) await this.rest(signal);
      }
    } finally {
      this.holding = false;
      stopHints();
      for (const resolve of this.waiting.splice(0)) resolve();
    }
  }

  private async rest(signal: AbortSignal): Promise<void> {
    this.wake = new AbortController();
    const tick = this.tickedAt + this.period() - performance.now();
    // A person who asked during a failing round is waiting, or rows came during it: run one more round at once.
    const isHurried = this.waiting.length > 0 || this.hasRowsToStore?.() === true;
    const wait = isHurried ? 0 : Math.min(this.turns.wait(), tick);
    if (wait > 0) await pause(wait, anySignal([signal, this.wake.signal]));
    const isOver = wait === tick && !this.wake.signal.aborted;
    if (!isOver && performance.now() - this.tickedAt < this.period()) return;
    this.tickedAt = performance.now();
    this.isUnhurried = this.turns.areOver;
    for (const name of this.plan.names) if (await this.isStale(name)) this.turns.ask([name]);
  }

  private async round(signal: AbortSignal): Promise<void> {
    const { turns, isPersonAsking, isUnhurried } = this;
    const served = this.waiting.splice(0);
    this.isPersonAsking = false;
    this.isUnhurried = false;
    this.hasBegun = true;
    turns.beginRound();
    let hasFailed = false;
    try {
      const reason = { isPersonAsking, isUnhurried: isUnhurried && served.length === 0 };
      const round = await this.begin(turns.allDue(), reason, signal);
      if (round === null) return turns.failed(turns.allDue());
      const attempt: Attempt<N> = async (name, work) => {
        try {
          await work();
          return 'ok';
        } catch (error) {
          hasFailed = true;
          const fault = pullFault(error);
          if (fault === 'aborted') return 'over';
          this.failed(name, fault, error, round);
          const isAlone = fault === 'own';
          turns.failed(isAlone ? [name] : [name, ...turns.allDue()], fault === 'full' ? ROOM_RETRIES : 1);
          return isAlone ? 'failed' : 'over';
        }
      };
      const pulled: N[] = [];
      for (const name of this.plan.names) {
        if ((await attempt(name, async () => this.beforeTurn?.(name))) === 'over') return;
        if (!turns.take(name)) continue;
        const outcome = await attempt(name, () => this.pullOne(name, round, signal));
        if (outcome === 'over') return;
        if (outcome !== 'ok') continue;
        turns.succeeded(name);
        pulled.push(name);
      }
      await this.pulled?.(pulled, round, attempt, signal);
    } finally {
      await this.end(hasFailed, signal);
      for (const resolve of served) resolve();
    }
  }
}
