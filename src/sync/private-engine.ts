/**
 * The private half of the engine: one person's replica, open while that person is signed in, filled while a page is
 * visible. The token comes from the page by message and is never stored here.
 */

import { PRIVATE_COLLECTIONS, type PrivateName } from '@/db/collections';
import { noRows, readPrivateRows } from '@/db/private-rows';
import type { PrivateRows } from '@/db/private-store';
import { openPrivateReplica, type PrivateReplica } from '@/db/replica';
import { anySignal } from '@/lib/abort';
import { backoff } from '@/lib/backoff';
import { pause } from '@/lib/idle';
import { withLock } from '@/lib/locks';
import { logger } from '@/lib/logger';
import { removePrivateStorage } from '@/lib/private-storage';
import { HINT_JITTER } from './hint-pace';
import { compareVisible, isListed } from './private-compare';
import { type SubscribeToPrivateHints, subscribeToPrivateHints } from './private-hints';
import {
  type CallPrivately,
  type PrivateAsking,
  type PrivateUser,
  privatePageSize,
  pullPrivately,
} from './private-pull';
import { pullFault } from './pull-fault';
import { ROOM_RETRIES } from './puller';
import { Turns } from './turns';

const LOCK = 'danceflix-pull-private';
/** Own rows count as stale after five minutes (specification 000 §9). */
export const PRIVATE_STALE_AFTER = 5 * 60_000;
const RETRY = { first: 2_000, longest: PRIVATE_STALE_AFTER, growth: 4 };
/** A token with less than this left would run out on its way. */
const TOKEN_LEFT = 15_000;

export interface PrivateEngineParts {
  openReplica?: (userId: string) => Promise<PrivateReplica>;
  subscribe?: SubscribeToPrivateHints;
  call?: CallPrivately;
}

export interface PrivateListener {
  onRows(rows: PrivateRows): void;
  /** The token ran out or was refused. */
  onTokenWanted(userId: string, rejected: string | null): void;
  /** The disk is full: pulling rests, reading goes on. */
  onFull(error: unknown): void;
}

export class PrivateEngine {
  private user: PrivateUser | null = null;
  private rejected: string | null = null;
  private life: { userId: string; over: AbortController; done: Promise<void> } | null = null;
  /** What the listener has of the person. */
  private told: PrivateRows | null = null;
  /** A round came through since the database was opened. */
  private sound = false;
  private readonly visibility = { now: false, changed: new AbortController() };
  private wake = new AbortController();
  private waiting: (() => void)[] = [];
  private turns = new Turns(PRIVATE_STALE_AFTER);
  /** What the next round pulls beside what is due: all, or all that does not wait after a failure. */
  private wants: 'all' | 'hinted' | null = null;
  /** How many rows at once: a line is as slow for the next person. */
  private readonly pageSizes = new Map(PRIVATE_COLLECTIONS.map((name) => [name, privatePageSize()]));
  private holding = false;
  private onToken: ((token: string) => void) | null = null;
  private turn: Promise<void> = Promise.resolve();

  constructor(
    private readonly listener: PrivateListener,
    private readonly parts: PrivateEngineParts = {},
  ) {}

  /** Who is signed in, with a token that may be new; null for nobody. Resolves when a former person is let go. */
  setUser(user: PrivateUser | null): Promise<void> {
    const renewed = user !== null && user.accessToken !== this.user?.accessToken;
    this.user = user;
    const former = this.life && this.life.userId !== user?.userId ? this.life : null;
    if (former) {
      former.over.abort();
      this.life = null;
      this.told = null;
    }
    const gone = former?.done ?? (user ? Promise.resolve() : this.turn);
    if (user && !this.life) this.begin(user.userId);
    else if (user && renewed) {
      this.onToken?.(user.accessToken);
      this.ask('all');
    }
    return gone;
  }

  setVisible(visible: boolean): void {
    if (visible === this.visibility.now) return;
    this.visibility.now = visible;
    this.visibility.changed.abort();
    this.visibility.changed = new AbortController();
    if (visible) this.ask('all');
  }

  /** Also during a round: what it has pulled by now may be old. */
  private ask(what: 'all' | 'hinted'): void {
    if (this.wants !== 'all') this.wants = what;
    this.wake.abort();
  }

  /** Resolves when a round that began after now is over, or when there will be none: after `patience` milliseconds. */
  async pull(patience = 0): Promise<void> {
    this.ask('all');
    // Another tab may have the lock; what it writes arrives here by itself.
    if (!this.holding && patience === 0) return;
    const over = new Promise<void>((resolve) => this.waiting.push(resolve));
    if (this.holding) await over;
    else await Promise.race([over, pause(patience)]);
  }

  stop(): Promise<void> {
    return this.setUser(null);
  }

  /** One life after the other: a database is closed before anybody opens the next. */
  private begin(userId: string): void {
    const over = new AbortController();
    const done = this.turn
      .then(() => this.live(userId, over.signal))
      .catch((error: unknown) => {
        logger.warn('Private replica', error);
      });
    this.life = { userId, over, done };
    // A life that is running must end before the turn of the next comes, not before this call returns.
    this.turn = done;
  }

  private async live(userId: string, over: AbortSignal): Promise<void> {
    this.turns = new Turns(PRIVATE_STALE_AFTER);
    for (let faults = 0; !over.aborted; faults++) {
      this.sound = false;
      try {
        await removePrivateStorage({ keep: userId }).catch((error: unknown) =>
          logger.warn('Another person’s rows', error),
        );
        const replica = await (this.parts.openReplica ?? openPrivateReplica)(userId);
        try {
          await this.serve(userId, replica, over);
        } finally {
          await replica.close();
        }
      } catch (error) {
        if (over.aborted) return;
        logger.warn('Private storage', error);
        // What is on the screen stays there.
        const told = this.told?.userId === userId ? this.told : noRows(userId);
        this.listener.onRows({ ...told, failed: true, failing: [...PRIVATE_COLLECTIONS] });
        if (this.sound) faults = 0;
        this.wake = new AbortController();
        await pause(backoff(RETRY, faults), anySignal([over, this.wake.signal]));
      }
    }
  }

