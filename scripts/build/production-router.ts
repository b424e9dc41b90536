import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const BUILT = {
  'react-router': new URL('../../node_modules/react-router/dist/production/index.mjs', import.meta.url),
  'react-router/dom': new URL(
    '../../node_modules/react-router/dist/production/dom-export.mjs',
    import.meta.url,
  ),
};

/** Takes the router's files without its warnings for developers: its package names only those with them. */
export function productionRouter(): Plugin {
  return {
    name: 'danceflix:production-router',
    apply: 'build',
    enforce: 'pre',
    resolveId(source) {
      const file = BUILT[source as keyof typeof BUILT];
      if (!file) return null;
      const path = fileURLToPath(file);
      if (!existsSync(path)) throw new Error(`The router has no ${path} anymore`);
      return path;
    },
  };
}
