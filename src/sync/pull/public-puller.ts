/** Pulls cities, styles, listings and content, publishes their status and keeps the search record up to date. */
import { COLLECTIONS, type CollectionName, PUBLIC } from '@/db/rows/collections';
import type { CollectionsOf, Replica } from '@/db/storage/replica';
import { countUnread } from '@/db/storage/unread';
import { pause } from '@/lib/idle';
import { logger } from '@/lib/logger';
import { RestFailure } from '@/lib/rest';
import { heedHints } from '../hints/heed-hints';
import { HintPace } from '../hints/hint-pace';
import type { SubscribeToHints } from '../hints/hints';
import type { Interests } from '../search/order-of-use';
import { previewTeachers } from '../search/preview';
import type { RecordUpdater } from '../search/record-updater';
import { type OpenedFile, openSearchFile } from '../search/search-file';
import type { CollectionStatus } from '../status';
import { type ChangesRequest, TOGETHER } from './changes';
import type { FetchPage, PullOptions } from './fetch-page';
import { requestFirstPages } from './first-pages';
import { HintedRows } from './hinted-rows';
import { PageSize } from './page-size';
import { pullCollection } from './pull-collection';
import { pullEarly } from './pull-early';
import type { PullFault } from './pull-fault';
import { Puller, type RoundReason } from './puller';
import { restoreLost } from './restore-lost';

/** Milliseconds between pulls of a visible page that gets no hints. */
export const PULL_EVERY = 5 * 60_000;
/** Milliseconds over which phones spread when all of them have lost the connection for hints. */
const RECONNECT_SPREAD = 10_000;
/** Milliseconds that rows wait for the page at most. */
const ROWS_WAIT = 10_000;

export interface PublicParts {
  replica: Replica;
  record: RecordUpdater;
  fetchPage: FetchPage;
  changes: ChangesRequest;
  /** Whether a round for own rows begins within that many milliseconds. */
  isOwnRoundNear: (milliseconds: number) => boolean;
  subscribeToHints: SubscribeToHints;
  onStatus: (name: CollectionName, status: CollectionStatus) => void;
  /** A round of pulls has ended, successful or not. */
  onRound: () => void;
  /** The disk is full: pulling pauses, reading continues. */
  onFull: (error: unknown) => void;
  /** The storage failed: this session is over. */
  onStorageFault: (error: unknown) => void;
  /** `city`: the id of the city whose listings come first, null for none; with `low` they are the only ones. */
  scope: () => Interests & { low: boolean };
  /** Resolves once what the page loads first has come. */
  quiet: Promise<void>;
  /** The page's answer about the newest search file; undefined where the page did not ask. */
  earlyFile: () => Promise<unknown> | undefined;
  pace: () => Promise<void>;
}

interface Round {
  /** Returns the prefetched page, where there is one. */
  fetchPage: FetchPage;
  /** A person asks: unreadable rows are requested again now. */
  rereadNow: boolean;
  /** The collections for which hints have come. */
  hinted: ReadonlySet<CollectionName>;
  /** The search file for a phone without listings, asked for while cities and styles are pulled. */
  file: Promise<OpenedFile | null> | null;
}

const forEach = <T>(make: (name: CollectionName) => T) =>
  Object.fromEntries(COLLECTIONS.map((name) => [name, make(name)])) as Record<CollectionName, T>;

export class PublicPuller extends Puller<CollectionName, Round> {
  private readonly hinted = new Set<CollectionName>();
  private readonly paces = forEach(() => new HintPace());
  private readonly pageSizes = forEach((name) => new PageSize(PUBLIC[name].largestPage));
  private readonly hintedRows: HintedRows;
  /** The collections that the round asks for in its first request. */
  private asked: ReadonlySet<CollectionName> = new Set();

  constructor(private readonly parts: PublicParts) {
    const { onStorageFault } = parts;
    super({ names: COLLECTIONS, lock: 'danceflix-pull', every: PULL_EVERY, onStorageFault });
    this.hintedRows = new HintedRows(parts.replica);
  }

  protected heedHints(signal: AbortSignal): () => void {
    return heedHints(this.parts.subscribeToHints, signal, {
      pace: (name) => this.paces[name].wait(performance.now(), Math.random()),
      hinted: (name) => {
        this.hinted.add(name);
        this.hint([name]);
      },
      bring: (name, content, pullInstead) => {
        const isTaken = this.hintedRows.take(name, content, pullInstead);
        if (isTaken) this.wakeUp();
        return isTaken;
      },
      joined: () => this.joined(),
      missed: () => this.ask(),
      spread: RECONNECT_SPREAD,
    });
  }

  protected override prepare(): Promise<void> {
    return this.parts.record.catchUp();
  }

  protected async isFilled(): Promise<boolean> {
    const states = await Promise.all(COLLECTIONS.map((name) => this.parts.replica[name].state()));
    return states.every((state) => state?.complete);
  }

