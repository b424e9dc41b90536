import type { ReactNode } from 'react';
import classes from './core.module.css';

export type Tone = 'good' | 'wait' | 'bad' | 'special' | 'plain';

/** A label that shows a state in one or two words. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
