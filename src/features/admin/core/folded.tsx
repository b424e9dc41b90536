import { type ReactNode, useId } from 'react';
import classes from './core.module.css';

interface FoldedProps {
  title: string;
  /** Beside the title, so that a folded section says whether it is worth opening. */
  note?: ReactNode;
  open?: boolean;
  children: ReactNode;
}

/** A section of a long page, folded until it is needed. */
export function Folded({ title, note, open = false, children }: FoldedProps) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <details className={classes.folded} open={open}>
        <summary>
          <h2 id={id}>{title}</h2>
          {note}
        </summary>
        <div className={classes.inside}>{children}</div>
      </details>
    </section>
  );
}
