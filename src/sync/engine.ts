/**
 * The engine runs beside the page, in a worker where possible: loading RxDB alone blocks the main thread of a slow phone
 * for 90 ms, filling it for seconds. One engine holds one open replica, its pullers and the search record.
 *
 * The trip of a changed teacher, file by file:
 *   1. hints/hints           the database says "teachers changed" on a channel, with the rows where they are few
 *   2. pull/hinted-rows      such rows are stored without a request, before the next round; then 7
 *      hints/heed-hints      a hint without rows waits a random moment, so that phones spread (hint-pace)
 *   3. pull/puller           the tab that holds the lock begins a round of all that is due (turns)
 *   4. pull/public-puller    asks for the changes of all collections at once (first-pages, changes), then pulls each
 *   5. pull/pull-collection  fetches page after page from the checkpoint (page-size), checks them (db/pull-page)
 *   6. pull/backlog          pages wait here to be stored while the next ones are fetched
 *   7. db/replica            writes rows and checkpoint in one transaction, and tells every tab of the change
 *   8. search/record-updater puts the change into the search index and posts it (messages, worker)
 *   9. worker-link, start    the page receives it, once a frame (per-frame)
 *  10. apply-message         passes it to db/catalog, which screens read
 * A first sync shows listings before their rows have come (search/preview, from the search file), else before these are
 * stored (search/initial-rows); a long one begins with the rows that the person may open soonest (pull/pull-early). Rows
 * of a block that cannot be read any more come again by their ids (pull/restore-lost). Content changes are announced by
 * content-responder, and the page then asks for the content. A person's own rows take the same path with a token:
 * private/engine, private/puller, private/pull, db/private-rows, private/link; private/compare finds rows that left the
 * person's sight without a tombstone.
 */
import { COLLECTIONS, type CollectionName } from '@/db/rows/collections';
import { storedIn } from '@/db/storage/names';
import { openReplica, type Replica } from '@/db/storage/replica';
import { countUnread } from '@/db/storage/unread';
import { anySignal } from '@/lib/abort';
import { backoff } from '@/lib/backoff';
import { pacer, pause, yieldToMain } from '@/lib/idle';
import { logger } from '@/lib/logger';
import { REQUEST_TIMEOUT } from '@/lib/rest';
import { ContentResponder } from './content-responder';
import { type SubscribeToHints, subscribeToHints } from './hints/hints';
import type { EngineLink, EngineMessage, PageMessage, PullReason, Question } from './messages';
import { PrivateEngine, type PrivateEngineParts } from './private/engine';
import { ChangesRequest } from './pull/changes';
import { type FetchPage, fetchPage } from './pull/fetch-page';
import { PublicPuller } from './pull/public-puller';
import { storageFault } from './pull/pull-fault';
import type { Scope } from './scope';
import { RecordUpdater } from './search/record-updater';
import type { CollectionStatus } from './status';
import { TabChannel } from './tab-channel';

export interface EngineParts {
  openReplica?: () => Promise<Replica>;
  fetchPage?: FetchPage;
  subscribeToHints?: SubscribeToHints;
  private?: Partial<PrivateEngineParts>;
}

const RETRY = { first: 1_000, longest: 5 * 60_000, growth: 4 };

interface Session {
  replica: Replica;
  record: RecordUpdater;
  content: ContentResponder;
  puller: PublicPuller;
  end(): Promise<void>;
}

export class Engine {
  private session: Session | null = null;
  private visible = false;
  private painted: string | null = null;
  private scope: Scope = { city: null, low: false };
  /** Resolved once the page leaves the line to rows. */
  private quiet = deferred();
  private readonly earlyFile = deferred<unknown>();
  /** The page has asked for the search file, and the first round is still to read its answer. */
  private isFileComing = false;
  private readonly over = new AbortController();
  private retry = new AbortController();
  private faults = 0;
  /** A session has ended, or none could start: some requests may have had no response. */
  private hasEnded = false;
  private running: Promise<void> | null = null;
  private nextRound = deferred();
  /** Resolved once the replica can be read, or is known not to open. */
  private readonly loaded = deferred();
  /** Like `loaded`, before the search record is checked. */
  private readonly opened = deferred();
  private readonly tabs = new TabChannel({
    pull: (reason) => this.pullHere(reason),
    status: (name, status) => this.post({ type: 'status', collections: { [name]: status } }),
  });

