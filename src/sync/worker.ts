/** The engine in a dedicated worker. */
import type { SearchRecord } from '@/db/search/search-record';
import { connection } from '@/lib/connection';
import { countDataUse } from '@/lib/data-use';
import { Engine } from './engine';
import type { EngineMessage, PageMessage } from './messages';

interface WorkerScope {
  postMessage(message: EngineMessage, transfer?: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<PageMessage>) => void): void;
}

const scope = globalThis as unknown as WorkerScope;

// The page judges the connection by its own requests and by these.
connection.tap((reached, endpoint) => scope.postMessage({ type: 'outcome', reached, endpoint }));

countDataUse();

/**
 * The page reads a message in one task on the main thread. Most of a record is in arrays: copies of them are
 * transferred, so that only texts are left to read.
 */
function withOwnArrays(record: SearchRecord): { record: SearchRecord; buffers: Transferable[] } {
  const { city, styles, styleStart, flags, faces, faceStart } = record;
  const arrays = {
    city: city.slice(),
    styles: styles.slice(),
    styleStart: styleStart.slice(),
    flags: flags.slice(),
    faces: faces.slice(),
    faceStart: faceStart.slice(),
  };
  return { record: { ...record, ...arrays }, buffers: Object.values(arrays).map(({ buffer }) => buffer) };
}

function post(message: EngineMessage): void {
  if (message.type === 'record') {
    const { record, buffers } = withOwnArrays(message.record);
    scope.postMessage({ ...message, record }, buffers);
  } else {
    scope.postMessage(message);
  }
}

new Engine({
  post,
  receive: (listener) => scope.addEventListener('message', ({ data }) => listener(data)),
});
