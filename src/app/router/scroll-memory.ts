import { fieldsOf, isNumber, stored } from '@/lib/stored';

const PATIENCE_MS = 8000;

/** Scroll positions by history entry, kept for the session so that a reload does not lose them. */
const kept = stored<Record<string, number>>(
  'danceflix:scroll',
  (value) =>
    Object.fromEntries(
      Object.entries(fieldsOf(value)).filter((entry): entry is [string, number] => isNumber(entry[1])),
    ),
  { place: 'sessionStorage' },
);

const positions = kept.read() ?? {};

/** The router's key of the entry with which a document was opened. */
const FIRST_ENTRY = 'default';

// The key is the same in every document: the stored position belongs to it only after a reload or a return.
const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
if (load?.type === 'navigate') delete positions[FIRST_ENTRY];

/** Records the scroll position of this history entry until the returned function is called. */
export function keepScroll(key: string): () => void {
  if ('scrollRestoration' in history) history.scrollRestoration = 'manual';
  const remember = () => {
    positions[key] = Math.round(window.scrollY);
  };
  // A new document starts at its top. Do not read the position otherwise: that would force a layout during rendering.
  if (key === FIRST_ENTRY) positions[key] ??= 0;
  const frame = positions[key] === undefined ? requestAnimationFrame(remember) : 0;
  const save = () => kept.write(positions);
  window.addEventListener('scroll', remember, { passive: true });
  window.addEventListener('pagehide', save);
  return () => {
    cancelAnimationFrame(frame);
    window.removeEventListener('scroll', remember);
    window.removeEventListener('pagehide', save);
    save();
  };
}

/** Scrolls to the stored position as soon as the page is tall enough; gives up when the reader scrolls. */
export function restoreScroll(key: string): () => void {
  const target = positions[key];
  if (target === undefined) return () => undefined;
  const started = performance.now();
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const event of ['wheel', 'touchstart', 'keydown']) window.removeEventListener(event, stop);
  };
  const attempt = () => {
    const reachable = document.documentElement.scrollHeight - window.innerHeight;
    if (reachable >= target) {
      window.scrollTo(0, target);
      stop();
    } else if (performance.now() - started < PATIENCE_MS) {
      frame = requestAnimationFrame(attempt);
    } else {
      stop();
    }
  };
  for (const event of ['wheel', 'touchstart', 'keydown'])
    window.addEventListener(event, stop, { passive: true });
  attempt();
  return stop;
}