  private async serve(userId: string, replica: PrivateReplica, over: AbortSignal): Promise<void> {
    const tell = () =>
      this.tell(userId, replica, over).catch((error: unknown) => {
        if (!over.aborted) logger.info('Private rows', error);
      });
    const stop = PRIVATE_COLLECTIONS.map((name) => replica[name].onChange(() => void tell()));
    try {
      await tell();
      while (!over.aborted) {
        const visit = anySignal([over, this.visibility.changed.signal]);
        if (this.visibility.now) await withLock(LOCK, visit, () => this.hold(userId, replica, visit));
        else await pause(PRIVATE_STALE_AFTER, visit);
      }
    } finally {
      for (const end of stop) end();
    }
  }

  /** While this tab has the lock: pulls, and hears hints. */
  private async hold(userId: string, replica: PrivateReplica, visit: AbortSignal): Promise<void> {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    // A new connection ends the back-off, a hint does not.
    const later = (isConnected: boolean) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        this.ask(isConnected ? 'all' : 'hinted');
      }, Math.random() * HINT_JITTER);
      timers.add(timer);
    };
    const user = this.user;
    const hints =
      user?.userId === userId
        ? (this.parts.subscribe ?? subscribeToPrivateHints)(user, {
            onHint: () => later(false),
            onConnected: () => later(true),
          })
        : null;
    this.onToken = (token) => hints?.renew(token);
    const compared = new Set<PrivateName>();
    this.holding = true;
    this.wants = 'all';
    try {
      while (!visit.aborted) {
        this.wake = new AbortController();
        await this.round(userId, replica, visit, compared);
        if (visit.aborted) return;
        await pause(this.turns.wait(), anySignal([visit, this.wake.signal]));
      }
    } finally {
      this.holding = false;
      this.release();
      this.onToken = null;
      hints?.stop();
      for (const timer of timers) clearTimeout(timer);
    }
  }

  /** Pulls what is due, then compares what was not `compared` with the server's lists. */
  private async round(
    userId: string,
    replica: PrivateReplica,
    visit: AbortSignal,
    compared: Set<PrivateName>,
  ): Promise<void> {
    const served = this.waiting.splice(0);
    if (this.wants === 'all') this.turns.all();
    else if (this.wants === 'hinted') this.turns.hinted();
    this.wants = null;
    try {
      const user = this.token(userId);
      if (!user) {
        for (const name of this.turns.due()) this.turns.failed(name);
        return;
      }
      const pulled: PrivateName[] = [];
      for (const name of this.turns.due()) {
        const outcome = await this.attempt(name, user, visit, (asking) =>
          pullPrivately(replica, name, asking),
        );
        if (outcome === 'over') return;
        if (outcome === 'ok') pulled.push(name);
      }
      // Told before: a list may be long, and the line slow.
      if (pulled.length > 0) await this.tell(userId, replica, visit);
      for (const name of pulled) {
        if (compared.has(name) || !isListed(name)) continue;
        const outcome = await this.attempt(name, user, visit, async (asking) => {
          if (await compareVisible(replica, name, asking)) compared.add(name);
        });
        if (outcome === 'over') return;
      }
      this.sound ||= pulled.length > 0;
    } finally {
      if (!visit.aborted) await this.tell(userId, replica, visit);
      for (const resolve of served) resolve();
    }
  }

  /** 'over': whatever else is due would not go well now either. Throws what a broken storage throws. */
  private async attempt(
    name: PrivateName,
    user: PrivateUser,
    signal: AbortSignal,
    work: (asking: PrivateAsking) => Promise<void>,
  ): Promise<'ok' | 'failed' | 'over'> {
    const { call } = this.parts;
    try {
      const pageSize = this.pageSizes.get(name);
      await work({ user, signal, ...(call && { call }), ...(pageSize && { pageSize }) });
      this.turns.succeeded(name);
      return 'ok';
    } catch (error) {
      const fault = pullFault(error);
      if (fault === 'aborted') return 'over';
      logger.info(`Pulling ${name} failed`, error);
      if (fault === 'full') this.listener.onFull(error);
      if (fault === 'token') {
        this.rejected = user.accessToken;
        this.listener.onTokenWanted(user.userId, user.accessToken);
      }
      const ends = fault !== 'own';
      const least = fault === 'full' ? ROOM_RETRIES : 1;
      for (const one of new Set(ends ? [name, ...this.turns.due()] : [name])) this.turns.failed(one, least);
      return ends ? 'over' : 'failed';
    }
  }

  /** The person with a token that will do, or null after asking the page for one. */
  private token(userId: string): PrivateUser | null {
    const { user } = this;
    if (user?.userId !== userId) return null;
    const spent = user.accessToken === this.rejected;
    if (!spent && user.expiresAt - Date.now() > TOKEN_LEFT) return user;
    this.listener.onTokenWanted(userId, spent ? user.accessToken : null);
    return null;
  }

  private async tell(userId: string, replica: PrivateReplica, over: AbortSignal): Promise<void> {
    const rows = await readPrivateRows(userId, replica, this.turns.failing());
    if (over.aborted) return;
    this.told = rows;
    this.listener.onRows(rows);
  }

  private release(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
