import { Button, createTheme, type MantineColorsTuple } from '@mantine/core';
import classes from './button.module.css';

/** Tokens of the visual direction, filled out to ten shades; `magenta` 6 on white has 6.6:1. */
const wine: MantineColorsTuple = [
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
];
const magenta: MantineColorsTuple = [
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
];
const amber: MantineColorsTuple = [
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
];
const sand: MantineColorsTuple = [
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
];

export const theme = createTheme({
  colors: { wine, magenta, amber, sand },
  primaryColor: 'magenta',
  primaryShade: 6,
  black: '#2a1420',
  fontFamily: "'Figtree Variable', system-ui, sans-serif",
  headings: { fontFamily: "'Figtree Variable', system-ui, sans-serif", fontWeight: '800' },
  radius: { xs: '6px', sm: '10px', md: '16px', lg: '24px', xl: '32px' },
  defaultRadius: 'md',
  breakpoints: { xs: '22.5em', sm: '48em', md: '64em', lg: '80em', xl: '90em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Button: Button.extend({
      classNames: { root: classes.root ?? '', label: classes.label ?? '' },
      defaultProps: { radius: 'xl' },
    }),
  },
});
