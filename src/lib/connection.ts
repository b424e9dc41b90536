/**
 * Whether the server can be reached: the browser's state, corrected by the outcome of real requests. A browser stays
 * "online" behind a captive portal or when the server is down, and some report "offline" behind a working VPN or
 * bridge. So "offline" is an assumption that any response of the server ends.
 *
 * One procedure that fails while others respond says nothing about the host: it has a back-off of its own. And a host
 * that responds now and then must not make the banner flicker with every response.
 */
import { createStore } from 'zustand/vanilla';
import { backoff } from './backoff';
import { mayBeOnline } from './browser/navigator';

export type Connection = 'online' | 'offline';
/** `endpoint`: the requested procedure or table; a failure without one counts against the host. */
export type OutcomeListener = (reached: boolean, endpoint: string | undefined) => void;

/** The number of endpoints in a row that must fail before the browser's "online" is doubted. */
const FAILURES = 2;
const PROBES = { first: 1_000, longest: 60_000, jitter: [0.75, 1.25] } as const;
/** Milliseconds for which a response proves that the host works, even if other endpoints fail. */
const VOUCHED = 60_000;
/**
 * Milliseconds in which failures may end 'online' only a limited number of times; the browser's own "offline" always
 * does.
 */
const CALM = 60_000;
const LOSSES = 2;

const clock = () => performance.now();

function createConnection() {
  const store = createStore<Connection>()(() => (mayBeOnline() ? 'online' : 'offline'));
  /** Endpoints that failed since the last response. */
  const failing = new Set<string>();
  /** Endpoints that failed while others responded. */
  const ailing = new Set<string>();
  const taps = new Set<OutcomeListener>();
  let losses: number[] = [];
  let answeredAt = Number.NEGATIVE_INFINITY;
  /** A probe has reached the server since the browser said "offline": other responses may be older than that. */
  let isRefuted = false;
  let nameless = 0;
  /** How often the browser has said "online" again. */
  let returns = 0;
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
    if (store.getState() === 'offline') {
      probes = 0;
      // A probe that was to wait longer would let a late response count until then.
      stopProbing();
    }
    set('online');
    // The response may be older than the browser's "offline": while the two disagree, probing goes on.
    if (mayBeOnline()) stopProbing();
    else schedule();
  }

  function failed(endpoint = `nameless ${nameless++}`): void {
    const isVouchedFor = ailing.has(endpoint) && clock() - answeredAt < VOUCHED && mayBeOnline();
    if (!isVouchedFor) {
      failing.add(endpoint);
      lose();
    }
    schedule();
  }

  /** Ends 'online' after enough failures, but not so often that the banner flickers. */
  function lose(): void {
    clearTimeout(lossTimer);
    if (store.getState() === 'offline' || (failing.size < FAILURES && mayBeOnline())) return;
    if (!mayBeOnline() && !isRefuted) {
      set('offline');
      return;
    }
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
    // A host that was doubted wrongly a moment ago is not probed every second.
    if (store.getState() === 'online' && clock() - probedAt > 2 * PROBES.longest) probes = 0;
    const delay = backoff(PROBES, probes);
    probes += 1;
    timer = setTimeout(() => {
      timer = undefined;
      // A probe reports its own outcome, which schedules the next one or ends the probing.
      if (globalThis.document?.visibilityState === 'hidden') return schedule();
      probedAt = clock();
      const before = returns;
      void probe?.().then((reached) => {
        if (reached) isRefuted = !mayBeOnline();
        // One that was asked before the network came back says nothing about it.
        else if (answeredAt < probedAt && returns === before) doubt();
      });
    }, delay);
  }

  /** Lets a cheap request decide about the host. */
  function doubt(): void {
    failing.add('probe').add('host');
    lose();
  }

  globalThis.addEventListener?.('offline', () => {
    isRefuted = false;
    stopProbing();
    probes = 0;
    set('offline');
    schedule();
  });
  globalThis.addEventListener?.('online', () => {
    returns += 1;
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
    /** Calls back for every outcome; a worker passes them on to its page. */
    tap(listener: OutcomeListener): () => void {
      taps.add(listener);
      return () => taps.delete(listener);
    },
    /** Sets the request that finds out whether the server responds again; it must end in `report`. */
    probeWith(how: () => Promise<boolean>): void {
      probe = how;
      if (store.getState() === 'offline') schedule();
    },
  };
}

export const connection = createConnection();
