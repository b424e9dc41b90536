import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const UNANSWERED = fileURLToPath(new URL('../../src/db/storage/unanswered.ts', import.meta.url));
const OF_RXDB = /[\\/]node_modules[\\/]rxdb[\\/]/;

/**
 * Leaves the package out with which RxDB compares and sorts documents when no index answers a query: every query of the
 * replica has one (src/db/storage/plain-rows.ts), and the package is a tenth of the worker.
 */
export function noMingo(): Plugin {
  return {
    name: 'danceflix:no-mingo',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^mingo\b|rx-query-mingo/ },
      handler: (_id, importer) => (importer !== undefined && OF_RXDB.test(importer) ? UNANSWERED : null),
    },
  };
}
