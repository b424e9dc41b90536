/** Colours of the illustrated portraits: brand colours, skin and hair. */

export interface Backdrop {
  from: string;
  to: string;
  glow: string;
  ribbon: string;
}

export const backdrops = [
  { from: '#d4307a', to: '#5c1038', glow: '#f5a623', ribbon: '#f5a623' },
  { from: '#f5a623', to: '#b5165c', glow: '#ffd98a', ribbon: '#fff1d2' },
  { from: '#97114c', to: '#33091f', glow: '#d4307a', ribbon: '#f5a623' },
  { from: '#ffd9a0', to: '#e98aa9', glow: '#fff6e6', ribbon: '#b5165c' },
  { from: '#2f8f6b', to: '#173b32', glow: '#9fd9b4', ribbon: '#f5a623' },
  { from: '#7a4fd0', to: '#5c1038', glow: '#d48ad9', ribbon: '#ffb3d1' },
  { from: '#ffe3ee', to: '#e7a2bf', glow: '#ffffff', ribbon: '#d4307a' },
  { from: '#f6e2c8', to: '#dca873', glow: '#fffaf0', ribbon: '#97114c' },
  { from: '#e2603f', to: '#7d1240', glow: '#ffc56b', ribbon: '#ffe3ee' },
  { from: '#3d7f9c', to: '#3a1745', glow: '#9bd3d8', ribbon: '#f5a623' },
] as const satisfies readonly Backdrop[];

export interface Skin {
  base: string;
  shade: string;
  blush: string;
  line: string;
}

export const skins: Record<number, Skin> = {
  1: { base: '#fbdcc6', shade: '#eebfa4', blush: '#f2917f', line: '#8a4a3c' },
  2: { base: '#f3c6a0', shade: '#e0a67d', blush: '#e9806b', line: '#7d4030' },
  3: { base: '#e2ab7e', shade: '#c98d60', blush: '#d96f55', line: '#6b3523' },
  4: { base: '#c98a5b', shade: '#ad6f43', blush: '#c65b42', line: '#552818' },
  5: { base: '#a86b43', shade: '#8b5330', blush: '#b14a38', line: '#401c10' },
  6: { base: '#7f4c30', shade: '#653a22', blush: '#97392f', line: '#2b120a' },
  7: { base: '#5d3523', shade: '#482618', blush: '#7d2d2b', line: '#1d0b06' },
};

/** Base colour and the lighter colour of strands. */
export const hairs: Record<string, readonly [string, string]> = {
  black: ['#241820', '#5a4450'],
  brown: ['#4a2c20', '#6b4431'],
  chestnut: ['#7a4526', '#9d6238'],
  auburn: ['#8e3421', '#b35134'],
  blonde: ['#d9a650', '#efc878'],
  grey: ['#8b8790', '#aaa6ae'],
  white: ['#e6e0dc', '#fbf8f5'],
  pink: ['#e56a9d', '#f59cc0'],
};

export const garments = [
  '#fffaf5',
  '#b5165c',
  '#5c1038',
  '#f5a623',
  '#1d6f47',
  '#2b4c7e',
  '#e2603f',
  '#33091f',
  '#7a4fd0',
  '#d98aa6',
] as const;
