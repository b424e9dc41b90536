/** The page's link to the engine: in a worker, or in the page's thread where workers do not exist. */
import { backoff } from '@/lib/backoff';
import { logger } from '@/lib/logger';
import { Heartbeat } from './heartbeat';
import type { EngineMessage, PageMessage } from './messages';

export interface WorkerLink {
  post(message: PageMessage): void;
  /** False while the engine could not be loaded; messages posted then are lost. */
  works(): boolean;
  close(): void;
}

export interface WorkerLinkEnd {
  receive(message: EngineMessage): void;
  /** The engine could not be loaded, or died: pending requests get no response. It is started again. */
  lost(): void;
  /** A new engine has started and has no state yet. */
  opened(): void;
}

const RETRY = { first: 5_000, longest: 5 * 60_000 };

export function openWorkerLink(end: WorkerLinkEnd): WorkerLink {
  return typeof Worker === 'undefined' ? linkHere(end) : linkToWorker(end);
}

/** The worker's script comes over the network until the service worker has it, so loading it may fail. */
function linkToWorker(end: WorkerLinkEnd): WorkerLink {
  let worker: Worker | null = null;
  let retries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let visible = false;
  // Before its first message a worker may still be loading, which can take long.
  let heard = false;
  const asked = new Set<number>();
  const heartbeat = new Heartbeat(
    () => worker?.postMessage({ type: 'ping' } satisfies PageMessage),
    () => visible && asked.size > 0,
    () => {
      logger.error('The sync worker no longer answers');
      lose();
      reopen();
    },
  );

  function open(): void {
    const next = new Worker(new URL('./worker.ts', import.meta.url), {
      type: 'module',
      name: 'danceflix-sync',
    });
    heard = false;
    next.onmessage = ({ data }: MessageEvent<EngineMessage>) => {
      if (worker !== next) return;
      heard = true;
      heartbeat.heard();
      if (data.type === 'answer') asked.delete(data.id);
      if (data.type !== 'pong') end.receive(data);
      watch();
    };
    next.onerror = (event) => {
      logger.error('The sync worker failed', event.message);
      // A running engine survives an error; one without a first message was never loaded.
      if (heard || worker !== next) return;
      lose();
      timer = setTimeout(reopen, backoff(RETRY, retries));
      retries += 1;
    };
    worker = next;
  }

  function lose(): void {
    worker?.terminate();
    worker = null;
    asked.clear();
    heartbeat.stop();
    end.lost();
  }

  function reopen(): void {
    open();
    end.opened();
  }

  function watch(): void {
    if (visible && heard && asked.size > 0) heartbeat.ensureChecking();
  }

  /** A hidden page may be frozen at any time, and its worker with it. */
  function setVisible(now: boolean): void {
    visible = now;
    if (!visible) heartbeat.stop();
    else if (heard) heartbeat.check();
  }

  // A page in the back-forward cache would keep its worker, and the sleeping worker the lock: no other tab could pull.
  const putAside = ({ persisted }: PageTransitionEvent) => persisted && lose();
  const takenUp = ({ persisted }: PageTransitionEvent) => persisted && !worker && reopen();
  globalThis.addEventListener?.('pagehide', putAside);
  globalThis.addEventListener?.('pageshow', takenUp);

  open();
  return {
    post: (message) => {
      if (worker && message.type === 'ask') asked.add(message.id);
      worker?.postMessage(message);
      if (message.type === 'hello') visible = message.visible;
      else if (message.type === 'visible') setVisible(message.visible);
      watch();
    },
    works: () => worker !== null,
    close: () => {
      globalThis.removeEventListener?.('pagehide', putAside);
      globalThis.removeEventListener?.('pageshow', takenUp);
      clearTimeout(timer);
      heartbeat.stop();
      worker?.terminate();
      worker = null;
    },
  };
}

function linkHere(end: WorkerLinkEnd): WorkerLink {
  const early: PageMessage[] = [];
  let failed = false;
  let deliver = (message: PageMessage) => {
    early.push(message);
  };
  import('./engine')
    .then(({ Engine }) => {
      new Engine({
        post: end.receive,
        receive: (listener) => {
          deliver = listener;
        },
      });
      for (const message of early.splice(0)) deliver(message);
    })
    .catch((error: unknown) => {
      logger.error('The sync engine failed', error);
      failed = true;
      end.lost();
    });
  return { post: (message) => deliver(message), works: () => !failed, close: () => undefined };
}
