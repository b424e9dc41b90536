/**
 * Decides when to pull. Of all tabs one pulls: the visible one that holds the lock; a hidden one lets go of it, so that
 * a frozen tab never has it.
 */

import { COLLECTIONS, type CollectionName } from '@/db/collections';
import type { Replica } from '@/db/replica';
import { countUnread } from '@/db/unread';
import { backoff } from '@/lib/backoff';
import { pause } from '@/lib/idle';
import { withLock } from '@/lib/locks';
import { logger } from '@/lib/logger';
import { RestFailure } from '@/lib/rest';
import { askAhead } from './ask-ahead';
import { heedHints } from './heed-hints';
import { HintPace } from './hint-pace';
import type { SubscribeToHints } from './hints';
import type { PullReason } from './messages';
import { PageSize, PULL_PAGE } from './page-size';
import { type FetchPage, type PullOptions, pullCollection } from './pull';
import { pullFault } from './pull-fault';
import type { RecordKeeper } from './record-keeper';
import type { CollectionStatus } from './status';

export const PULL_LOCK = 'danceflix-pull';
/** Milliseconds between pulls of a visible page that hears no hints. */
export const PULL_EVERY = 5 * 60_000;
/** Cities and styles count as stale after a day (specification 000 §9). */
export const NAMES_STALE_AFTER = 24 * 60 * 60_000;
const RETRY = { first: 2_000, longest: PULL_EVERY, jitter: [0.5, 1] } as const;
/** As if so many attempts had failed before: half a minute, then ever longer. */
export const ROOM_RETRIES = 5;

export interface PullerOptions {
  replica: Replica;
  keeper: RecordKeeper;
  fetchPage: FetchPage;
  subscribeToHints: SubscribeToHints;
  onStatus: (name: CollectionName, status: CollectionStatus) => void;
  /** A round of pulls is over, well or not. */
  onRound: () => void;
  /** The disk is full: pulling rests, reading goes on. */
  onFull: (error: unknown) => void;
  /** The storage failed: this session is over. */
  onStorageFault: (error: unknown) => void;
  pace: () => Promise<void>;
}

export class Puller {
  private wanted = new Set<CollectionName>();
  /** Those that a hint asked for, and how soon the next one is heeded. */
  private readonly hinted = new Set<CollectionName>();
  private readonly paces = new Map(COLLECTIONS.map((name) => [name, new HintPace()]));
  private waiting: (() => void)[] = [];
  private wake: (() => void) | null = null;
  private visit: AbortController | null = null;
  private turn: Promise<void> = Promise.resolve();
  private failures = 0;
  /** Those whose last pull failed, and when they are tried again, by a clock that never jumps. */
  private readonly failing = new Set<CollectionName>();
  private retryAt = 0;
  private isPersonAsking = false;
  private rereadNow = false;
  private duePulledAt = 0;
  private readonly pageSizes: Record<CollectionName, PageSize> = {
    cities: new PageSize(PULL_PAGE),
    dance_styles: new PageSize(PULL_PAGE),
    teachers: new PageSize(),
    content: new PageSize(PULL_PAGE),
  };
  holding = false;

  constructor(private readonly options: PullerOptions) {}

  /** A visible page queues for the lock; a hidden one stops what it does and gives it up. */
  setVisible(visible: boolean): void {
    if (visible === (this.visit !== null)) return;
    if (!visible) {
      this.visit?.abort();
      this.visit = null;
      return;
    }
    const visit = new AbortController();
    this.visit = visit;
    this.want('visible');
    this.turn = this.turn
      .then(() => withLock(PULL_LOCK, visit.signal, () => this.hold(visit.signal)))
      .then(() => undefined)
      .catch((error: unknown) => {
        if (!visit.signal.aborted) this.options.onStorageFault(error);
      });
  }

  /** Resolves when the round that serves it is over, or when there will be none. */
  pull(reason: PullReason, names?: CollectionName[]): Promise<void> {
    if (!this.holding) return Promise.resolve();
    const over = new Promise<void>((resolve) => this.waiting.push(resolve));
    this.want(reason, names);
    return over;
  }

  async stop(): Promise<void> {
    this.setVisible(false);
    await this.turn;
  }

  private want(reason: PullReason, names: readonly CollectionName[] = COLLECTIONS): void {
    for (const name of names) this.wanted.add(name);
    // A person who asks, or a network that is back, does not wait for the back-off; a hint does, of what has failed.
    if (reason !== 'hint') this.retryAt = 0;
    this.isPersonAsking ||= reason === 'manual';
    if (reason !== 'hint' || names.some((name) => !this.failing.has(name))) this.wake?.();
  }

  private async hold(signal: AbortSignal): Promise<void> {
    this.holding = true;
    const stopHints = heedHints(this.options.subscribeToHints, signal, {
      pace: (name) => this.paces.get(name)?.wait(performance.now(), Math.random()) ?? 0,
      hinted: (name) => {
        this.hinted.add(name);
        this.want('hint', [name]);
      },
      connected: () => this.want('reconnect'),
    });
    try {
      await this.options.keeper.catchUp();
      while (!signal.aborted) {
        await this.round(signal);
        if (signal.aborted) break;
        const now = performance.now();
        const delay = this.failing.size > 0 ? Math.max(0, this.retryAt - now) : PULL_EVERY;
        // Whoever asked during a round that failed looks at a spinner: one more round is theirs.
        const idle = [...this.wanted].every((name) => this.failing.has(name));
        if (idle && this.waiting.length === 0) await this.sleep(delay, signal);
        if (this.wanted.size === 0 || performance.now() - this.duePulledAt >= PULL_EVERY)
          await this.wantDue();
      }
    } finally {
      this.holding = false;
      stopHints();
      this.release();
    }
  }

