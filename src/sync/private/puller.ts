/** Pulls one person's own rows with that person's token, and compares them with the server's list once per lock. */
import { START } from '@/db/rows/checkpoint';
import { PRIVATE_COLLECTIONS, type PrivateName } from '@/db/rows/collections';
import type { PrivateReplica } from '@/db/storage/replica';
import { backoff } from '@/lib/backoff';
import { logger } from '@/lib/logger';
import { heedHints } from '../hints/heed-hints';
import { HINT_JITTER } from '../hints/hint-pace';
import { type HintListener, type Subscription, subscribe } from '../hints/hints';
import {
  type AskedAfter,
  type CallProcedure,
  type Changes,
  type ChangesRequest,
  TOGETHER,
} from '../pull/changes';
import type { PageSize } from '../pull/page-size';
import type { PullFault } from '../pull/pull-fault';
import { type Attempt, Puller, type RoundReason } from '../pull/puller';
import { compareVisible, isListed, isSameDigest } from './compare';
import { type PrivateUser, pullPrivately } from './pull';

/** Own rows count as stale after five minutes (specification 000 §9). */
export const PRIVATE_STALE_AFTER = 5 * 60_000;

/** Milliseconds between rounds of a visible page that gets no hints: rarer while they bring nothing. */
const UNHEARD = { first: 30_000, longest: PRIVATE_STALE_AFTER };

/**
 * Milliseconds until rows that an older transaction keeps back are asked for again. Their hint has come and comes no
 * second time.
 */
const EARLY = { first: 500, longest: 60_000 };

export interface PrivateParts {
  replica: PrivateReplica;
  call?: CallProcedure | undefined;
  changes: ChangesRequest;
  isPublicRoundNear: (milliseconds: number) => boolean;
  subscribe: SubscribeToPrivateHints;
  /** Kept when the person changes: the network is as slow for the next one. */
  pageSizes: Readonly<Record<PrivateName, PageSize>>;
  /** The person, with any token; null when another person is signed in by now. */
  user: () => PrivateUser | null;
  /** The person with a valid token; asks the page for one if there is none. */
  withToken: () => PrivateUser | null;
  onRefused: (user: PrivateUser) => void;
  onFull: (error: unknown) => void;
  onStorageFault: (error: unknown) => void;
  /** Sends the page the present rows. */
  tell: (failing: PrivateName[], signal: AbortSignal) => Promise<void>;
  /** A whole round has succeeded: the storage works. */
  onSound: () => void;
}

interface Round {
  user: PrivateUser;
  changes: Promise<Changes | null>;
}

export class PrivatePuller extends Puller<PrivateName, Round> {
  private hints: Subscription | null = null;
  private readonly compared = new Set<PrivateName>();
  /** Rounds in a row that found rows kept back. */
  private early = 0;
  /** Where the collections stood after the last round, and the rounds in a row that brought nothing. */
  private stand = '';
  private fruitless = 0;

  constructor(private readonly parts: PrivateParts) {
    const { onStorageFault } = parts;
    super({
      names: PRIVATE_COLLECTIONS,
      lock: 'danceflix-pull-private',
      every: PRIVATE_STALE_AFTER,
      onStorageFault,
    });
  }

  get failing(): PrivateName[] {
    return this.turns.failing();
  }

  /** A new token for the person: the connection continues with it, and collections that waited for it are pulled. */
  renew(token: string): void {
    this.hints?.renew(token);
    this.ask();
  }

  protected heedHints(signal: AbortSignal): () => void {
    const user = this.parts.user();
    if (!user) return () => undefined;
    return heedHints<PrivateName>(
      (listener) => {
        const hints = this.parts.subscribe(user, listener);
        this.hints = hints;
        return () => {
          this.hints = null;
          hints.stop();
        };
      },
      signal,
      {
        pace: () => Math.random() * HINT_JITTER,
        // One write often changes rows of several collections.
        hinted: () => this.hint(PRIVATE_COLLECTIONS),
        joined: () => this.joined(),
        lost: () => this.parted(),
        missed: () => this.ask(),
        spread: HINT_JITTER,
      },
    );
  }

  protected override async prepare(): Promise<void> {
    this.compared.clear();
    this.fruitless = 0;
  }

