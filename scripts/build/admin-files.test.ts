import { expect, it } from 'vitest';
import { adminOnlyFiles } from './admin-files';

it('finds what only the administration loads, shared code left out', () => {
  const files = adminOnlyFiles({
    'index.html': {
      file: 'index.js',
      css: ['index.css'],
      imports: ['_shared.js'],
      dynamicImports: ['src/pages/public/home-page.tsx', 'src/pages/admin/home-page.tsx'],
    },
    '_shared.js': { file: 'shared.js' },
    'src/pages/public/home-page.tsx': { file: 'home.js', imports: ['_button.js'] },
    '_button.js': { file: 'button.js' },
    'src/pages/admin/home-page.tsx': {
      file: 'admin.js',
      css: ['admin.css'],
      imports: ['_shared.js', '_button.js', '_table.js'],
      dynamicImports: ['src/features/admin/chart.tsx'],
    },
    '_table.js': { file: 'table.js' },
    'src/features/admin/chart.tsx': { file: 'chart.js' },
  });
  expect([...files].sort()).toEqual(['admin.css', 'admin.js', 'chart.js', 'table.js']);
});
