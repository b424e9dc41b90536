import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TOKENS, withTokens } from '../../scripts/build/styles';

const file = (path: string) => readFileSync(path, 'utf8');
const [light = '', dark = ''] = file('src/ui/themes.css').split(':root[data-mantine-color-scheme="dark"]');

/** The roles of one theme with their colours; shadows and other values that are no single colour are left out. */
function rolesOf(block: string): Map<string, string> {
  const declared = [...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)];
  return new Map(
    declared.map(([, name = '', value = '']) => [
      name,
      withTokens(value, (unknown) => new Error(`${unknown} is no token`)),
    ]),
  );
}
const THEMES = { light: rolesOf(light), dark: rolesOf(dark) };

type Rgb = [number, number, number];

/** A translucent colour is laid over `ground`. */
function rgbOf(colour: string, ground?: Rgb): Rgb {
  const [r = 0, g = 0, b = 0, alpha = 255] = (colour.match(/[\da-f]{2}/g) ?? []).map((part) =>
    Number.parseInt(part, 16),
  );
  if (alpha === 255) return [r, g, b];
  if (!ground) throw new Error(`${colour} needs a ground`);
  const mix = (over: number, under: number) => (over * alpha + under * (255 - alpha)) / 255;
  return [mix(r, ground[0]), mix(g, ground[1]), mix(b, ground[2])];
}

/** WCAG 2.2, relative luminance. */
function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const GROUNDS = ['--paper', '--surface', '--sand'];
/** Text on grounds, 4.5:1. */
const TEXT: [text: string, grounds: string[]][] = [
  [
    '--ink',
    [
      ...GROUNDS,
      '--magenta-faint',
      '--magenta-soft',
      '--amber-soft',
      '--amber-faint',
      '--red-soft',
      '--green-soft',
    ],
  ],
  ['--ink-soft', GROUNDS],
  ['--ink-2', [...GROUNDS, '--magenta-faint', '--magenta-soft', '--amber-faint']],
  ['--wine', GROUNDS],
  ['--magenta', GROUNDS],
  ['--magenta-deep', [...GROUNDS, '--raised', '--magenta-faint', '--magenta-soft']],
  ['--green', [...GROUNDS.slice(0, 2), '--green-soft']],
  ['--green-ink', ['--green-soft', '--surface']],
  ['--red', [...GROUNDS.slice(0, 2), '--red-soft']],
  ['--red-ink', ['--red-soft', '--surface']],
  ['--amber-ink', ['--surface', '--amber-soft', '--amber-faint']],
  ['--on-fill', ['--magenta-fill', '--wine-fill', '--green-fill', '--red-fill', '--wine-deep']],
  ['--on-fill-2', ['--wine-deep', '--wine-fill']],
  ['--on-inverse', ['--inverse']],
];
/** Edges of controls, focus rings and marks on grounds, 3:1. */
const MARKS: [mark: string, grounds: string[]][] = [
  ['--edge', GROUNDS],
  ['--magenta', [...GROUNDS, '--magenta-soft', '--magenta-faint']],
  ['--magenta-fill', ['--paper', '--surface']],
  ['--chart-1', ['--surface']],
  ['--chart-2', ['--surface']],
  ['--chart-3', ['--surface']],
  ['--chart-4', ['--surface']],
];

for (const [name, roles] of Object.entries(THEMES)) {
  const colour = (role: string) => {
    const value = roles.get(role);
    if (!value?.startsWith('#')) throw new Error(`${role} is no colour: ${value}`);
    return value;
  };
  const surface = rgbOf(colour('--surface'));

  test.each([...TEXT.map((row) => [4.5, ...row] as const), ...MARKS.map((row) => [3, ...row] as const)])(
    `${name} theme: at least %d:1 for %s on %j`,
    (least, role, grounds) => {
      const weak = grounds
        .map((ground) => {
          const under = rgbOf(colour(ground), surface);
          return [ground, contrast(rgbOf(colour(role), under), under)] as const;
        })
        .filter(([, ratio]) => ratio < least);
      expect(weak).toEqual([]);
    },
  );
}

test('[T063] white text is readable on the filled buttons of both themes, which Mantine takes from the palette', () => {
  const white = rgbOf('#ffffff');
  for (const shade of ['magenta-6', 'magenta-5', 'magenta-7', 'danger-6', 'danger-5', 'danger-7']) {
    expect(contrast(white, rgbOf(TOKENS.get(`--palette-${shade}`) ?? '')), shade).toBeGreaterThanOrEqual(4.5);
  }
});

test('both themes define the same roles', () => {
  expect([...THEMES.dark.keys()]).toEqual([...THEMES.light.keys()]);
});

test('the start-up guard, the page and the manifest name the colours of the tokens', () => {
  const token = (name: string) => TOKENS.get(`--palette-${name}`) ?? '';
  const boot = file('public/boot.js');
  expect(boot).toContain(`'theme-color': dark ? '${token('dark-8')}' : '${token('wine-7')}'`);
  expect(file('index.html')).toContain(`name="theme-color" content="${token('wine-7')}"`);
  const manifest = JSON.parse(file('public/manifest.webmanifest'));
  expect(manifest).toMatchObject({
    theme_color: token('wine-7'),
    background_color: token('sand-0'),
    user_preferences: {
      color_scheme: { dark: { theme_color: token('dark-8'), background_color: token('dark-8') } },
    },
  });
});