  protected override period(): number {
    return this.isHearing ? PRIVATE_STALE_AFTER : backoff(UNHEARD, this.fruitless);
  }

  protected override parted(): void {
    if (this.isHearing) this.fruitless = 0;
    super.parted();
  }

  protected async isFilled(): Promise<boolean> {
    const states = await Promise.all(PRIVATE_COLLECTIONS.map((name) => this.parts.replica[name].state()));
    return states.every((state) => state?.complete);
  }

  protected async begin(
    due: readonly PrivateName[],
    { isUnhurried }: RoundReason,
    signal: AbortSignal,
  ): Promise<Round | null> {
    const { changes, replica, withToken, isPublicRoundNear } = this.parts;
    const user = withToken();
    if (!user) return null;
    const asked = new Map<PrivateName, AskedAfter>();
    for (const name of due) {
      const state = await replica[name].state();
      const size = this.parts.pageSizes[name].rows;
      if (state?.complete) asked.set(name, { checkpoint: state.checkpoint ?? START, size });
    }
    const lists = [...asked.keys()].filter((name) => isListed(name) && !this.compared.has(name));
    const isPublicNear = isUnhurried && isPublicRoundNear(TOGETHER);
    return { user, changes: changes.ask({ after: asked, lists, user, signal }, isPublicNear) };
  }

  protected pullOne(name: PrivateName, { user, changes }: Round, signal: AbortSignal): Promise<void> {
    return pullPrivately(this.parts.replica, name, { ...this.asking(name, user, signal), changes });
  }

  protected override async pulled(
    names: readonly PrivateName[],
    { user, changes }: Round,
    attempt: Attempt<PrivateName>,
    signal: AbortSignal,
  ): Promise<void> {
    // Tell before the comparison: a list may be long, and the network slow.
    if (names.length > 0) {
      await this.parts.tell(this.failing, signal);
      await this.count();
    }
    const listed = await changes.catch(() => null);
    this.early = names.some((name) => listed?.isEarly(name)) ? this.early + 1 : 0;
    if (this.early > 0) setTimeout(() => signal.aborted || this.hint(names), backoff(EARLY, this.early));
    for (const name of names) {
      if (this.compared.has(name) || !isListed(name)) continue;
      const outcome = await attempt(name, async () => {
        const isDone =
          (await isSameDigest(this.parts.replica, name, listed?.digest(name))) ||
          (await compareVisible(this.parts.replica, name, this.asking(name, user, signal)));
        if (isDone) this.compared.add(name);
      });
      if (outcome === 'over') return;
    }
    if (names.length > 0) this.parts.onSound();
  }

  private async count(): Promise<void> {
    const { replica } = this.parts;
    const states = await Promise.all(PRIVATE_COLLECTIONS.map((name) => replica[name].state()));
    const stand = JSON.stringify(states.map((state) => state?.checkpoint));
    this.fruitless = stand === this.stand ? this.fruitless + 1 : 0;
    this.stand = stand;
  }

  protected failed(name: PrivateName, fault: PullFault, error: unknown, { user }: Round): void {
    logger.info(`Pulling ${name} failed`, error);
    if (fault === 'full') this.parts.onFull(error);
    if (fault === 'token') this.parts.onRefused(user);
  }

  protected async end(_hasFailed: boolean, signal: AbortSignal): Promise<void> {
    if (!signal.aborted) await this.parts.tell(this.failing, signal);
  }

  private asking(name: PrivateName, user: PrivateUser, signal: AbortSignal) {
    const { call, pageSizes } = this.parts;
    return { user, signal, pageSize: pageSizes[name], ...(call && { call }) };
  }
}

/** Hints for a person's own rows, on a topic that only this person may receive. */
export type PrivateHintListener = HintListener<PrivateName>;

/** Subscribes. Injected in tests. */
export type SubscribeToPrivateHints = (
  user: { userId: string; accessToken: string },
  listener: PrivateHintListener,
) => Subscription;

export const subscribeToPrivateHints: SubscribeToPrivateHints = ({ userId, accessToken }, listener) =>
  subscribe(`user:${userId}`, PRIVATE_COLLECTIONS, listener, accessToken);