  protected async begin(
    due: readonly CollectionName[],
    { isPersonAsking, isUnhurried }: RoundReason,
    signal: AbortSignal,
  ): Promise<Round> {
    const { pageSizes, parts } = this;
    this.asked = new Set(due);
    const isOwnNear = isUnhurried && parts.isOwnRoundNear(TOGETHER);
    const needsFile =
      due.includes('teachers') && !parts.record.previewed && !(await parts.replica.teachers.state());
    const file = needsFile ? openSearchFile(signal, parts.earlyFile()) : null;
    // Awaited when it is the teachers' turn, unless the round ends before.
    file?.catch(() => undefined);
    const fetchPage = await requestFirstPages(due, { ...parts, pageSizes, isOwnNear }, signal);
    const hinted = new Set(due.filter((name) => this.hinted.delete(name)));
    return { fetchPage, rereadNow: isPersonAsking, hinted, file };
  }

  protected override hasRowsToStore(): boolean {
    return this.hintedRows.areWaiting;
  }

  /** Collections that search needs come first; the others may be slow, or fail. */
  protected override async beforeTurn(name: CollectionName): Promise<void> {
    // The request of this round begins at the present checkpoint; the rows of hints are stored after it.
    if (!this.asked.has(name) && (await this.hintedRows.store(name)))
      this.paces[name].ended(performance.now(), true);
    if (!PUBLIC[name].searched) await this.parts.record.save();
  }

  protected override async isStale(name: CollectionName): Promise<boolean> {
    const { staleAfter } = PUBLIC[name];
    const pulledAt = staleAfter > 0 ? ((await this.parts.replica[name].state())?.pulledAt ?? 0) : 0;
    // A time in the future counts too: the clock was set back.
    return Math.abs(Date.now() - pulledAt) >= staleAfter;
  }

  protected async pullOne(
    name: CollectionName,
    { fetchPage, rereadNow, hinted, file }: Round,
    signal: AbortSignal,
  ): Promise<void> {
    const { onStatus, pace, replica } = this.parts;
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
      rereadNow,
      onProgress: (received: number, total: number | null) => {
        status.received = received;
        status.total = total;
        onStatus(name, { ...status });
      },
    };
    const settle = (state: CollectionStatus['state'], pulledAt = status.pulledAt) =>
      onStatus(name, { ...status, state, pulledAt });
    try {
      if (name === 'teachers') {
        const isRefilled = await this.restoreLost(signal);
        await this.pullTeachers(options, before?.usable === true, file);
        if (isRefilled) await this.restoreLost(signal);
      } else await pullFrom(replica, name, options);
      const after = await replica[name].state();
      status.unread = countUnread(after?.unread);
      status.epoch = after?.epoch ?? null;
      settle('ready', Date.now());
      if (hinted.has(name) || status.received > 0)
        this.paces[name].ended(performance.now(), status.received > 0);
    } catch (error) {
      const hidden = error instanceof RestFailure && error.kind === 'aborted';
      settle(hidden ? (before?.usable ? 'ready' : 'never') : 'failed');
      throw error;
    }
  }

  private restoreLost(signal: AbortSignal): Promise<boolean> {
    const { replica, record } = this.parts;
    return restoreLost({ teachers: replica.teachers, knownIds: () => record.ids(), signal });
  }

  private async pullTeachers(
    options: PullOptions<'teachers'>,
    wasUsable: boolean,
    opened: Round['file'],
  ): Promise<void> {
    const { record, replica, fetchPage, scope } = this.parts;
    // A short pull is stored before a screen could need its rows earlier.
    if (wasUsable) return pullFrom(replica, 'teachers', options);
    const { low, ...interests } = scope();
    const { city } = interests;
    await previewTeachers({ record, fetchPage, opened, city, low, signal: options.signal });
    // The search asks the server for the others. Without a file a phone that saves data keeps all, as ever.
    if (low && (city === null || record.previewed)) return;
    // With all of them searchable, their rows may wait for what opens offline first.
    if (record.previewed) await Promise.race([this.parts.quiet, pause(ROWS_WAIT, options.signal)]);
    await pullEarly({ teachers: replica.teachers, record, interests, signal: options.signal });
    let isStored = false;
    try {
      await pullFrom(replica, 'teachers', {
        ...options,
        onInitialRows: (rows, state) => record.addInitialRows(rows, state),
      });
      isStored = true;
    } finally {
      await record.endInitialRows(isStored);
    }
  }

  protected failed(name: CollectionName, fault: PullFault, error: unknown): void {
    if (fault === 'full') this.parts.onFull(error);
    else if (fault === 'own') {
      // An unreachable server is normal; a server that refuses is worth a warning (specification 000 §8).
      const isEveryday = error instanceof RestFailure && error.unreachable;
      logger[isEveryday ? 'info' : 'error'](`Pulling ${name} failed`, error);
    } else logger.info('The server was not reached', error);
  }

  protected async end(hasFailed: boolean, signal: AbortSignal): Promise<void> {
    const { record, onRound } = this.parts;
    try {
      if (hasFailed && !signal.aborted && !record.usable) await record.publish();
    } finally {
      onRound();
    }
  }
}

/** Generic, so that each collection keeps the type of its rows. */
async function pullFrom<N extends CollectionName>(
  collections: CollectionsOf<CollectionName>,
  name: N,
  options: PullOptions<N>,
): Promise<void> {
  await pullCollection<N>(collections[name], options);
}
