import { expect, it } from 'vitest';
import { coreFiles } from './core-files';

it('finds start, search, teacher and outbox with their parts, and no other page', () => {
  const files = coreFiles({
    'index.html': {
      file: 'index.js',
      css: ['index.css'],
      imports: ['_shared.js'],
      dynamicImports: [
        'src/outbox/page.ts',
        'src/sync/start.ts',
        'src/pages/public/teacher-page.tsx',
        'src/pages/public/blog-page.tsx',
        'src/pages/account/pending-page.tsx',
        'src/app/router/seldom-modules.ts',
        'src/app/layouts/admin-layout.tsx',
        'src/app/router/own-modules.ts',
        'src/auth/session/client.ts',
        'src/features/push/farewell.ts',
      ],
    },
    '_shared.js': { file: 'shared.js' },
    'src/outbox/page.ts': { file: 'outbox.js', dynamicImports: ['src/outbox/commands/lead-send.ts'] },
    'src/outbox/commands/lead-send.ts': { file: 'lead-send.js' },
    'src/sync/start.ts': { file: 'start.js', assets: ['worker.js'] },
    'src/pages/public/teacher-page.tsx': { file: 'teacher.js', css: ['teacher.css'], imports: ['_stars.js'] },
    '_stars.js': { file: 'stars.js' },
    'src/pages/public/blog-page.tsx': { file: 'blog.js', imports: ['_shared.js', '_editor.js'] },
    'src/pages/account/pending-page.tsx': { file: 'pending.js' },
    'src/app/router/seldom-modules.ts': {
      file: 'seldom.js',
      dynamicImports: ['src/pages/public/low-data-page.tsx', 'src/pages/legal/terms-page.tsx'],
    },
    'src/pages/public/low-data-page.tsx': { file: 'low-data.js' },
    'src/pages/legal/terms-page.tsx': { file: 'terms.js' },
    '_editor.js': { file: 'editor.js' },
    'src/app/router/own-modules.ts': { file: 'own-modules.js' },
    'src/auth/session/client.ts': { file: 'client.js' },
    'src/features/push/farewell.ts': { file: 'farewell.js' },
    'src/app/layouts/admin-layout.tsx': { file: 'admin.js' },
  });
  expect([...files].sort()).toEqual([
    'farewell.js',
    'index.css',
    'index.js',
    'lead-send.js',
    'low-data.js',
    'outbox.js',
    'pending.js',
    'seldom.js',
    'shared.js',
    'stars.js',
    'start.js',
    'teacher.css',
    'teacher.js',
    'worker.js',
  ]);
});
