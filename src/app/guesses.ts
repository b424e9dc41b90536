/** Code that is loaded because somebody may need it in a moment: that it does not arrive is no news to anybody. */
const guesses = new Set<string>();
const failures = new WeakSet<object>();

/** Whether this is why a guess did not arrive. Known once the guess has been told. */
export function isOfGuess(error: unknown): boolean {
  return error instanceof Object && failures.has(error);
}

/**
 * Loads as a guess until it is done or `asked` for. Rejects as `load` does. Does nothing where it is bound to fail: some
 * browsers remember a module that did not arrive until the page is loaded anew.
 */
export async function guess(key: string, load: () => Promise<unknown>): Promise<void> {
  if (navigator.onLine === false && !navigator.serviceWorker?.controller) return;
  guesses.add(key);
  try {
    await load();
  } catch (error) {
    if (guesses.has(key) && error instanceof Object) failures.add(error);
    throw error;
  } finally {
    guesses.delete(key);
  }
}

/** Somebody needs it now. */
export function asked(key: string): void {
  guesses.delete(key);
}
