import type { ReactNode } from 'react';
import classes from './page.module.css';

/** The column around every page. */
export function Page({ children, narrow = false }: { children: ReactNode; narrow?: boolean }) {
  return (
    <div className={classes.page} data-narrow={narrow || undefined}>
      {children}
    </div>
  );
}
