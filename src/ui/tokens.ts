import type { MantineColorsTuple } from '@mantine/core';

/**
 * The colours and radii of the visual direction, defined only here: Mantine reads them (theme.ts), and style sheets use
 * `var(--palette-magenta-6)`, which the build replaces (scripts/build/styles.ts). Components name roles (`--ink`,
 * `--surface`), which src/ui/themes.css gives a palette colour for light and one for dark.
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
  /** Ink (0) to ground (9) of the dark theme: black with wine in it. Mantine's name for the neutral colours of the dark. */
  dark: [
    '#fbeef3',
    '#ead6df',
    '#d0b5c3',
    '#b394a4',
    '#846475',
    '#573a49',
    '#412534',
    '#2c1522',
    '#1e0c17',
    '#14060e',
  ],
  /** Of buttons that delete. */
  danger: [
    '#fde7e5',
    '#ffb4ac',
    '#ff9a90',
    '#f27067',
    '#e04a40',
    '#c63027',
    '#b3261e',
    '#7d1a14',
    '#4b1a1c',
    '#33100f',
  ],
} as const satisfies Record<string, MantineColorsTuple>;

/** Colours that only style sheets use. */
export const ACCENTS = {
  white: '#ffffff',
  blush: '#ffdbe9',
  green: ['#dff5e8', '#a9e8c3', '#84d8a8', '#1d6f47', '#14532f', '#16372a'],
  bronze: ['#f0cba6', '#d99a63', '#b0713a', '#8a4f1e'],
  silver: ['#e3e6ec', '#a3a9b5', '#8b92a0'],
  portrait: ['#2f8f6b', '#7a4fd0', '#1f7f9c'],
} as const satisfies Record<string, string | readonly string[]>;

export const RADIUS = { xs: '6px', sm: '10px', md: '16px', lg: '24px', xl: '32px' } as const;
