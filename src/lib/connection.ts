/**
 * Whether the server can be reached: what the browser says, corrected by what really happened to requests. A browser
 * stays "online" behind a captive portal or before a dead server, and some say "offline" behind a VPN or a bridge that
 * works: "offline" is a presumption, which any answer of the server ends.
 *
 * One procedure that fails while others answer says nothing about the host: it has a back-off of its own. And a host
 * that answers now and then must not have the banner come and go with every answer.
 */
import { createStore } from 'zustand/vanilla';
import { backoff } from './backoff';

export type Connection = 'online' | 'offline';
/** `endpoint`: what was asked for; without one a failure counts as the host's. */
export type OutcomeListener = (reached: boolean, endpoint: string | undefined) => void;

/** So many endpoints in a row must fail before the browser's word is doubted. */
const FAILURES = 2;
const PROBES = { first: 1_000, longest: 60_000, jitter: [0.75, 1.25] } as const;
/** Milliseconds for which an answer vouches for the host against the endpoints that failed beside it. */
const VOUCHED = 60_000;
/** In so many milliseconds failures end 'online' so many times at most; the browser's own word always does. */
const CALM = 60_000;
const LOSSES = 2;

const browserOnline = () => globalThis.navigator?.onLine !== false;
const clock = () => performance.now();

function createConnection() {
  const store = createStore<Connection>()(() => (browserOnline() ? 'online' : 'offline'));
  /** Endpoints that failed since the last answer. */
  const failing = new Set<string>();
  /** Endpoints that failed while others answered. */
  const ailing = new Set<string>();
  const taps = new Set<OutcomeListener>();
  let losses: number[] = [];
  let answeredAt = Number.NEGATIVE_INFINITY;
  let nameless = 0;
  let probes = 0;
  let probedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lossTimer: ReturnType<typeof setTimeout> | undefined;
  let probe: (() => Promise<boolean>) | null = null;

  const set = (next: Connection) => {
    if (store.getState() !== next) store.setState(next, true);
  };
  const stopProbing = () => {
    clearTimeout(timer);
    timer = undefined;
  };

  function report(reached: boolean, endpoint?: string | undefined): void {
    for (const tap of taps) tap(reached, endpoint);
    if (reached) answered(endpoint);
    else failed(endpoint);
  }

  function answered(endpoint: string | undefined): void {
    answeredAt = clock();
    for (const one of failing) ailing.add(one);
    if (endpoint !== undefined) ailing.delete(endpoint);
    failing.clear();
    clearTimeout(lossTimer);
    if (store.getState() === 'offline') probes = 0;
    set('online');
    // The answer may be older than the browser's word: as long as the two disagree, the server is asked now and then.
    if (browserOnline()) stopProbing();
    else schedule();
  }

  function failed(endpoint = `nameless ${nameless++}`): void {
    const isVouchedFor = ailing.has(endpoint) && clock() - answeredAt < VOUCHED && browserOnline();
    if (!isVouchedFor) {
      failing.add(endpoint);
      lose();
    }
    schedule();
  }

  /** Ends 'online' when enough has failed, but no oftener than people can stand. */
  function lose(): void {
    clearTimeout(lossTimer);
    if (store.getState() === 'offline' || (failing.size < FAILURES && browserOnline())) return;
    const now = clock();
    losses = losses.filter((at) => now - at < CALM);
    const [first] = losses;
    if (first !== undefined && losses.length >= LOSSES) {
      lossTimer = setTimeout(lose, first + CALM - now + 1);
      return;
    }
    losses.push(now);
    ailing.clear();
    set('offline');
  }

  function schedule(): void {
    if (timer !== undefined || !probe) return;
    // A host that was doubted for nothing a moment ago is not asked every second.
    if (store.getState() === 'online' && clock() - probedAt > 2 * PROBES.longest) probes = 0;
    const delay = backoff(PROBES, probes);
    probes += 1;
    timer = setTimeout(() => {
      timer = undefined;
      // A probe reports its own outcome, which schedules the next one or ends the probing.
      if (globalThis.document?.visibilityState === 'hidden') return schedule();
      probedAt = clock();
      void probe?.().then((reached) => !reached && answeredAt < probedAt && doubt());
    }, delay);
  }

  /** What asks for next to nothing speaks for the host. */
  function doubt(): void {
    failing.add('probe').add('host');
    lose();
  }

  globalThis.addEventListener?.('offline', () => {
    stopProbing();
    probes = 0;
    set('offline');
    schedule();
  });
  globalThis.addEventListener?.('online', () => {
    failing.clear();
    ailing.clear();
    clearTimeout(lossTimer);
    stopProbing();
    probes = 0;
    set('online');
  });

  return {
    get: () => store.getState(),
    subscribe: (listener: (now: Connection) => void) => store.subscribe((now) => listener(now)),
    report,
    /** Hears of every outcome; a worker passes them on to its page. */
    tap(listener: OutcomeListener): () => void {
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
