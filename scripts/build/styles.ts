import type { AcceptedPlugin } from 'postcss';
import mantine from 'postcss-preset-mantine';
import { PALETTE, RADIUS } from '../../src/ui/tokens.ts';

const TOKENS = new Map<string, string>([
  ...Object.entries(PALETTE).flatMap(([name, shades]) =>
    shades.map((shade, place) => [`--palette-${name}-${place}`, shade] as const),
  ),
  ...Object.entries(RADIUS).map(([size, radius]) => [`--radius-${size}`, radius] as const),
]);

/** Puts the tokens' values in their places: they are there before any script has run. Fails on an unknown one. */
const tokens: AcceptedPlugin = {
  postcssPlugin: 'danceflix-tokens',
  Declaration(declaration) {
    if (!/var\(--(palette|radius)-/.test(declaration.value)) return;
    declaration.value = declaration.value.replace(
      /var\((--(?:palette|radius)-[\w-]+)\)/g,
      (_, name: string) => {
        const value = TOKENS.get(name);
        if (value === undefined) throw declaration.error(`${name} is not in src/ui/tokens.ts`);
        return value;
      },
    );
  },
};

export const STYLES: { plugins: AcceptedPlugin[] } = { plugins: [mantine(), tokens] };
