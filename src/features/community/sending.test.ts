import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { postReasons } from './sending';

it('there are words for every refusal that the commands raise', () => {
  const sql = readFileSync('supabase/migrations/20261123000200_mural.sql', 'utf8');
  const known = new Set(['post.create', 'post.remove'].flatMap((kind) => Object.keys(postReasons({ kind }))));
  const raised = [...sql.matchAll(/app\.refuse\('\w+', '(\w+)'/g)].map(([, hint]) => hint);
  expect(raised.length).toBeGreaterThan(8);
  for (const hint of [...raised, 'profile_missing']) expect(known).toContain(hint);
});
