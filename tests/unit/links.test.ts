import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('every link and redirect has a typed address: only src/ui takes the router’s own', () => {
  const untyped = /import \{[^}]*\b(Link|NavLink|Navigate|useNavigate)\b[^}]*\} from 'react-router-dom'/;
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => untyped.test(readFileSync(`src/${file}`, 'utf8')))).toEqual([
    'ui/link.tsx',
    'ui/navigate.ts',
  ]);
});
