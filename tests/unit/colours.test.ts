/** Colours stand in src/ui/tokens.ts and src/ui/themes.css only: one written elsewhere is missing in the other theme. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SOURCES = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path}`)
  .filter((path) => /\.(css|tsx?)$/.test(path) && !/\.test\.tsx?$/.test(path))
  .filter((path) => path !== 'src/ui/tokens.ts');

/** Files that draw the same in both themes, with the reason. */
const SAME_IN_BOTH: Record<string, string> = {
  'src/features/account/fields/flag.tsx': 'Flags have their own colours.',
  'src/features/share/drawing.ts': 'Draws pictures that leave the app.',
  'src/features/share/link-card.ts': 'A picture that leaves the app.',
  'src/features/share/poster.ts': 'A picture that leaves the app.',
  'src/lib/picture.ts': 'Transparent pixels of an uploaded picture become white.',
  'src/ui/qr-code.tsx': 'A QR code is read by cameras: dark on white.',
  'src/ui/carousel.module.css': 'A mask knows only opaque and transparent.',
};

const NAMED =
  'white|black|gr[ae]y|silver|red|green|blue|yellow|orange|pink|purple|gold|maroon|navy|teal|brown|crimson|magenta';
const COLOUR = /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|oklch|oklab|lab|lch)\(/i;
/** In style sheets also by name: a whole word of a value that is not part of a variable's name. */
const IN_STYLES = new RegExp(`${COLOUR.source}|(?<![-\\w])(?:${NAMED})(?![-\\w])`, 'i');
/** Mantine's own palettes, which are not tokens. */
const MANTINE =
  /\b(?:color|bg|c)=["{']*(?:red|green|gray|blue|yellow|orange|pink|dark)\b|mantine-color-(?!body|scheme)/;

/** Lines with a colour. Comments and `url(#…)` have none. */
function coloursIn(path: string): string[] {
  const text = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\//g, (comment) =>
    comment.replace(/[^\n]/g, ' '),
  );
  return text.split('\n').flatMap((line, place) => {
    const code = line.replace(/\/\/ .*/, '').replace(/url\(#[^)]*\)/g, '');
    const value = path.endsWith('.css') ? code.slice(code.indexOf(':') + 1) : code;
    const found = path.endsWith('.css')
      ? /^\s*[-\w]+:/.test(code) && IN_STYLES.test(value)
      : isColourInScript(code);
    return found || MANTINE.test(code) ? [`${path}:${place + 1}: ${line.trim()}`] : [];
  });
}

/** Addresses like '#depoimentos' and numbers of cases like '#10' are no colours: only quoted hexadecimal ones are. */
function isColourInScript(line: string): boolean {
  return /['"`](?:#(?:[\da-f]{3}|[\da-f]{4}|[\da-f]{6}|[\da-f]{8})|(?:rgb|hsl)a?\([^'"`]*)['"`]/i.test(line);
}

test('components name colours by their role, never by their value', () => {
  const found = SOURCES.filter((path) => !(path in SAME_IN_BOTH)).flatMap(coloursIn);
  expect(found).toEqual([]);
});

test('every file that is excepted has a colour', () => {
  expect(Object.keys(SAME_IN_BOTH).filter((path) => coloursIn(path).length === 0)).toEqual([]);
});

test.each([
  ['  color: #fff;', true],
  ['  background: rgb(0 0 0 / 50%);', true],
  ['  border: 1px solid white;', true],
  ['  color: var(--palette-white);', false],
  ['  white-space: nowrap;', false],
  ['  fill: url(#gradient);', false],
  ['  border-color: var(--red);', false],
])('%s has a colour: %s', (line, has) => {
  const code = line.replace(/url\(#[^)]*\)/g, '');
  expect(IN_STYLES.test(code.slice(code.indexOf(':') + 1))).toBe(has);
});
