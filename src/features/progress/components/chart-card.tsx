import { type ReactNode, Suspense, useId } from 'react';
import classes from './progress.module.css';

interface ChartCardProps {
  title: string;
  /** The chart, shown once its chunk is loaded and hidden from screen readers. */
  chart: ReactNode;
  /** Headings of the table, which has the same numbers for every reader. */
  head: readonly string[];
  rows: readonly (readonly [string, ...number[]])[];
}

export function ChartCard({ title, chart, head, rows }: ChartCardProps) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className={classes.chart} aria-hidden="true">
        <Suspense fallback={<div className={classes.drawing} />}>{chart}</Suspense>
      </div>
      <details className={classes.numbers}>
        <summary>Ver em números</summary>
        <table className={classes.table}>
          <thead>
            <tr>
              {head.map((text) => (
                <th key={text} scope="col">
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...values]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {values.map((value, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table never change their order.
                  <td key={index}>{value}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
