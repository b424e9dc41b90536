/** The engine in a dedicated worker. */
import { connection } from '@/lib/connection';
import { countDataUse } from '@/lib/data-use';
import { Engine } from './engine';
import type { EngineMessage, PageMessage } from './messages';

interface WorkerScope {
  postMessage(message: EngineMessage): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<PageMessage>) => void): void;
}

const scope = globalThis as unknown as WorkerScope;

// The page judges the connection by its own requests and by these.
connection.tap((reached) => scope.postMessage({ type: 'outcome', reached }));

countDataUse();

new Engine({
  post: (message) => scope.postMessage(message),
  receive: (listener) => scope.addEventListener('message', ({ data }) => listener(data)),
});
