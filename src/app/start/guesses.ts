import { serviceWorkers } from '@/lib/browser/navigator';
import { connection } from '@/lib/connection';
import { idle } from '@/lib/idle-moment';

/** Code that is prefetched because it may be needed soon: a failure to load it is not reported. */
const guesses = new Set<string>();
const failures = new WeakSet<object>();
/** Ends the pause of a guess that is needed now. */
const hurries = new Map<string, () => void>();
/** The guess whose loading begins in this task. */
let beginning: string | null = null;

/** Whether the error comes from a guess. Known once the guess has rejected. */
export function isOfGuess(error: unknown): boolean {
  return error instanceof Object && failures.has(error);
}

/**
 * Loads as a guess until it is loaded or `asked` for. Rejects when `load` does. Does nothing where loading would
 * certainly fail: some browsers remember a failed module until the page is reloaded.
 */
export async function guess(key: string, load: () => Promise<unknown>): Promise<void> {
  if (connection.get() === 'offline' && !serviceWorkers()?.controller) return;
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

function begin<T>(key: string | null, load: () => T): T {
  beginning = key;
  try {
    return load();
  } finally {
    beginning = null;
  }
}

/** For code that is loaded in two steps: runs the second one, in a later task, as a part of the guess of this task. */
export function keepGuess(): <T>(load: () => T) => T {
  const key = beginning;
  return (load) => begin(key, load);
}

/** The guess is needed now. */
export function asked(key: string): void {
  guesses.delete(key);
  hurries.get(key)?.();
}

/**
 * Null where the code being loaded is no guess. Otherwise a pause to insert between loading steps: until the next idle
 * moment, or until the code is needed; no pause from then on.
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