  private readonly own: PrivateEngine;
  private readonly changes: ChangesRequest;

  constructor(
    private readonly link: EngineLink,
    private readonly parts: EngineParts = {},
  ) {
    this.changes = new ChangesRequest({ onClock: (ahead) => this.post({ type: 'clock', ahead }) });
    this.own = new PrivateEngine(
      {
        onRows: (rows) => this.post({ type: 'private', rows }),
        onTokenWanted: (userId, rejected) => this.post({ type: 'token-wanted', userId, rejected }),
        onFull: (error) => this.tellFull(error),
      },
      {
        changes: this.changes,
        isPublicRoundNear: (within) => this.session?.puller.isRoundNear(within) ?? false,
        ...parts.private,
      },
    );
    link.receive((message) => this.receive(message));
  }

  private post(message: EngineMessage): void {
    this.link.post(message);
  }

  private receive(message: PageMessage): void {
    if (message.type === 'hello') {
      this.painted = message.build;
      if (message.scope) this.scope = message.scope;
      if (!message.busy) this.quiet.resolve();
      this.isFileComing = message.file ?? false;
      this.visible = message.visible;
      this.own.setVisible(message.visible);
      this.running ??= this.run();
    } else if (message.type === 'visible') {
      this.visible = message.visible;
      if (message.visible) this.retry.abort();
      this.own.setVisible(message.visible);
      this.session?.puller.setVisible(message.visible);
    } else if (message.type === 'scope') {
      const isAnother = this.scope.low || message.scope.low;
      this.scope = message.scope;
      // With all listings here nothing else is kept than before.
      if (isAnother && this.session && !this.session.record.usable) this.session.puller.ask();
    } else if (message.type === 'quiet') {
      this.quiet.resolve();
    } else if (message.type === 'search-file') {
      this.earlyFile.resolve(message.answer);
    } else if (message.type === 'ping') {
      this.post({ type: 'pong' });
    } else if (message.type === 'resumed') {
      void this.session?.record.rebuild().catch((error: unknown) => this.fault(error));
    } else {
      void this.answer(message.question)
        .catch((error: unknown) => logger.warn('The sync engine failed', error))
        .then((value) => this.post({ type: 'answer', id: message.id, value: value ?? null }));
    }
  }

  private async answer(question: Question): Promise<unknown> {
    if (question.kind === 'stop') return this.stop();
    if (question.kind === 'pull') return this.pull(question.reason);
    if (question.kind === 'clear-styles') return this.clearStyles();
    if (question.kind === 'pull-private') return this.own.pull(question.patience);
    if (question.kind === 'user') return this.own.setUser(question.user);
    if (question.kind === 'content') {
      await this.opened.promise;
      return (await this.session?.content.answer(question.of, question.key)) ?? null;
    }
    await this.loaded.promise;
    return (await this.session?.record.teacher(question.key)) ?? null;
  }

  private async pull(reason: PullReason): Promise<void> {
    this.retry.abort();
    // The network is back, or a person asks: own rows skip their back-off too.
    if (reason === 'online' || reason === 'manual') void this.own.pull();
    const here = this.pullHere(reason);
    if (here) return here;
    const round = this.nextRound.promise;
    if (await this.tabs.askToPull(reason)) return;
    // No other tab had the lock: this one has it by now, or is about to get it and then begins with a pull.
    const late = this.pullHere(reason);
    if (late) return late;
    if (this.visible) await Promise.race([round, pause(REQUEST_TIMEOUT, this.over.signal)]);
  }

  /** Null when this tab does not hold the lock. */
  private pullHere(reason: PullReason): Promise<void> | null {
    const puller = this.session?.puller;
    return puller?.holding ? puller.pull({ isPersonAsking: reason === 'manual' }) : null;
  }

  private async run(): Promise<void> {
    while (!this.over.signal.aborted) {
      const fault = await this.live().catch((error: unknown) => error);
      const session = this.session;
      this.session = null;
      this.hasEnded = true;
      await session?.end().catch((error: unknown) => logger.info('Replica not closed', error));
      if (this.over.signal.aborted) return;
      if (fault === undefined) continue;
      this.loaded.resolve();
      this.opened.resolve();
      this.report(fault);
      this.retry = new AbortController();
      const delay = backoff(RETRY, this.faults);
      this.faults += 1;
      await pause(delay, anySignal([this.retry.signal, this.over.signal]));
    }
  }

