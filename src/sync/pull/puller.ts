/**
 * Decides when to pull, for public and private rows alike. Only one of all tabs pulls: the visible one that holds the
 * lock. A hidden tab releases the lock, so that a frozen tab never holds it.
 */
import { anySignal } from '@/lib/abort';
import { pause } from '@/lib/idle';
import { withLock } from '@/lib/locks';
import { type PullFault, pullFault } from './pull-fault';
import { Turns } from './turns';

/** The number of failed attempts that a full disk counts as: it waits half a minute, then ever longer. */
const ROOM_RETRIES = 5;

export interface PullPlan<N extends string> {
  /** In the order of pulling. */
  names: readonly N[];
  /** The Web Lock that one tab holds. */
  lock: string;
  /** Milliseconds between rounds of a visible page that gets no hints. */
  every: number;
  /** The storage failed: nothing more is pulled into this replica. */
  onStorageFault: (error: unknown) => void;
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
  private tickedAt = 0;
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
    isPersonAsking: boolean,
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
  /** Called in every round before a collection's turn, due or not. */
  protected beforeTurn?(name: N): Promise<void>;
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
    this.visits = this.visits
      .then(() => withLock(this.plan.lock, visit.signal, () => this.hold(visit.signal)))
      .then(() => undefined)
      .catch((error: unknown) => {
        if (!visit.signal.aborted) this.plan.onStorageFault(error);
      });
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

  private async hold(signal: AbortSignal): Promise<void> {
    this.holding = true;
    this.tickedAt = performance.now();
    this.turns.ask();
    const stopHints = this.heedHints(signal);
    try {
      await this.prepare?.();
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
    // A person who asked during a failing round is waiting: run one more round at once.
    const wait = this.waiting.length > 0 ? 0 : this.turns.wait();
    if (wait > 0) await pause(wait, anySignal([signal, this.wake.signal]));
    const now = performance.now();
    if (!this.turns.areOver && now - this.tickedAt < this.plan.every) return;
    this.tickedAt = now;
    for (const name of this.plan.names) if (await this.isStale(name)) this.turns.ask([name]);
  }

  private async round(signal: AbortSignal): Promise<void> {
    const { turns, isPersonAsking } = this;
    const served = this.waiting.splice(0);
    this.isPersonAsking = false;
    turns.beginRound();
    let hasFailed = false;
    try {
      const round = await this.begin(turns.allDue(), isPersonAsking, signal);
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
