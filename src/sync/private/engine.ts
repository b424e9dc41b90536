/**
 * The private half of the engine: one person's replica, open while that person is signed in, and updated while a page
 * is visible. The token comes from the page by message and is never stored here.
 */

import { noRows, readPrivateRows } from '@/db/memory/private-rows';
import type { PrivateRows } from '@/db/memory/private-store';
import { PRIVATE_COLLECTIONS, type PrivateName } from '@/db/rows/collections';
import { openPrivateReplica, type PrivateReplica } from '@/db/storage/replica';
import { anySignal } from '@/lib/abort';
import { backoff } from '@/lib/backoff';
import { pause } from '@/lib/idle';
import { logger } from '@/lib/logger';
import { removePrivateStorage } from '@/lib/private-storage';
import type { CallProcedure, ChangesRequest } from '../pull/changes';
import type { PageSize } from '../pull/page-size';
import type { Interests } from '../search/order-of-use';
import { type PrivateUser, privatePageSize } from './pull';
import {
  PRIVATE_STALE_AFTER,
  PrivatePuller,
  type SubscribeToPrivateHints,
  subscribeToPrivateHints,
} from './puller';

const REOPENING = { first: 2_000, longest: PRIVATE_STALE_AFTER, growth: 4 };
/** Waits before the next token is asked for, after newer and newer ones were refused. */
const REFUSED = { first: 30_000, longest: PRIVATE_STALE_AFTER };
/** Milliseconds within which a person's database opens. */
const OPENS_WITHIN = 3_000;
/** Milliseconds: a token with less time left could expire during the request. */
const TOKEN_LEFT = 15_000;

export interface PrivateEngineParts {
  openReplica?: (userId: string) => Promise<PrivateReplica>;
  subscribe?: SubscribeToPrivateHints;
  call?: CallProcedure;
  /** Shared with the pulls of public rows. */
  changes: ChangesRequest;
  /** Whether a round for public rows begins within that many milliseconds. */
  isPublicRoundNear?: (milliseconds: number) => boolean;
}

export interface PrivateListener {
  onRows(rows: PrivateRows): void;
  /** The token expired or was refused. */
  onTokenWanted(userId: string, rejected: string | null): void;
  /** The disk is full: pulling pauses, reading continues. */
  onFull(error: unknown): void;
}

export class PrivateEngine {
  private user: PrivateUser | null = null;
  private rejected: string | null = null;
  /** The tokens in a row that the server refused. */
  private refusals = 0;
  private asksAgainAt = Number.NEGATIVE_INFINITY;
  private life: { userId: string; over: AbortController; done: Promise<void> } | null = null;
  /** The rows that the listener was last given, and the number of the reading that found them. */
  private told: PrivateRows | null = null;
  private toldBy = 0;
  private readings = 0;
  /** A round has succeeded since the database was opened. */
  private sound = false;
  private visible = false;
  /** Ends the wait before the database is opened again. */
  private reopening = new AbortController();
  private puller: PrivatePuller | null = null;
  private readonly pageSizes = Object.fromEntries(
    PRIVATE_COLLECTIONS.map((name) => [name, privatePageSize()]),
  ) as Record<PrivateName, PageSize>;
  private openedAt = Number.NEGATIVE_INFINITY;
  private turn: Promise<void> = Promise.resolve();
  private waiting: (() => void)[] = [];

  constructor(
    private readonly listener: PrivateListener,
    private readonly parts: PrivateEngineParts,
  ) {}

  /** Ids of the teachers that the person has saved, and of the styles of the person's profile. */
  get interests(): Pick<Interests, 'saved' | 'styles'> {
    const { marks = [], profile = null } = this.told ?? {};
    const saved = marks.flatMap(({ kind, person_id }) => (kind === 'favourite' ? [person_id] : []));
    return { saved, styles: profile?.style_ids ?? [] };
  }

  /** Whether a round of a new visit or of the timer begins within `milliseconds`. */
  isRoundNear(milliseconds: number): boolean {
    if (!this.user || !this.visible) return false;
    return this.puller?.isRoundNear(milliseconds) ?? performance.now() - this.openedAt < OPENS_WITHIN;
  }

  /**
   * Sets the signed-in person, perhaps with a new token; null for a visitor. Resolves once a former person's database
   * is closed.
   */
  setUser(user: PrivateUser | null): Promise<void> {
    const renewed = user !== null && user.accessToken !== this.user?.accessToken;
    this.user = user;
    const former = this.life && this.life.userId !== user?.userId ? this.life : null;
    if (former) {
      former.over.abort();
      this.life = null;
      this.told = null;
      this.forgive();
    }
    const gone = former?.done ?? (user ? Promise.resolve() : this.turn);
    if (user && !this.life) this.begin(user.userId);
    else if (user && renewed) {
      this.reopening.abort();
      this.puller?.renew(user.accessToken);
    }
    return gone;
  }

  setVisible(visible: boolean): void {
    if (visible === this.visible) return;
    this.visible = visible;
    if (visible) {
      this.reopening.abort();
      this.asksAgainAt = Number.NEGATIVE_INFINITY;
    }
    this.puller?.setVisible(visible);
  }

