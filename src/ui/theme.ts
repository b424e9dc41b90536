import { Button, createTheme } from '@mantine/core';
import classes from './button.module.css';
import { PALETTE, RADIUS } from './tokens';

export const theme = createTheme({
  colors: PALETTE,
  primaryColor: 'magenta',
  // White text needs 4.5:1 on it, and it 3:1 on the ground.
  primaryShade: { light: 6, dark: 5 },
  black: PALETTE.sand[9],
  fontFamily: "'Figtree Variable', system-ui, sans-serif",
  headings: { fontFamily: "'Figtree Variable', system-ui, sans-serif", fontWeight: '800' },
  radius: RADIUS,
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
