/** Events for the bench, sent from the page. */
export function tellSynced(): void {
  const { bench } = window;
  if (!bench) return;
  bench.stored ??= performance.now();
  bench.afterPaint((at) => {
    bench.searchable ??= at;
  });
}

/** Registers the page's worker once, after the first results, as the app does. */
export function registerWorker(): void {
  void navigator.serviceWorker?.register('./sw.js');
}

/** Calls back in a frame in which results are painted. */
export function afterFirstResults(done: () => void): void {
  const look = () => {
    if (!document.querySelector('article')) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(done));
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });
}
