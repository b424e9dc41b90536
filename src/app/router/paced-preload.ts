/**
 * Links the files of a prefetched page a few at a time. Vite's helper links all of them in one task, two dozen for a
 * teacher's page: 35 ms on a slow phone, during which input is blocked. A page that is needed now is linked at once.
 * The build wraps the helper in this (scripts/build/paced-preload.ts).
 */
import { paceOfGuess } from '../start/guesses';

/** Vite's `__vitePreload`: links `files`, then loads. It skips files that are already linked. */
export type Preload = <T>(load: () => Promise<T>, files?: readonly string[], importer?: string) => Promise<T>;

const AT_ONCE = 3;

export function paced(preload: Preload): Preload {
  return (load, files = [], importer) => {
    const pace = paceOfGuess();
    return pace ? inSteps(preload, load, files, importer, pace) : preload(load, files, importer);
  };
}

async function inSteps<T>(
  preload: Preload,
  load: () => Promise<T>,
  files: readonly string[],
  importer: string | undefined,
  pace: () => Promise<void>,
): Promise<T> {
  // A style sheet that does not load has to fail the page itself; the link of a script fails nothing.
  const scripts = files.filter((file) => file.endsWith('.js'));
  for (let from = 0; from < scripts.length; from += AT_ONCE) {
    await preload(async () => undefined, scripts.slice(from, from + AT_ONCE), importer);
    await pace();
  }
  return preload(load, files, importer);
}
