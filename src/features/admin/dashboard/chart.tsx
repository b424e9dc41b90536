import { BarChart, LineChart } from '@mantine/charts';
import '@mantine/core/styles/ColorSwatch.css';
import '@mantine/charts/styles.css';
import { useId } from 'react';
import { useReducedMotion } from '@/ui/use-reduced-motion';
import classes from './dashboard.module.css';

interface ChartProps {
  title: string;
  kind: 'line' | 'bar';
  /** Key of the rows' labels on the axis. */
  axis: string;
  axisLabel: string;
  rows: readonly Record<string, string | number>[];
  series: readonly { name: string; label: string; color: string }[];
  format?: (value: number) => string;
}

const plain = (value: number) => value.toLocaleString('pt-BR');

/** A chart, with the same numbers as a table, for screen readers and for exact values. */
export default function Chart({ title, kind, axis, axisLabel, rows, series, format = plain }: ChartProps) {
  const id = useId();
  const still = useReducedMotion();
  const Drawn = kind === 'line' ? LineChart : BarChart;
  return (
    <figure className={classes.chart} aria-labelledby={id}>
      <figcaption id={id}>{title}</figcaption>
      <div aria-hidden="true">
        <Drawn
          h={240}
          data={rows.map((row) => ({ ...row }))}
          dataKey={axis}
          series={series.map((one) => ({ ...one }))}
          withLegend
          valueFormatter={format}
          tickLine="none"
          yAxisProps={{ width: format === plain ? 48 : 72, allowDecimals: false }}
          {...(kind === 'line'
            ? {
                curveType: 'monotone' as const,
                lineProps: { isAnimationActive: !still },
                lineChartProps: { accessibilityLayer: false },
              }
            : { barProps: { isAnimationActive: !still }, barChartProps: { accessibilityLayer: false } })}
        />
      </div>
      <details>
        <summary>Ver números</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable with the keyboard. */}
        <section className={classes.numbers} tabIndex={0} aria-label={`Números: ${title}`}>
          <table>
            <thead>
              <tr>
                <th scope="col">{axisLabel}</th>
                {series.map(({ name, label }) => (
                  <th scope="col" key={name}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={String(row[axis])}>
                  <th scope="row">{row[axis]}</th>
                  {series.map(({ name }) => (
                    <td key={name}>{format(Number(row[name] ?? 0))}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  );
}
