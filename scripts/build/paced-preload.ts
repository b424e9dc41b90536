import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const PACED = fileURLToPath(new URL('../../src/app/router/paced-preload.ts', import.meta.url));
const EXPORTED = 'export const __vitePreload = ';

/** Puts the app's own pace around the helper with which Vite loads lazy parts (src/app/router/paced-preload.ts). */
export function pacedPreload(): Plugin {
  return {
    name: 'danceflix:paced-preload',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        if (!code.includes(EXPORTED)) return this.error('Vite loads lazy parts otherwise than before');
        return {
          code: `import { paced } from ${JSON.stringify(PACED)};
${code.replace(EXPORTED, 'const preload = ')}
export const __vitePreload = paced(preload);`,
          map: null,
        };
      },
    },
  };
}
