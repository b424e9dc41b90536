import type { AcceptedPlugin } from 'postcss';
import mantine from 'postcss-preset-mantine';
import { ACCENTS, PALETTE, RADIUS } from '../../src/ui/tokens.ts';

const named = ([name, colours]: [string, string | readonly string[]]): [string, string][] =>
  typeof colours === 'string'
    ? [[`--palette-${name}`, colours]]
    : colours.map((colour, place) => [`--palette-${name}-${place}`, colour]);

/** Every token with its value, by the name of its variable. */
export const TOKENS: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ ...PALETTE, ...ACCENTS }).flatMap(named),
  ...Object.entries(RADIUS).map(([size, radius]): [string, string] => [`--radius-${size}`, radius]),
]);

const TOKEN = /var\((--(?:palette|radius)-[\w-]+)\)/g;
const TRANSLUCENT = /color-mix\(in srgb, (#[\da-f]{6}) (\d+)%, transparent\)/g;

/**
 * Replaces tokens by their values. A token that is mixed with `transparent` becomes `#rrggbbaa`, which also browsers
 * without `color-mix` understand. Throws for a name that is no token.
 */
export function withTokens(value: string, unknown: (name: string) => Error): string {
  return value
    .replace(TOKEN, (_, name: string) => {
      const known = TOKENS.get(name);
      if (known === undefined) throw unknown(name);
      return known;
    })
    .replace(TRANSLUCENT, (_, colour: string, percent: string) => {
      const alpha = Math.round((Number(percent) / 100) * 255);
      return `${colour}${alpha.toString(16).padStart(2, '0')}`;
    });
}

/** Puts the tokens' values in their places: they are there before any script has run. */
const tokens: AcceptedPlugin = {
  postcssPlugin: 'danceflix-tokens',
  Declaration(declaration) {
    declaration.value = withTokens(declaration.value, (name) =>
      declaration.error(`${name} is not in src/ui/tokens.ts`),
    );
  },
};

export const STYLES: { plugins: AcceptedPlugin[] } = { plugins: [mantine(), tokens] };
