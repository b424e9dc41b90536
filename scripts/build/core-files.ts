/**
 * The build's files that open offline first: start, search, a teacher's page and the outbox, with all that these load.
 * The worker stores them before the others (vite.config.ts, sw/precache.ts).
 */
import { type Chunk, reach } from './admin-files.ts';

/**
 * Pages among them; those of others are left out, with what only they load. That of saving data too: a phone that does
 * never stores the others, and may not be left without a way to end it.
 */
const PAGES = /^src\/pages\/(public\/(search|teacher|lead-form|low-data|not-found)|account\/pending)-page\./;

/**
 * Of no use without a network (signing in, installing), or for none of these pages. The engine is the copy for browsers
 * whose workers cannot load it. Push is not among them: who signs out without a network ends it.
 */
const FOLLOWS =
  /^src\/(sync\/engine|auth\/session\/client|app\/router\/(own|admin)-modules|lib\/layout-shift|features\/install\/)|-layout\./;

const isLeftOut = (key: string) => (/^src\/pages\//.test(key) && !PAGES.test(key)) || FOLLOWS.test(key);

/** Paths in dist/. */
export function coreFiles(manifest: Record<string, Chunk>): Set<string> {
  return reach(manifest, ['index.html'], (key) => !isLeftOut(key));
}
