// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Files that ask the browser themselves, each without trusting its answer. */
const ASKERS = [
  // Rejects without Web Crypto, which its callers expect.
  'src/lib/digest.ts',
  // The one way to keep small values, and the one that has to notice when they are not kept.
  'src/lib/stored.ts',
  'src/auth/drafts/locked-drafts.ts',
];
const ROOM = 'src/lib/browser/';

const COMMENT_OR_TEXT = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g;
/** But not a property of the same name in JSX. */
const ASKED =
  /\b(?:navigator|matchMedia|crypto|localStorage|sessionStorage|resolvedOptions)\b(?!=)|\buse(?:Clipboard|ColorScheme|LocalStorage|MediaQuery|Network|Os|SessionStorage)\b/g;

const asked = (text: string) => text.replace(COMMENT_OR_TEXT, "''").match(ASKED) ?? [];

it('only src/lib/browser asks the browser about itself: its answers may be missing, refused or made up', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((name) => join('src', name))
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file))
    .filter((file) => !file.startsWith(ROOM) && !ASKERS.includes(file));
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) => asked(readFileSync(file, 'utf8')).map((what) => `${file}: ${what}`));
  expect(found).toEqual([]);
});

it.each([
  ['const id = crypto.randomUUID();', ['crypto']],
  ["if ('serviceWorker' in navigator) window.matchMedia('print');", ['navigator', 'matchMedia']],
  ['globalThis.navigator?.onLine', ['navigator']],
  ['new Intl.DateTimeFormat().resolvedOptions().timeZone', ['resolvedOptions']],
  ["stored(key, guard, { place: 'sessionStorage' }); // not localStorage", []],
  ['/** Of navigator. */ <Router navigator={history} /> // https://crypto', []],
])('%s', (text, expected) => {
  expect(asked(text)).toEqual(expected);
});
