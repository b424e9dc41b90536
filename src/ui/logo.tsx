import classes from './logo.module.css';
import { ACCENTS, PALETTE } from './tokens';

export function Logo({ light = false }: { light?: boolean }) {
  return (
    <span className={classes.logo} data-light={light || undefined}>
      <svg width="2rem" height="2rem" viewBox="0 0 30 30" aria-hidden="true" focusable="false">
        <Sign />
      </svg>
      Danceflix
    </span>
  );
}

/** The dancer's line in a square of 30 by 30, for use inside an svg. */
export function Sign() {
  return (
    <>
      <rect width="30" height="30" rx="9" fill={PALETTE.magenta[6]} />
      <path
        d="M8 22c6 0 4-14 9-14 4 0 5 6 1 8-3 1.5-5 3-3 6"
        fill="none"
        stroke={ACCENTS.white}
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      <circle cx="21.5" cy="8" r="2.2" fill={PALETTE.amber[4]} />
    </>
  );
}
