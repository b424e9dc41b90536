/**
 * What becomes of a started app when one of its files does not arrive: the tab is older than what the server still has,
 * and no worker keeps its release. It reloads by itself, once per build (public/boot.js counts), never over something
 * that is being written here, and never where the reload would meet no server.
 */
import { isOfGuess } from '@/app/guesses';
import { useNotice } from '@/app/notice';
import { isRecovered, reportMissingPart } from '@/app/start-report';
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

/** Call once, when the start has succeeded: until then the start-up guard answers for missing files. */
export function followMissingParts(): void {
  if (isRecovered()) say(TEXT.back);
  addEventListener('vite:preloadError', (event) => void consider(event.payload));
}

async function consider(failure: unknown): Promise<void> {
  // Whoever asked hears of it right after this event.
  await pause(0);
  if (underWay || isOfGuess(failure)) return;
  underWay = true;
  try {
    await recover();
  } catch (error) {
    console.warn('Not recovered', error);
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

/** Resolves once nothing unsaved stands on this page. */
async function freeHere(): Promise<void> {
  if (!isBusyHere()) return;
  say(TEXT.waiting);
  while (isBusyHere()) await pause(RETRY_MS);
}

/** Past worker and cache; without the file's body, which is large. */
async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch('/sw.js', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    // No network: the page's own button tries again.
    return false;
  }
}

/** Under a worker a reload alone brings the old release back; the new one's taking over reloads (followUpdates). */
async function letNewReleaseIn(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration?.active) return;
  await registration.update().catch((error: unknown) => console.warn('No newer release', error));
  if (registration.installing || registration.waiting) await pause(PATIENCE_MS);
}

function say(text: string): void {
  useNotice.getState().show({ text });
}
