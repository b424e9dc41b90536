/** What watches inside the page. `installProbe` is sent there as source: it must not refer to anything outside. */
import type { Page } from 'playwright';

/** Times are milliseconds since the navigation began. */
export interface Probe {
  /** The frame that first showed twelve cards. */
  painted: number | null;
  longTasks: { start: number; duration: number }[];
  /** What the puller told of the teachers: how far, and when. */
  syncing: number | null;
  stored: number | null;
  /** The first frame in which the page answers from its own whole copy. */
  searchable: number | null;
  /** Since 1970: the frame that showed what was waited for. */
  shown: number | null;
  keys: { key: string; pressed: number; painted: number | null; handled: number }[];
}

declare global {
  interface Window {
    bench: Probe & {
      /** What a search is about: whose cards there are, and how many were found. */
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
    // The callback runs before the frame is drawn, the message arrives right after.
    requestAnimationFrame(() => {
      if (waiting.push(done) === 1) channel.port2.postMessage(null);
    });
  // What is in sight, and cheaply: the probe's own work counts as the page's.
  const IN_SIGHT = 2;
  const titles = document.getElementsByTagName('h3');
  const inSight = () => {
    let text = document.querySelector('main [role="status"], body > [role="status"]')?.textContent ?? '';
    for (let place = 0; place < IN_SIGHT; place++) text += `\n${titles[place]?.textContent ?? ''}`;
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
    inSight,
    afterPaint,
  };
  window.bench = bench;

  const cards = document.getElementsByTagName('article');
  const look = () => {
    if (cards.length < CARDS) return;
    observer.disconnect();
    afterPaint((at) => {
      bench.painted = at;
    });
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });

  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      bench.longTasks.push({ start: startTime, duration });
  }).observe({ type: 'longtask', buffered: true });

  // Listens to what the engine tells the page (src/sync/messages.ts).
  window.Worker = class extends Worker {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args);
      this.addEventListener('message', ({ data }) => {
        const state = data?.type === 'status' ? data.collections?.teachers?.state : undefined;
        if (state === 'syncing') bench.syncing ??= performance.now();
        if (state === 'ready' && bench.syncing !== null) bench.stored ??= performance.now();
        if (data?.type !== 'record' || !data.complete) return;
        // The page takes it in after the next frame, and draws from it in one of those after.
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

/** Milliseconds from the start of the navigation to the frame with twelve cards. Throws after `patience` milliseconds. */
export async function paintedCards(page: Page, patience = 30_000): Promise<number> {
  const handle = await page.waitForFunction(() => window.bench?.painted ?? false, undefined, {
    timeout: patience,
    polling: 200,
  });
  return (await handle.jsonValue()) as number;
}
