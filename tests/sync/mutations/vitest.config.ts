/** Runs the model test over a source with one broken rule, which the environment names. */
import { defineConfig } from 'vitest/config';
import { MUTATIONS } from './list';

const path = (relative: string) => new URL(relative, import.meta.url).pathname;
const mutation = MUTATIONS[Number(process.env.OUTBOX_MUTATION)];
if (!mutation) throw new Error('OUTBOX_MUTATION names no mutation');
const file = path(`../../../src/${mutation.file}`);

export default defineConfig({
  root: path('../../..'),
  resolve: {
    alias: {
      '@': path('../../../src'),
      '@search-file': path('../../../supabase/functions/_shared/search-file'),
    },
  },
  plugins: [
    {
      name: 'break-a-rule',
      enforce: 'pre',
      transform(code, id) {
        if (id.split('?')[0] !== file) return null;
        if (!code.includes(mutation.from)) throw new Error(`No longer in ${mutation.file}: ${mutation.from}`);
        return code.replaceAll(mutation.from, mutation.to);
      },
    },
  ],
  test: {
    environment: 'node',
    include: [
      mutation.test?.includes('/') ? mutation.test : `tests/sync/${mutation.test ?? 'outbox-model'}.test.ts`,
    ],
    testTimeout: 60_000,
  },
});
