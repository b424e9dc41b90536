import type { MantineColorsTuple } from '@mantine/core';

/**
 * The colours and radii of the visual direction, defined only here: Mantine reads them (theme.ts), and style sheets use
 * `var(--palette-magenta-6)`, which the build replaces (scripts/build/styles.ts). `magenta` 6 on white has a contrast
 * of 6.6:1.
 */
export const PALETTE = {
  wine: [
    '#fbf0f5',
    '#f2d8e4',
    '#e2adc5',
    '#cf7fa4',
    '#b55583',
    '#973566',
    '#7a204d',
    '#5c1038',
    '#470b2b',
    '#33091f',
  ],
  magenta: [
    '#fff3f8',
    '#ffe3ee',
    '#fdc1d8',
    '#f890b7',
    '#ee5c95',
    '#d4307a',
    '#b5165c',
    '#97114c',
    '#7a0e3f',
    '#5c0a30',
  ],
  amber: [
    '#fff9ec',
    '#fff1d2',
    '#fde0a4',
    '#facb70',
    '#f5a623',
    '#d98a0c',
    '#b26a00',
    '#8f5400',
    '#6b3f00',
    '#4a2b00',
  ],
  sand: [
    '#fffaf5',
    '#f6ece3',
    '#eee1d5',
    '#e4d5c8',
    '#cfbcac',
    '#b09a8a',
    '#8c7668',
    '#6b5662',
    '#47323d',
    '#2a1420',
  ],
} as const satisfies Record<string, MantineColorsTuple>;

export const RADIUS = { xs: '6px', sm: '10px', md: '16px', lg: '24px', xl: '32px' } as const;
