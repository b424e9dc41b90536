/**
 * The few browser globals that auth uses, for tests in Node: storage, address, visibility, locks.
 */
import { IDBFactory } from 'fake-indexeddb';

class MemoryStorage {
  private readonly kept = new Map<string, string>();
  constructor() {
    // Object.keys(storage) lists the entries, as in a browser.
    // biome-ignore lint/correctness/noConstructorReturn: a proxy is what stands for the entries.
    return new Proxy(this, {
      ownKeys: (target) => [...target.kept.keys()],
      getOwnPropertyDescriptor: (target, key) =>
        target.kept.has(String(key)) ? { enumerable: true, configurable: true, value: '' } : undefined,
      get: (target, key) => {
        const value = Reflect.get(target, key) as unknown;
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }
  getItem(key: string): string | null {
    return this.kept.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.kept.set(key, String(value));
  }
  removeItem(key: string): void {
    this.kept.delete(key);
  }
  clear(): void {
    this.kept.clear();
  }
}

type Waiting = { run: () => void };

/** Exclusive locks in the order of requests, as in the Web Locks API. */
class MemoryLocks {
  private readonly queues = new Map<string, Waiting[]>();

  async request<T>(name: string, options: { signal?: AbortSignal }, work: () => Promise<T>): Promise<T> {
    const queue = this.queues.get(name) ?? [];
    this.queues.set(name, queue);
    await new Promise<void>((resolve, reject) => {
      const waiting = { run: resolve };
      options.signal?.addEventListener('abort', () => {
        const place = queue.indexOf(waiting);
        if (place > 0) {
          queue.splice(place, 1);
          reject(options.signal?.reason);
        }
      });
      queue.push(waiting);
      if (queue.length === 1) resolve();
    });
    try {
      return await work();
    } finally {
      queue.shift();
      queue[0]?.run();
    }
  }
}

const define = (name: string, value: unknown) =>
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

/** Navigates to another address, as a link does. */
export function goTo(path: string): void {
  define('location', new URL(path, 'http://localhost:4000'));
}

/** Resets to a new phone: empty storages, no databases, a page at `/`. */
export function newBrowser(): void {
  define('localStorage', new MemoryStorage());
  define('sessionStorage', new MemoryStorage());
  goTo('/');
  define('history', { replaceState: (_state: unknown, _title: string, path: string) => goTo(path) });
  define('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  define('navigator', { onLine: true, locks: new MemoryLocks() });
  globalThis.indexedDB = new IDBFactory();
}

/** Everything readable in this phone's web storages. */
export function webStorage(): string {
  return [localStorage, sessionStorage]
    .flatMap((storage) => Object.keys(storage).map((key) => `${key}=${storage.getItem(key)}`))
    .join('\n');
}

export function setVisibility(state: 'visible' | 'hidden'): void {
  Object.assign(document, { visibilityState: state });
  document.dispatchEvent(new Event('visibilitychange'));
}