  private fault: (error: unknown) => void = () => undefined;

  /** Runs one session with one open replica; resolves or rejects when it has ended, with the reason. */
  private async live(): Promise<void> {
    const over = new Promise<void>((resolve, reject) => {
      this.fault = (error) => (error === undefined ? resolve() : reject(error));
      this.over.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    over.catch(() => undefined);
    const replica = await (this.parts.openReplica ?? openReplica)();
    const record = new RecordUpdater(replica, (message) => this.post(message), pacer(12));
    const content = new ContentResponder(replica.content, () => this.post({ type: 'content' }));
    const stops = [
      record.listen(),
      content.listen(),
      // The tab with the lock fetches them again.
      replica.teachers.onLost(() => void this.pull('visible')),
    ];
    const puller = new PublicPuller({
      replica,
      record,
      fetchPage: this.parts.fetchPage ?? fetchPage,
      changes: this.changes,
      isOwnRoundNear: (within) => this.own.isRoundNear(within),
      subscribeToHints: this.parts.subscribeToHints ?? subscribeToHints,
      onStatus: (name, status) => this.status(name, status),
      onRound: () => {
        this.nextRound.resolve();
        this.nextRound = deferred();
      },
      onFull: (error) => this.tellFull(error),
      onStorageFault: (error) => this.fault(error),
      scope: () => ({
        ...{ city: record.cityNamed(this.scope.city), low: this.scope.low },
        ...this.own.interests,
      }),
      quiet: this.quiet.promise,
      earlyFile: () => {
        const isComing = this.isFileComing;
        this.isFileComing = false;
        return isComing ? this.earlyFile.promise : undefined;
      },
      pace: yieldToMain,
    });
    this.session = {
      replica,
      record,
      content,
      puller,
      end: async () => {
        await puller.stop();
        for (const stop of stops) stop();
        await replica.close();
      },
    };
    this.opened.resolve();
    if (this.hasEnded) this.post({ type: 'content' });
    await this.tellStatus(replica);
    await record.load(this.painted);
    this.painted = null;
    this.loaded.resolve();
    puller.setVisible(this.visible);
    // The tab that pulls may not know yet that its stored rows were deleted: its next pull notices.
    if (!record.usable) void this.tabs.askToPull('visible');
    await over;
  }

  private async tellStatus(replica: Replica): Promise<void> {
    const collections: Partial<Record<CollectionName, CollectionStatus>> = {};
    for (const name of COLLECTIONS) {
      const state = await replica[name].state();
      collections[name] = {
        state: state?.usable ? 'ready' : 'never',
        received: 0,
        total: null,
        pulledAt: state?.pulledAt ?? null,
        unread: countUnread(state?.unread),
        epoch: state?.epoch ?? null,
      };
    }
    this.post({ type: 'status', collections });
  }

  private status(name: CollectionName, status: CollectionStatus): void {
    if (status.state === 'ready' && name === 'teachers') {
      this.faults = 0;
      this.post({ type: 'storage', storage: 'ok' });
    }
    this.post({ type: 'status', collections: { [name]: status } });
    this.tabs.tellStatus(name, status);
  }

  private tellFull(error: unknown): void {
    logger.warn('The disk is full', error);
    this.post({ type: 'storage', storage: 'full' });
  }

  /** The app continues without the replica: through the procedures, or with the data that the page already shows. */
  private report(error: unknown): void {
    logger.warn('Local storage failed', error);
    const full = storageFault(error) === 'full';
    // The database was deleted while it was open: opening it again usually works.
    if (full || this.faults > 0) this.post({ type: 'storage', storage: full ? 'full' : 'unavailable' });
    if (!full) this.post({ type: 'none' });
  }

  private async clearStyles(): Promise<void> {
    await this.session?.record.drop();
    await this.session?.end();
    await new Promise<void>((resolve) => {
      const request = indexedDB.deleteDatabase(storedIn('dance_styles'));
      request.onsuccess = request.onerror = request.onblocked = () => resolve();
    });
    this.fault(undefined);
  }

  private async stop(): Promise<void> {
    this.over.abort();
    this.retry.abort();
    this.loaded.resolve();
    this.opened.resolve();
    this.tabs.close();
    await this.own.stop();
    await this.running;
  }
}

function deferred<T = void>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
