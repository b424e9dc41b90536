/**
 * How the app tells the start-up guard (public/boot.js) how far it has come. The guard may be missing, when its
 * own file did not load: then there is nobody to tell, and the app goes on.
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

/** React has committed once: errors from here on no longer mean that the app did not start. */
export function reportRendered(): void {
  tellRendered();
  window.danceflixStart?.rendered();
}

/** First results are painted: the start counts as successful, its failure counter is cleared. */
export const reportSettled = (): void => window.danceflixStart?.settled();

/** Shows the failure screen. Reloads by itself only during the start, and once per build. */
export const reportFailure = (cause: unknown): void => window.danceflixStart?.failed(cause);

/** A part of the started app did not arrive: reloads once per build. False where nothing more can be done by itself. */
export const reportMissingPart = (): boolean => window.danceflixStart?.recover() ?? false;

/** Whether this document is such a reload. */
export const isRecovered = (): boolean => window.danceflixStart?.cameBack ?? false;
