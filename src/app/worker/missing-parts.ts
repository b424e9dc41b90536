/**
 * Recovers a started app when one of its files does not arrive: the tab is older than the server's files, and no worker
 * keeps its release. The page reloads by itself, once per build (public/boot.js counts), but never over unsaved text,
 * and never while the server does not respond.
 */
import { useNotice } from '@/app/notice';
import { isOfGuess } from '@/app/start/guesses';
import { isRecovered, reportMissingPart } from '@/app/start/start-report';
import { serviceWorkers } from '@/lib/browser/navigator';
import { isBusyHere } from '@/lib/busy';
import { pause } from '@/lib/idle';

const RETRY_MS = 5_000;
/** Milliseconds that a new release has to be stored and to take over, which reloads too. */
const PATIENCE_MS = 15_000;

const TEXT = {
  waiting: 'Há uma versão nova do Danceflix: recarregamos quando você terminar.',
  back: 'Recarregamos o Danceflix: uma parte dele não tinha chegado.',
} as const;

let underWay = false;

/** Call once, when the start has succeeded: until then the start-up guard handles missing files. */
export function followMissingParts(): void {
  if (isRecovered()) say(TEXT.back);
  addEventListener('vite:preloadError', (event) => void consider(event.payload));
}

async function consider(failure: unknown): Promise<void> {
  // The importer learns of the failure right after this event.
  await pause(0);
  if (underWay || isOfGuess(failure)) return;
  underWay = true;
  try {
    await recover();
  } catch (error) {
    console.warn('The missing part was not recovered', error);
  } finally {
    underWay = false;
  }
}

async function recover(): Promise<void> {
  if (!(await serverAnswers())) return;
  await freeHere();
  await letNewReleaseIn();
  await freeHere();
  reportMissingPart();
}

/** Resolves once this page has nothing unsaved. */
async function freeHere(): Promise<void> {
  if (!isBusyHere()) return;
  say(TEXT.waiting);
  while (isBusyHere()) await pause(RETRY_MS);
}

/** Bypasses worker and cache, and skips the body of the file, which is large. */
async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch('/sw.js', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    // No network: the page's own button tries again.
    return false;
  }
}

/** Under a worker a reload alone returns the old release; once the new one has taken over, followUpdates reloads. */
async function letNewReleaseIn(): Promise<void> {
  const registration = await serviceWorkers()?.getRegistration();
  if (!registration?.active) return;
  await registration.update().catch((error: unknown) => console.warn('The worker was not updated', error));
  if (registration.installing || registration.waiting) await pause(PATIENCE_MS);
}

function say(text: string): void {
  useNotice.getState().show({ text });
}
