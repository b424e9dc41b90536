import type { Plugin } from 'vite';

const EMPTY = '\0danceflix:unused-channel';
const CHOOSER = /[\\/]broadcast-channel[\\/]dist[\\/]esbrowser[\\/]method-chooser\.js$/;
const STANDS_IN = `
export const LocalstorageMethod = { type: 'localstorage', canBeUsed: () => false };
export const SimulateMethod = undefined;
`;

/**
 * Leaves out two ways in which the package `broadcast-channel` could talk between tabs: by localStorage, which it takes
 * where there is no IndexedDB, without which there is no replica either; and one that only its own tests ask for.
 */
export function unusedChannels(): Plugin {
  return {
    name: 'danceflix:unused-channels',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /methods\/(localstorage|simulate)\.js$/ },
      handler: (_id, importer) => (importer !== undefined && CHOOSER.test(importer) ? EMPTY : null),
    },
    load: (id) => (id === EMPTY ? STANDS_IN : null),
  };
}
