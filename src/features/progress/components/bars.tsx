/** The only file that imports the chart library: loaded with the first chart, cached like every other chunk. */
import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import '@mantine/core/styles/ColorSwatch.css';

export interface BarsProps {
  data: Record<string, string | number>[];
  /** The field with the name of each bar. */
  by: string;
  series: { name: string; color: string }[];
  /** Horizontal bars, with their names on the left. */
  lying?: boolean;
}

export default function Bars({ data, by, series, lying = false }: BarsProps) {
  const height = lying ? data.length * 44 + 24 : 220;
  return (
    <BarChart
      h={height}
      data={data}
      dataKey={by}
      series={series}
      orientation={lying ? 'vertical' : 'horizontal'}
      withLegend={series.length > 1}
      legendProps={{ verticalAlign: 'bottom' }}
      gridAxis={lying ? 'none' : 'x'}
      withXAxis={!lying}
      tickLine="none"
      textColor="var(--ink-2)"
      withTooltip={false}
      withBarValueLabel
      valueLabelProps={{ fill: 'var(--ink)', formatter: (value) => (value === 0 ? '' : value) }}
      maxBarWidth={36}
      yAxisProps={lying ? { width: 116 } : { width: 28, allowDecimals: false }}
      // The chart is hidden from screen readers, so nothing in it may take the focus.
      barChartProps={{ accessibilityLayer: false }}
      barProps={{ radius: lying ? [0, 8, 8, 0] : [8, 8, 0, 0], isAnimationActive: false }}
    />
  );
}
