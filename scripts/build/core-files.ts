/**
 * The build's files that open offline first: start, search, a teacher's page and the outbox, with all that these load.
 * The worker stores them before the others (vite.config.ts, sw/precache.ts).
 */
import { type Chunk, reach } from './admin-files.ts';

/** Pages among them; those of others are left out, with what only they load. */
const PAGES = /^src\/pages\/public\/(search|teacher|lead-form|not-found)-page\./;

const isLeftOut = (key: string) => (/^src\/pages\//.test(key) && !PAGES.test(key)) || /-layout\./.test(key);

/** Paths in dist/. */
export function coreFiles(manifest: Record<string, Chunk>): Set<string> {
  return reach(manifest, ['index.html'], (key) => !isLeftOut(key));
}
