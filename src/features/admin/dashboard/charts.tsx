import { lazy, Suspense } from 'react';
import { useAnswer } from '../core/use-answer';
import classes from './dashboard.module.css';
import { INVESTORS, monthText, type Week } from './figures';

/** Loaded lazily: the chart library is heavy, and the figures above the charts must not wait for it. */
const Chart = lazy(() => import('./chart'));

/** Registrations, requests, leads and the community by week, and support by month. */
export function Charts({ weeks }: { weeks: readonly Week[] }) {
  const rows = weeks.map((week) => ({ ...week, week: weekText(week.week) }));
  return (
    <Suspense
      fallback={
        <div className={classes.waiting} role="status" aria-busy="true" aria-label="Carregando gráficos" />
      }
    >
      <div className={classes.charts}>
        <Chart
          title="Cadastros por semana"
          kind="line"
          axis="week"
          axisLabel="Semana"
          rows={rows}
          series={[
            { name: 'students', label: 'Alunos', color: 'var(--chart-1)' },
            { name: 'teachers', label: 'Professores', color: 'var(--chart-2)' },
            { name: 'approved', label: 'Aprovados', color: 'var(--chart-3)' },
          ]}
        />
        <Chart
          title="Pedidos de aula por semana"
          kind="bar"
          axis="week"
          axisLabel="Semana"
          rows={rows}
          series={[
            { name: 'requests', label: 'Feitos', color: 'var(--chart-4)' },
            { name: 'accepted', label: 'Aceitos', color: 'var(--chart-1)' },
          ]}
        />
        <Chart
          title="Indicações por semana"
          kind="bar"
          axis="week"
          axisLabel="Semana"
          rows={rows}
          series={[
            { name: 'leads', label: 'Pedidas', color: 'var(--chart-4)' },
            { name: 'unmet', label: 'Sem professor', color: 'var(--chart-3)' },
          ]}
        />
        <Chart
          title="Comunidade por semana"
          kind="line"
          axis="week"
          axisLabel="Semana"
          rows={rows}
          series={[
            { name: 'evaluations', label: 'Avaliações', color: 'var(--chart-1)' },
            { name: 'posts', label: 'Recados no Mural', color: 'var(--chart-2)' },
          ]}
        />
        <Support />
      </div>
    </Suspense>
  );
}

/** Shows support in the last twelve months, independent of the chosen period, because it is counted by month. */
function Support() {
  const { value } = useAnswer(INVESTORS);
  if (value === null) return null;
  return (
    <Chart
      title="Apoiadores e patrocinadores por mês"
      kind="line"
      axis="month"
      axisLabel="Mês"
      rows={value.months.map((month) => ({ ...month, month: monthText(month.month) }))}
      series={[
        { name: 'supporters', label: 'Apoiadores', color: 'var(--chart-1)' },
        { name: 'sponsors', label: 'Patrocinadores', color: 'var(--chart-2)' },
      ]}
    />
  );
}

/** '2026-11-16' → '16/11' */
function weekText(day: string): string {
  const [, month = '', date = ''] = day.split('-');
  return `${date}/${month}`;
}
