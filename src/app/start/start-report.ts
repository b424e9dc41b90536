/**
 * Reports the app's progress to the start-up guard (public/boot.js). The guard is missing when its own file did not
 * load; the app then runs without it.
 */
interface StartGuard {
  rendered(): void;
  settled(): void;
  failed(cause: unknown): void;
  recover(): boolean;
  /** This document is the reload of one that missed a part, or that did not start. */
  cameBack: boolean;
}

declare global {
  interface Window {
    danceflixStart?: StartGuard;
  }
}

let tellRendered: () => void = () => undefined;

/** Resolves when React has committed once. */
export const rendered = new Promise<void>((resolve) => {
  tellRendered = resolve;
});

/** React has committed once: later errors no longer mean that the app did not start. */
export function reportRendered(): void {
  tellRendered();
  window.danceflixStart?.rendered();
}

/** First results are painted: the start counts as successful, its failure counter is cleared. */
export const reportSettled = (): void => window.danceflixStart?.settled();

/** Shows the failure screen. Reloads by itself only during the start, and once per build. */
export const reportFailure = (cause: unknown): void => window.danceflixStart?.failed(cause);

/** A part of the started app did not load: reloads once per build. False where the page cannot do more by itself. */
export const reportMissingPart = (): boolean => window.danceflixStart?.recover() ?? false;

/** Whether this document is such a reload. */
export const isRecovered = (): boolean => window.danceflixStart?.cameBack ?? false;
