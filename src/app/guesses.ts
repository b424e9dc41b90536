import { connection } from '@/lib/connection';
import { idle } from '@/lib/idle-moment';

/** Code that is loaded because somebody may need it in a moment: that it does not arrive is no news to anybody. */
const guesses = new Set<string>();
const failures = new WeakSet<object>();
/** Ends the pause of a guess that somebody waits for now. */
const hurries = new Map<string, () => void>();
/** The guess whose loading is being begun, in this very moment. */
let beginning: string | null = null;

/** Whether this is why a guess did not arrive. Known once the guess has been told. */
export function isOfGuess(error: unknown): boolean {
  return error instanceof Object && failures.has(error);
}

/**
 * Loads as a guess until it is done or `asked` for. Rejects as `load` does. Does nothing where it is bound to fail: some
 * browsers remember a module that did not arrive until the page is loaded anew.
 */
export async function guess(key: string, load: () => Promise<unknown>): Promise<void> {
  if (connection.get() === 'offline' && !navigator.serviceWorker?.controller) return;
  guesses.add(key);
  try {
    await begin(key, load);
  } catch (error) {
    if (guesses.has(key) && error instanceof Object) failures.add(error);
    throw error;
  } finally {
    guesses.delete(key);
  }
}

function begin(key: string, load: () => Promise<unknown>): Promise<unknown> {
  beginning = key;
  try {
    return load();
  } finally {
    beginning = null;
  }
}

/** Somebody needs it now. */
export function asked(key: string): void {
  guesses.delete(key);
  hurries.get(key)?.();
}

/**
 * Null where what is being loaded is no guess. Otherwise a pause to put between the steps of loading it: until the next
 * idle moment, or until somebody asks for it; none from then on.
 */
export function paceOfGuess(): (() => Promise<void>) | null {
  const key = beginning;
  if (key === null) return null;
  return async () => {
    if (!guesses.has(key)) return;
    const hurried = new Promise<void>((resolve) => hurries.set(key, resolve));
    await Promise.race([idle(), hurried]);
    hurries.delete(key);
  };
}
