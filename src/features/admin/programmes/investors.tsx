import { lazy, Suspense } from 'react';
import { AdminPage } from '../core/admin-page';
import { KeptNote, NoAnswer } from '../core/answer-state';
import core from '../core/core.module.css';
import { reais } from '../core/labels';
import { useAnswer } from '../core/use-answer';
import classes from '../dashboard/dashboard.module.css';
import { INVESTORS, type InvestorFigures, monthLabel } from '../dashboard/figures';
import { SponsorList } from './sponsors';

const Chart = lazy(() => import('../dashboard/chart'));

/** Shows sponsors and supporters by tier, with sold and free slots, the month's total and its history. */
export function Investors() {
  const query = useAnswer(INVESTORS);
  return (
    <AdminPage title="Investidores" lead="Quem sustenta o Danceflix: apoiadores e patrocinadores.">
      <KeptNote query={query} />
      {query.value === null ? <NoAnswer query={query} /> : <Figures figures={query.value} />}
      <SponsorList onChanged={query.reload} />
    </AdminPage>
  );
}

function Figures({ figures: { now, months } }: { figures: InvestorFigures }) {
  const rows = months.map((month) => ({
    ...month,
    month: monthLabel(month),
    total: month.supporters_monthly + month.sponsors_monthly,
  }));
  return (
    <>
      <div className={core.tiles}>
        <Tile label="Total por mês" value={reais(now.monthly)} note="apoios e patrocínios ativos" />
        <Tile
          label="Apoiadores"
          value={String(now.supporters.active)}
          note={`${reais(now.supporters.monthly)} por mês`}
        />
        <Tile
          label="Patrocinadores"
          value={String(now.sponsors.active)}
          note={`${reais(now.sponsors.monthly)} por mês`}
        />
        <Tile
          label="Lugares livres"
          value={String(now.sponsors.tiers.reduce((sum, { free }) => sum + free, 0))}
          note="para patrocinadores"
        />
      </div>
      <div className={core.columns}>
        <section className={core.card} aria-labelledby="supporter-tiers">
          <h2 id="supporter-tiers">Apoiadores por nível</h2>
          <ul className={core.lines}>
            {now.supporters.tiers.map(({ tier, name, active, monthly, amount: price }) => (
              <li key={tier}>
                <strong>
                  {name} · {reais(price)}
                </strong>
                <span>
                  {active === 1 ? '1 apoiador' : `${active} apoiadores`}, {reais(monthly)} por mês
                </span>
              </li>
            ))}
          </ul>
        </section>
        <section className={core.card} aria-labelledby="sponsor-tiers">
          <h2 id="sponsor-tiers">Lugares de patrocínio</h2>
          <ul className={core.lines}>
            {now.sponsors.tiers.map(({ tier, name, slots, sold, free, monthly, amount: price }) => (
              <li key={tier}>
                <strong>
                  {name} · {reais(price)}
                </strong>
                <span>
                  {sold} de {slots} vendidos, {free} {free === 1 ? 'livre' : 'livres'}, {reais(monthly)} por
                  mês
                </span>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <p className={core.muted}>
        Cada mês mostra o que valia no último dia dele e não muda depois. O mês atual conta até hoje.
        {months.some(({ state }) => state === 'reconstructed')
          ? ' * Reconstruído depois, com o que ainda se sabia.'
          : null}
      </p>
      <Suspense
        fallback={
          <div className={classes.waiting} role="status" aria-busy="true" aria-label="Carregando gráficos" />
        }
      >
        <div className={classes.charts}>
          <Chart
            title="Total por mês"
            kind="bar"
            axis="month"
            axisLabel="Mês"
            rows={rows}
            format={reais}
            series={[{ name: 'total', label: 'Apoios e patrocínios', color: 'var(--chart-1)' }]}
          />
          <Chart
            title="Apoiadores e patrocinadores"
            kind="line"
            axis="month"
            axisLabel="Mês"
            rows={rows}
            series={[
              { name: 'supporters', label: 'Apoiadores', color: 'var(--chart-1)' },
              { name: 'sponsors', label: 'Patrocinadores', color: 'var(--chart-2)' },
            ]}
          />
          <Chart
            title="Pessoas com conta"
            kind="line"
            axis="month"
            axisLabel="Mês"
            rows={rows}
            series={[
              { name: 'students', label: 'Alunos', color: 'var(--chart-1)' },
              { name: 'teachers', label: 'Professores', color: 'var(--chart-2)' },
            ]}
          />
          <Chart
            title="Pedidos aceitos e aulas dadas"
            kind="bar"
            axis="month"
            axisLabel="Mês"
            rows={rows}
            series={[
              { name: 'accepted', label: 'Pedidos aceitos', color: 'var(--chart-1)' },
              { name: 'lessons_held', label: 'Aulas dadas', color: 'var(--chart-2)' },
            ]}
          />
        </div>
      </Suspense>
    </>
  );
}

function Tile({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <dl className={core.tile}>
      <dt>{label}</dt>
      <dd>{value}</dd>
      <dd>{note}</dd>
    </dl>
  );
}
