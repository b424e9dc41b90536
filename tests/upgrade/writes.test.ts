import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { KINDS } from '@/outbox/commands/kinds';

it('the phone that a release keeps has a write of every kind', () => {
  const program = readFileSync(new URL('support/every-write.ts', import.meta.url), 'utf8');
  // A write is handed over by `keep`, or is a variable that is.
  expect(Object.keys(KINDS).filter((kind) => !program.includes(`'${kind}'`))).toEqual([]);
});
