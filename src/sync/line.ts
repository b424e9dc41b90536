/** The line to the engine: to a worker, or where there is none to the same thread. */
import { logger } from '@/lib/logger';
import type { EngineMessage, PageMessage } from './messages';

export interface Line {
  post(message: PageMessage): void;
  /** False while the engine could not be loaded; what is posted then is lost. */
  works(): boolean;
  close(): void;
}

export interface LineEnd {
  receive(message: EngineMessage): void;
  /** The engine could not be loaded. It is tried again. */
  lost(): void;
  /** A later try begins: the engine knows nothing yet. */
  opened(): void;
}

const FIRST_RETRY = 5_000;
const LAST_RETRY = 5 * 60_000;

export function openLine(end: LineEnd): Line {
  return typeof Worker === 'undefined' ? lineHere(end) : lineToWorker(end);
}

/** A worker's script comes over the network before the service worker has it, so loading it may fail. */
function lineToWorker(end: LineEnd): Line {
  let worker: Worker | null = null;
  let wait = FIRST_RETRY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function open(): void {
    const next = new Worker(new URL('./worker.ts', import.meta.url), {
      type: 'module',
      name: 'danceflix-sync',
    });
    let heard = false;
    next.onmessage = ({ data }: MessageEvent<EngineMessage>) => {
      heard = true;
      end.receive(data);
    };
    next.onerror = (event) => {
      logger.error('The sync worker failed', event.message);
      // An engine that runs survives an error; one that never spoke was never loaded.
      if (heard || worker !== next) return;
      next.terminate();
      worker = null;
      end.lost();
      timer = setTimeout(() => {
        open();
        end.opened();
      }, wait);
      wait = Math.min(wait * 2, LAST_RETRY);
    };
    worker = next;
  }

  open();
  return {
    post: (message) => worker?.postMessage(message),
    works: () => worker !== null,
    close: () => {
      clearTimeout(timer);
      worker?.terminate();
      worker = null;
    },
  };
}

function lineHere(end: LineEnd): Line {
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
