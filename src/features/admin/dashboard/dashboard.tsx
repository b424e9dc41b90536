import { ratingInWords } from '@matching/rating.ts';
import { lazy, Suspense, useState } from 'react';
import { inPlace } from '@/lib/portuguese';
import { SelectField } from '@/ui/fields';
import { Link } from '@/ui/link';
import { AdminPage } from '../core/admin-page';
import { KeptNote, NoAnswer } from '../core/answer-state';
import core from '../core/core.module.css';
import { reais } from '../core/labels';
import { requestCounts } from '../core/numbers';
import { useAnswer } from '../core/use-answer';
import { ADMIN_CARDS } from '../places';
import classes from './dashboard.module.css';
import { askFigures, DEMAND, type Figures, INVESTORS, monthText, readFigures, type Week } from './figures';
import { TASKS, type Waiting } from './waiting';

/** Loaded lazily: the chart library is heavy, and the figures above the charts must not wait for it. */
const Chart = lazy(() => import('./chart'));

const PERIODS = [
  { value: '4', label: 'Últimas 4 semanas' },
  { value: '12', label: 'Últimas 12 semanas' },
  { value: '52', label: 'Último ano' },
];

/** The overview of the administration. */
export function Dashboard() {
  const [weeks, setWeeks] = useState('12');
  const query = useAnswer({
    key: `admin_dashboard ${weeks}`,
    ask: (signal) => askFigures(Number(weeks), signal),
    read: readFigures,
  });
  const figures = query.value;
  return (
    <AdminPage
      title="Dashboard"
      actions={
        <SelectField
          className={classes.period ?? ''}
          label="Período"
          value={weeks}
          data={PERIODS}
          onChange={({ currentTarget: { value } }) => setWeeks(value)}
        />
      }
    >
      <KeptNote query={query} />
      {figures === null ? <NoAnswer query={query} /> : <Work figures={figures} />}
      {figures === null ? null : <Tiles figures={figures} />}
      <section className={classes.section} aria-labelledby="places">
        <h2 id="places">Mais ferramentas</h2>
        <ul className={classes.links}>
          {ADMIN_CARDS.map(({ path, title, text }) => (
            <li key={path}>
              <Link to={path} className={classes.link ?? ''}>
                <strong>{title}</strong>
                <span>{path === '/admin/reports' && figures ? openText(figures.reports.open) : text}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      {figures === null ? null : <OverTime figures={figures} />}
    </AdminPage>
  );
}

function openText(open: number): string {
  if (open === 0) return 'Nenhuma aguardando decisão';
  return open === 1 ? '1 aguardando decisão' : `${open} aguardando decisão`;
}

/** The work that waits for the team: the reason for opening this page. */
function Work({ figures: { waiting } }: { figures: Figures }) {
  const due = Object.entries(TASKS).flatMap(([kind, { to, one, many, action }]) => {
    const count = waiting[kind as keyof Waiting];
    return count === 0 ? [] : [{ kind, to, text: `${count} ${count === 1 ? one : many}`, action }];
  });
  return (
    <section className={classes.section} aria-labelledby="work">
      <h2 id="work">Para fazer agora</h2>
      {due.length === 0 ? (
        <p className={core.muted}>Nada espera por você.</p>
      ) : (
        <ul className={classes.work}>
          {due.map(({ kind, to, text, action }) => (
            <li key={kind}>
              <Link to={to} className={classes.due ?? ''}>
                <strong>{text}</strong>
                <span>{action}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Tiles({ figures }: { figures: Figures }) {
  const { people, teachers, requests, leads, evaluations, programmes } = figures;
  const { all } = requests;
  const average =
    evaluations.average && evaluations.all > 0 ? ratingInWords(evaluations.average, evaluations.all) : null;
  const tiles = [
    {
      label: 'Professores',
      value: people.teacher,
      note: `${teachers.active} no ar, ${teachers.featured} em destaque`,
      to: '/admin/teachers?state=todos',
    },
    {
      label: 'Alunos',
      value: people.student,
      note: `${people.admin} na administração`,
      to: '/admin/students/list',
    },
    {
      label: 'Pedidos de aula',
      value: all.Pendente + all.Aceito + all.Recusado + all.Cancelado,
      note: requestCounts(all).join(', '),
      to: '/admin/requests',
    },
    {
      label: 'Buscas por indicação',
      value: leads.period,
      note: `no período, ${leads.unmet} sem professor`,
      to: '/admin/leads',
    },
    {
      label: 'Avaliações',
      value: evaluations.all,
      note: average ? `média ${average}` : 'nenhuma ainda',
      to: '/admin/evaluations',
    },
    {
      label: 'Apoios por mês',
      value: reais(programmes.monthly),
      note: `${programmes.supporters.active} apoiadores, ${programmes.sponsors.active} patrocinadores`,
      to: '/admin/investors',
    },
  ] as const;
  return (
    <div className={core.tiles}>
      {tiles.map(({ label, value, note, to }) => (
        <dl key={label} className={core.tile}>
          <dt>
            {to ? (
              <Link to={to} className={classes.tilelink ?? ''}>
                {label}
              </Link>
            ) : (
              label
            )}
          </dt>
          <dd>{typeof value === 'number' ? value.toLocaleString('pt-BR') : value}</dd>
          <dd>{note}</dd>
        </dl>
      ))}
    </div>
  );
}

function OverTime({ figures: { weeks, unmet_demand } }: { figures: Figures }) {
  const rows = weeks.map((week: Week) => ({ ...week, week: weekText(week.week) }));
  return (
    <>
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
      <Unmet demand={unmet_demand} />
      <Demand />
    </>
  );
}

/** Leads of the period without a teacher; the server leaves numbers below five out. */
function Unmet({ demand }: { demand: Figures['unmet_demand'] }) {
  return (
    <section className={core.card} aria-labelledby="unmet">
      <h2 id="unmet">Indicações sem professor</h2>
      {demand.length === 0 ? (
        <p className={core.muted}>
          No período, nenhum estilo teve cinco pedidos ou mais sem professor na cidade.
        </p>
      ) : (
        <ul className={core.lines}>
          {demand.slice(0, 10).map(({ city, style, leads, nobody }) => (
            <li key={`${city} ${style}`}>
              <strong>
                {style} {inPlace(city)}
              </strong>
              <span className={core.muted}>
                {`${leads} pessoas procuraram`}
                {nobody > 0 ? `; para ${nobody} não houve ninguém nem em outra cidade` : ''}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Unmet demand of today, by alerts and leads; independent of the chosen period. */
function Demand() {
  const query = useAnswer(DEMAND);
  const rows = query.value;
  return (
    <section className={core.card} aria-labelledby="demand">
      <h2 id="demand">O que as pessoas procuram</h2>
      <p className={core.muted}>
        Pessoas com um Avise-me ou uma indicação sem professor nos últimos seis meses. Contadas uma vez por
        dia, de cinco em cinco; menos de cinco não aparecem.
      </p>
      {rows === null ? (
        <NoAnswer query={query} />
      ) : rows.length === 0 ? (
        <p className={core.muted}>Nada chegou a cinco pessoas ainda.</p>
      ) : (
        <ul className={core.lines}>
          {rows.map(({ city, style, people, teachers }) => (
            <li key={`${city} ${style}`}>
              <strong>
                {style} {inPlace(city)}
              </strong>
              <span className={core.muted}>
                pelo menos {people} pessoas; {teachersText(teachers)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const teachersText = (count: number) =>
  count === 0 ? 'nenhum professor' : count === 1 ? '1 professor' : `${count} professores`;

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
