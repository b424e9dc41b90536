import { ratingInWords } from '@matching/rating.ts';
import { useState } from 'react';
import { SelectField } from '@/ui/fields';
import { Link } from '@/ui/link';
import { AdminPage } from '../core/admin-page';
import { KeptNote, NoAnswer } from '../core/answer-state';
import core from '../core/core.module.css';
import { reais } from '../core/labels';
import { requestCounts } from '../core/numbers';
import { useAnswer } from '../core/use-answer';
import { ADMIN_CARDS } from '../places';
import { Charts } from './charts';
import classes from './dashboard.module.css';
import { Demand, Unmet } from './demand';
import { askFigures, type Figures, readFigures } from './figures';
import { FirstDay } from './first-day';
import { TASKS, type Waiting } from './waiting';

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
      {figures?.teachers.active === 0 ? <FirstDay /> : null}
      {figures === null || isDeserted(figures) ? null : <Tiles figures={figures} />}
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
      {figures === null || isDeserted(figures) ? null : (
        <>
          <Charts weeks={figures.weeks} />
          <Unmet demand={figures.unmet_demand} />
          <Demand />
        </>
      )}
    </AdminPage>
  );
}

/** Whether nobody has registered yet, so that every figure would be 0. */
const isDeserted = ({ people, leads }: Figures): boolean => people.student + people.teacher + leads.all === 0;

function openText(open: number): string {
  if (open === 0) return 'Nenhuma aguardando decisão';
  return open === 1 ? '1 aguardando decisão' : `${open} aguardando decisão`;
}

/** The work that waits for the team: the reason for opening this page. */
function Work({ figures: { waiting, teachers } }: { figures: Figures }) {
  const due = Object.entries(TASKS).flatMap(([kind, { to, one, many, action }]) => {
    const count = waiting[kind as keyof Waiting];
    return count === 0 ? [] : [{ kind, to, text: `${count} ${count === 1 ? one : many}`, action }];
  });
  // The list of the first day says what there is to do.
  if (due.length === 0 && teachers.active === 0) return null;
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
