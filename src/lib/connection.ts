/**
 * Whether the server can be reached: what the browser says, corrected by what really happened to requests. A browser
 * stays "online" behind a captive portal or before a dead server, and some say "offline" behind a VPN or a bridge that
 * works: "offline" is a presumption, which any answer of the server ends.
 */
import { createStore } from 'zustand/vanilla';

export type Connection = 'online' | 'offline';

/** So many requests in a row must fail before the browser's word is doubted. */
const FAILURES = 2;
const FIRST_PROBE = 1_000;
const LAST_PROBE = 60_000;

const browserOnline = () => globalThis.navigator?.onLine !== false;

function createConnection() {
  const store = createStore<Connection>()(() => (browserOnline() ? 'online' : 'offline'));
  let failures = 0;
  let wait = FIRST_PROBE;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let probe: (() => Promise<boolean>) | null = null;
  const taps = new Set<(reached: boolean) => void>();

  const set = (next: Connection) => {
    if (store.getState() !== next) store.setState(next, true);
  };
  const stopProbing = () => {
    clearTimeout(timer);
    timer = undefined;
    wait = FIRST_PROBE;
  };

  function report(reached: boolean): void {
    for (const tap of taps) tap(reached);
    if (reached) {
      failures = 0;
      set('online');
      // The answer may be older than the browser's word: as long as the two disagree, the server is asked now and then.
      if (browserOnline()) stopProbing();
      else schedule();
      return;
    }
    failures += 1;
    if (failures >= FAILURES || !browserOnline()) set('offline');
    schedule();
  }

  function schedule(): void {
    if (timer !== undefined || !probe) return;
    const delay = wait * (0.75 + Math.random() / 2);
    wait = Math.min(wait * 2, LAST_PROBE);
    timer = setTimeout(() => {
      timer = undefined;
      // A probe reports its own outcome, which schedules the next one or ends the probing.
      if (globalThis.document?.visibilityState === 'hidden') schedule();
      else void probe?.();
    }, delay);
  }

  globalThis.addEventListener?.('offline', () => {
    stopProbing();
    set('offline');
    schedule();
  });
  globalThis.addEventListener?.('online', () => {
    failures = 0;
    stopProbing();
    set('online');
  });

  return {
    get: () => store.getState(),
    subscribe: (listener: (now: Connection) => void) => store.subscribe((now) => listener(now)),
    report,
    /** Hears of every outcome; a worker passes them on to its page. */
    tap(listener: (reached: boolean) => void): () => void {
      taps.add(listener);
      return () => taps.delete(listener);
    },
    /** How to find out whether the server answers again; the call must end in `report`. */
    probeWith(how: () => Promise<boolean>): void {
      probe = how;
      if (store.getState() === 'offline') schedule();
    },
  };
}

export const connection = createConnection();