  private async round(signal: AbortSignal): Promise<void> {
    const { pageSizes } = this;
    const { keeper, replica } = this.options;
    const served = this.waiting.splice(0);
    this.rereadNow = this.isPersonAsking;
    this.isPersonAsking = false;
    const isResting = served.length === 0 && performance.now() < this.retryAt;
    let failed = false;
    try {
      const isDue = (name: CollectionName) => this.wanted.has(name) && !(isResting && this.failing.has(name));
      const fetchPage = await askAhead(COLLECTIONS.filter(isDue), { ...this.options, pageSizes }, signal);
      for (const name of COLLECTIONS) {
        // Search is served first; content may take its time, or fail.
        if (name === 'content') await keeper.save();
        if (!isDue(name)) continue;
        // Taken off first: who asks again meanwhile is served by the next round.
        this.wanted.delete(name);
        try {
          await this.pullOne(name, replica, fetchPage, signal);
          this.failing.delete(name);
        } catch (error) {
          this.wanted.add(name);
          this.failing.add(name);
          failed = true;
          // One that fails by itself does not hold up the others.
          if (pullFault(error) !== 'own') throw error;
          // An unreachable server is everyday life; one that refuses is worth a look (specification 000 §8).
          const isEveryday = error instanceof RestFailure && error.unreachable;
          logger[isEveryday ? 'info' : 'error'](`Pulling ${name} failed`, error);
        }
      }
    } catch (error) {
      failed = true;
      const fault = pullFault(error);
      if (fault === 'aborted') return;
      for (const name of this.wanted) this.failing.add(name);
      if (fault === 'full') {
        // What is stored stays readable; room may be made at any time, but not within seconds.
        this.failures = Math.max(this.failures, ROOM_RETRIES - 1);
        this.options.onFull(error);
      } else logger.info('Server not reached', error);
    } finally {
      if (!signal.aborted) {
        if (failed) this.failures += 1;
        else if (this.failing.size === 0) this.failures = 0;
        if (failed) this.retryAt = performance.now() + backoff(RETRY, this.failures - 1);
        if (failed && !keeper.usable) await keeper.publish();
      }
      for (const resolve of served) resolve();
      this.options.onRound();
    }
  }

  private async pullOne(
    name: CollectionName,
    replica: Replica,
    fetchPage: FetchPage,
    signal: AbortSignal,
  ): Promise<void> {
    const { onStatus, pace } = this.options;
    const before = await replica[name].state();
    const status: CollectionStatus = {
      state: 'syncing',
      received: 0,
      total: null,
      pulledAt: before?.pulledAt ?? null,
      unread: countUnread(before?.unread),
      epoch: before?.epoch ?? null,
    };
    onStatus(name, { ...status });
    const options = {
      fetchPage,
      pageSize: this.pageSizes[name],
      signal,
      pace,
      rereadNow: this.rereadNow,
      onProgress: (received: number, total: number | null) => {
        status.received = received;
        status.total = total;
        onStatus(name, { ...status });
      },
    };
    const settle = (state: CollectionStatus['state'], pulledAt = status.pulledAt) =>
      onStatus(name, { ...status, state, pulledAt });
    const isHinted = this.hinted.delete(name);
    try {
      // The switch keeps each collection together with the type of its rows.
      if (name === 'teachers') await this.pullTeachers(replica, options, before?.usable === true);
      else if (name === 'content') {
        await pullCollection<'content'>(replica.content, options);
      } else await pullCollection<typeof name>(replica[name], options);
      const after = await replica[name].state();
      status.unread = countUnread(after?.unread);
      status.epoch = after?.epoch ?? null;
      settle('ready', Date.now());
      if (isHinted || status.received > 0)
        this.paces.get(name)?.ended(performance.now(), status.received > 0);
    } catch (error) {
      const hidden = error instanceof RestFailure && error.kind === 'aborted';
      settle(hidden ? (before?.usable ? 'ready' : 'never') : 'failed');
      throw error;
    }
  }

  private async pullTeachers(
    { teachers }: Replica,
    options: PullOptions<'teachers'>,
    wasUsable: boolean,
  ): Promise<void> {
    const { keeper } = this.options;
    // A pull that brings little is stored before anybody could look.
    if (wasUsable) {
      await pullCollection<'teachers'>(teachers, options);
      return;
    }
    let isStored = false;
    try {
      await pullCollection<'teachers'>(teachers, {
        ...options,
        onArrival: (rows, state) => keeper.arrive(rows, state),
      });
      isStored = true;
    } finally {
      await keeper.endArrival(isStored);
    }
  }

  private async wantDue(): Promise<void> {
    this.duePulledAt = performance.now();
    this.wanted.add('teachers').add('content');
    for (const name of ['cities', 'dance_styles'] as const) {
      const pulledAt = (await this.options.replica[name].state())?.pulledAt ?? 0;
      // Also when it lies in the future: the clock was put back.
      if (Math.abs(Date.now() - pulledAt) >= NAMES_STALE_AFTER) this.wanted.add(name);
    }
  }

  private async sleep(ms: number, signal: AbortSignal): Promise<void> {
    const awake = new AbortController();
    const stop = () => awake.abort();
    this.wake = stop;
    signal.addEventListener('abort', stop, { once: true });
    await pause(ms, awake.signal);
    signal.removeEventListener('abort', stop);
    this.wake = null;
  }

  private release(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
