// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getConfig } from '@testing-library/dom';
import { expect, it, vi } from 'vitest';
import { TEST_LIMIT, WAIT_LIMIT } from '../support/limits.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const FOLDERS = [
  ...['src', 'sw', 'scripts', 'supabase', 'tests/claims', 'tests/conformance', 'tests/database', 'tests/e2e'],
  ...['tests/engines', 'tests/fuzz', 'tests/hosted', 'tests/support', 'tests/sync', 'tests/unit'],
];

/** After this the wait is not over: it looks once more, at a page that was loaded anew. */
const TRIES_AGAIN = ['tests/e2e/accounts/share-picture.spec.ts'];

const OF_TESTS = /\.(test|spec)\.tsx?$|^tests\//;
const TIMEOUT = /\btimeout: ([\d_]+)/g;
/** A test's own limit, as its last argument. */
const LIMIT = /^\s*\}, ([\d_]+)\);$/gm;

it('no wait gives up earlier than all others, because a busy machine is no fault', () => {
  const found = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((file) => /\.tsx?$/.test(file) && OF_TESTS.test(file) && !TRIES_AGAIN.includes(file))
      .flatMap((file) => {
        const text = readFileSync(join(ROOT, file), 'utf8');
        const isEarly = (given: string, limit: number) => {
          const milliseconds = Number(given.replaceAll('_', ''));
          // A connection that is to end is given seconds.
          return milliseconds >= 100 && milliseconds < limit;
        };
        return [
          ...[...text.matchAll(TIMEOUT)].filter(([, given = '']) => isEarly(given, WAIT_LIMIT)),
          ...[...text.matchAll(LIMIT)].filter(([, given = '']) => isEarly(given, TEST_LIMIT)),
        ].map(([line]) => `${file}: ${line.trim()}`);
      }),
  );
  expect(found).toEqual([]);
});

it('waits without a limit go on after the second at which they end by default', async () => {
  const end = performance.now() + 1_100;
  const isOver = () => performance.now() > end;
  await Promise.all([
    vi.waitUntil(isOver),
    vi.waitFor(() => expect(isOver()).toBe(true)),
    expect.poll(isOver).toBe(true),
  ]);
  expect(getConfig().asyncUtilTimeout).toBeGreaterThan(10_000);
});
