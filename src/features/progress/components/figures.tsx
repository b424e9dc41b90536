import classes from './progress.module.css';

export interface Figure {
  label: string;
  value: string;
}

export function Figures({ label, figures }: { label: string; figures: readonly Figure[] }) {
  return (
    <dl className={classes.figures} aria-label={label}>
      {figures.map((figure) => (
        <div key={figure.label} className={classes.figure}>
          <dt>{figure.label}</dt>
          <dd>{figure.value}</dd>
        </div>
      ))}
    </dl>
  );
}