  /** Resolves when a round that began after this call has ended, or after `patience` milliseconds when none runs. */
  async pull(patience = 0): Promise<void> {
    this.reopening.abort();
    if (this.puller) return this.puller.pull({ patience });
    if (patience === 0) return;
    // The replica is being opened: wait for its first round.
    await Promise.race([new Promise<void>((resolve) => this.waiting.push(resolve)), pause(patience)]);
  }

  stop(): Promise<void> {
    return this.setUser(null);
  }

  /** Sessions run one after another: a database is closed before the next is opened. */
  private begin(userId: string): void {
    const over = new AbortController();
    this.openedAt = performance.now();
    const done = this.turn
      .then(() => this.live(userId, over.signal))
      .catch((error: unknown) => {
        logger.warn('Own rows failed', error);
      });
    this.life = { userId, over, done };
    // The next session waits for this one to end, not only for this call to return.
    this.turn = done;
  }

  private async live(userId: string, over: AbortSignal): Promise<void> {
    for (let faults = 0; !over.aborted; faults++) {
      this.sound = false;
      try {
        await removePrivateStorage({ keep: userId }).catch((error: unknown) =>
          logger.warn('Another person’s rows were not deleted', error),
        );
        const replica = await (this.parts.openReplica ?? openPrivateReplica)(userId);
        try {
          await this.serve(userId, replica, over);
        } finally {
          await replica.close();
        }
      } catch (error) {
        if (over.aborted) return;
        logger.warn('No storage of own rows', error);
        // Rows that are already on the screen stay there.
        const told = this.told?.userId === userId ? this.told : noRows(userId);
        this.listener.onRows({ ...told, failed: true, failing: [...PRIVATE_COLLECTIONS] });
        if (this.sound) faults = 0;
        this.reopening = new AbortController();
        await pause(backoff(REOPENING, faults), anySignal([over, this.reopening.signal]));
      }
    }
  }

  /** Publishes and updates one open replica until `over` aborts. Throws errors of a broken storage. */
  private async serve(userId: string, replica: PrivateReplica, over: AbortSignal): Promise<void> {
    let fail: (error: unknown) => void = () => undefined;
    const ended = new Promise<void>((resolve, reject) => {
      fail = reject;
      over.addEventListener('abort', () => resolve(), { once: true });
    });
    ended.catch(() => undefined);
    const isHere = () => this.user?.userId === userId;
    const puller = new PrivatePuller({
      replica,
      call: this.parts.call,
      changes: this.parts.changes,
      isPublicRoundNear: this.parts.isPublicRoundNear ?? (() => false),
      subscribe: this.parts.subscribe ?? subscribeToPrivateHints,
      pageSizes: this.pageSizes,
      user: () => (isHere() ? this.user : null),
      withToken: () => this.withToken(userId),
      onRefused: (user) => this.refused(user),
      onFull: (error) => this.listener.onFull(error),
      onStorageFault: (error) => fail(error),
      tell: async (failing, signal) => {
        await this.tell(userId, replica, failing, signal);
      },
      onSound: () => {
        this.sound = true;
        this.forgive();
      },
    });
    const tellChange = () =>
      this.tell(userId, replica, puller.failing, over).catch((error: unknown) => {
        if (!over.aborted) logger.info('Own rows not read', error);
      });
    const stops = PRIVATE_COLLECTIONS.map((name) => replica[name].onChange(() => void tellChange()));
    try {
      await tellChange();
      if (over.aborted) return;
      this.puller = puller;
      for (const resolve of this.waiting.splice(0))
        void puller.pull({ patience: PRIVATE_STALE_AFTER }).then(resolve);
      puller.setVisible(this.visible);
      await ended;
    } finally {
      this.puller = null;
      await puller.stop();
      for (const stop of stops) stop();
    }
  }

  /** The person with a valid token, or null after asking the page for one. */
  private withToken(userId: string): PrivateUser | null {
    const { user } = this;
    if (user?.userId !== userId) return null;
    const spent = user.accessToken === this.rejected;
    if (!spent && user.expiresAt - Date.now() > TOKEN_LEFT) return user;
    if (!spent) this.listener.onTokenWanted(userId, null);
    else if (performance.now() >= this.asksAgainAt) this.listener.onTokenWanted(userId, user.accessToken);
    return null;
  }

  /**
   * A refused token is replaced at once: it may be of an hour ago. A server that refuses the new one too will refuse
   * the next, and asking on without a pause would keep it and the phone busy for nothing.
   */
  private refused({ userId, accessToken }: PrivateUser): void {
    if (accessToken === this.rejected) return;
    this.rejected = accessToken;
    this.refusals += 1;
    if (this.refusals > 1) {
      this.asksAgainAt = performance.now() + backoff(REFUSED, this.refusals - 2);
      logger.warn('Own rows: the server refuses new tokens too');
    } else this.listener.onTokenWanted(userId, accessToken);
  }

  private forgive(): void {
    this.refusals = 0;
    this.asksAgainAt = Number.NEGATIVE_INFINITY;
  }

  private async tell(
    userId: string,
    replica: PrivateReplica,
    failing: PrivateName[],
    over: AbortSignal,
  ): Promise<void> {
    const reading = ++this.readings;
    const rows = await readPrivateRows(userId, replica, failing);
    // A reading that began earlier may end later, and would bring back what was before.
    if (over.aborted || reading < this.toldBy) return;
    this.toldBy = reading;
    this.told = rows;
    this.listener.onRows(rows);
  }
}
