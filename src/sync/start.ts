/** The page's end of the link to the engine. Load by dynamic import after the first results are painted. */
import { catalogStore } from '@/db/memory/catalog';
import { contentStore } from '@/db/memory/content';
import { type ContentAnswer, provideLookup, type TeacherAnswer } from '@/db/memory/lookup';
import { connection } from '@/lib/connection';
import { isNetworkQuiet, networkIsQuiet } from '@/lib/quiet-network';
import { probe } from '@/lib/rest';
import { applyMessage } from './apply-message';
import type { EngineMessage, PullReason, Question } from './messages';
import { perFrame } from './per-frame';
import { isEphemeral } from './persistence';
import { applyPrivateRows, connectPrivate, fetchToken } from './private/link';
import { scope } from './scope';
import { keepEarlyFile, takeEarlyFile } from './search/early-file';
import { providePuller, syncStatus } from './status';
import { openWorkerLink, type WorkerLink } from './worker-link';

export interface SyncHandle {
  /** Resolves when the pull has ended, successful or not. */
  pullNow(reason: PullReason): Promise<void>;
  stop(): Promise<void>;
}

type EngineNews = Exclude<EngineMessage, { type: 'answer' | 'pong' | 'private' | 'token-wanted' }>;

let started: Promise<SyncHandle> | null = null;

/** Passes the answer to a request for the newest search file on to the engine, which has no code yet. */
export function awaitFile(answer: Promise<unknown>): void {
  keepEarlyFile(answer);
}

/** Starts syncing once; later calls get the same handle. */
export function startSync(): Promise<SyncHandle> {
  started ??= start();
  return started;
}

async function start(): Promise<SyncHandle> {
  await catalogStore.open();
  const news = perFrame((message: EngineNews) => applyMessage(message, catalogStore, contentStore));
  const answers = new Map<number, (value: unknown) => void>();
  let asked = 0;
  let early = takeEarlyFile();
  const hello = () =>
    link.post({
      type: 'hello',
      build: catalogStore.paintedBuild,
      visible: isVisible(),
      scope: scope.getState(),
      busy: !isNetworkQuiet(),
      file: early !== null,
    });
  const link: WorkerLink = openWorkerLink({
    receive: (message) => {
      if (message.type === 'private') return applyPrivateRows(message.rows);
      if (message.type === 'token-wanted') return fetchToken(message.userId, message.rejected);
      if (message.type === 'pong') return;
      if (message.type !== 'answer') return news.add(message);
      // Apply all earlier messages before the response.
      news.flush();
      answers.get(message.id)?.(message.value);
      answers.delete(message.id);
    },
    lost: () => {
      catalogStore.acknowledgeNone();
      own.lost();
      for (const answer of answers.values()) answer(null);
      answers.clear();
    },
    opened: () => {
      early = null;
      hello();
      own.tellAgain();
      contentStore.refresh();
    },
  });
  const ask = (question: Question) =>
    new Promise<unknown>((resolve) => {
      if (!link.works()) return resolve(null);
      asked += 1;
      answers.set(asked, resolve);
      link.post({ type: 'ask', id: asked, question });
    });
  const pullNow = async (reason: PullReason) => {
    await ask({ kind: 'pull', reason });
  };

  provideLookup({
    teacher: async (key) => {
      // The engine may have released its own index.
      const { index } = catalogStore.get();
      const id = (index.bySlug(key) ?? index.byId(key))?.id;
      return (await ask({ kind: 'teacher', key: id ?? key })) as TeacherAnswer | null;
    },
    content: async (of, key) => (await ask({ kind: 'content', of, key })) as ContentAnswer | null,
    clearStyles: async () => {
      await ask({ kind: 'clear-styles' });
    },
  });
  providePuller(pullNow);
  connection.probeWith(probe);
  const own = connectPrivate(ask);
  hello();
  void networkIsQuiet.then(() => link.post({ type: 'quiet' }));
  void early?.then((answer) => link.post({ type: 'search-file', answer }));
  const stopListening = listenToPage(link, pullNow);
  void isEphemeral().then((ephemeral) => {
    if (ephemeral)
      syncStatus.setState(({ storage }) => ({ storage: storage === 'ok' ? 'ephemeral' : storage }));
  });

  return {
    pullNow,
    stop: async () => {
      stopListening();
      own.stop();
      await ask({ kind: 'stop' });
      link.close();
      started = null;
    },
  };
}

function listenToPage(link: WorkerLink, pullNow: (reason: PullReason) => Promise<void>): () => void {
  const over = new AbortController();
  const { signal } = over;
  document.addEventListener('visibilitychange', () => link.post({ type: 'visible', visible: isVisible() }), {
    signal,
  });
  window.addEventListener('pagehide', () => link.post({ type: 'visible', visible: false }), { signal });
  window.addEventListener(
    'pageshow',
    (event) => {
      if (!event.persisted) return;
      link.post({ type: 'resumed' });
      link.post({ type: 'visible', visible: isVisible() });
    },
    { signal },
  );
  const unsubscribe = connection.subscribe((now) => {
    if (now === 'online') void pullNow('online');
  });
  const unfollow = scope.subscribe((now) => link.post({ type: 'scope', scope: now }));
  return () => {
    over.abort();
    unfollow();
    unsubscribe();
  };
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}
