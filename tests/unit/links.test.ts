import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('every link of the app has a typed address: only src/ui/link.tsx takes the router’s own', () => {
  const untyped = /import \{[^}]*\b(Link|NavLink|Navigate)\b[^}]*\} from 'react-router-dom'/;
  const files = globSync('src/**/*.tsx').filter((file) => !file.includes('.test.'));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => untyped.test(readFileSync(file, 'utf8')))).toEqual(['src/ui/link.tsx']);
});
