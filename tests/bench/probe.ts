/**
 * Watches inside the page. `installProbe` is sent to the page as source, so it must not refer to
 * anything outside itself.
 */
import type { Page } from 'playwright';

/** Times are milliseconds since the navigation began. */
export interface Probe {
  /** The frame that first showed twelve cards. */
  painted: number | null;
  longTasks: { start: number; duration: number }[];
  /** Progress of the teachers as the puller reported it, and when. */
  syncing: number | null;
  stored: number | null;
  /** The first frame in which the page answers from its own complete copy. */
  searchable: number | null;
  /** Milliseconds since 1970: the frame that showed the expected text. */
  shown: number | null;
  keys: { key: string; pressed: number; painted: number | null; handled: number }[];
}

declare global {
  interface Window {
    bench: Probe & {
      /**
       * Counts the names that are uncovered and above the lower edge of the screen; called at rest,
       * before keys are timed.
       */
      look(): void;
      /** The visible result of a search: names on the cards in sight, and the number found. */
      inSight(): string;
      /** Calls back in the frame that painted what is in the document now. */
      afterPaint(done: (at: number) => void): void;
    };
  }
}

export function installProbe(): void {
  const CARDS = 12;
  const waiting: ((at: number) => void)[] = [];
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    const at = performance.now();
    for (const done of waiting.splice(0)) done(at);
  };
  const afterPaint = (done: (at: number) => void) =>
    // The callback runs before the frame is drawn, the message arrives right after it.
    requestAnimationFrame(() => {
      if (waiting.push(done) === 1) channel.port2.postMessage(null);
    });
  const titles = document.getElementsByTagName('h3');
  let seen = 1;
  const look = () => {
    const isSeen = (title: Element) => {
      const { left, top, height } = title.getBoundingClientRect();
      const there = document.elementFromPoint(left + 4, top + height / 2);
      return title.contains(there) || title.closest('article')?.contains(there);
    };
    const first = [...titles].findIndex((title) => !isSeen(title));
    seen = Math.max(1, first < 0 ? titles.length : first);
  };
  // Reads cheaply: the probe's own work counts as the page's.
  const inSight = () => {
    let text = document.querySelector('main [role="status"], body > [role="status"]')?.textContent ?? '';
    for (let place = 0; place < seen; place++) {
      // Surplus titles are clipped away, though still in the document.
      const title = titles[place];
      text += title?.closest('[aria-hidden="true"]') ? '\n' : `\n${title?.textContent ?? ''}`;
    }
    return text;
  };
  const bench: Window['bench'] = {
    painted: null,
    longTasks: [],
    syncing: null,
    stored: null,
    searchable: null,
    shown: null,
    keys: [],
    look,
    inSight,
    afterPaint,
  };
  window.bench = bench;

  const cards = document.getElementsByTagName('article');
  const count = () => {
    if (cards.length < CARDS) return;
    observer.disconnect();
    afterPaint((at) => {
      bench.painted = at;
    });
  };
  const observer = new MutationObserver(count);
  observer.observe(document, { childList: true, subtree: true });

  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      bench.longTasks.push({ start: startTime, duration });
  }).observe({ type: 'longtask', buffered: true });

  // Listens to the messages of the engine to the page (src/sync/messages.ts).
  window.Worker = class extends Worker {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args);
      this.addEventListener('message', ({ data }) => {
        const state = data?.type === 'status' ? data.collections?.teachers?.state : undefined;
        if (state === 'syncing') bench.syncing ??= performance.now();
        if (state === 'ready' && bench.syncing !== null) bench.stored ??= performance.now();
        if (data?.type !== 'record' || !data.complete) return;
        // The page takes the message in after the next frame, and draws from it in a later one.
        afterPaint(() =>
          afterPaint((at) => {
            bench.searchable ??= at;
          }),
        );
      });
    }
  };

  addEventListener(
    'keydown',
    (event) => {
      const before = inSight();
      const key: Probe['keys'][number] = {
        key: event.key,
        pressed: event.timeStamp,
        painted: null,
        handled: 0,
      };
      bench.keys.push(key);
      const frame = () =>
        afterPaint((at) => {
          if (key.painted === null && inSight() !== before) key.painted = at;
          else if (at - key.pressed < 1_500) frame();
        });
      frame();
    },
    { capture: true },
  );
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const key = bench.keys.find(({ pressed }) => Math.abs(pressed - entry.startTime) < 1);
      if (key) key.handled = Math.max(key.handled, entry.duration);
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

/**
 * Milliseconds from the start of the navigation to the frame with twelve cards. Throws after
 * `patience` milliseconds.
 */
export async function paintedCards(page: Page, patience = 30_000): Promise<number> {
  const handle = await page.waitForFunction(() => window.bench?.painted ?? false, undefined, {
    timeout: patience,
    polling: 200,
  });
  return (await handle.jsonValue()) as number;
}
