import { type ComponentType, lazy, type ReactNode } from 'react';
import { logger } from '@/lib/logger';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { Ribbon } from '@/ui/ribbon';
import type { Progress, StarCounts } from '../progress';
import type { Streak } from '../streak';
import { averageText, hoursText, monthLabel, monthName, streakText, weeksText } from '../texts';
import type { BarsProps } from './bars';
import { ChartCard } from './chart-card';
import { Figures } from './figures';
import { ENOUGH, FirstSteps } from './first-steps';
import { OpenLessonsNote } from './open-lessons-note';
import classes from './progress.module.css';

interface ProgressViewProps {
  progress: Progress;
  styleName(id: string): string | null;
  /** Null while not known. */
  received: StarCounts | null;
  /** Received comments, rendered by the page. */
  comments: ReactNode;
}

const MAGENTA = 'var(--magenta)';
const AMBER = 'var(--amber)';
const STARS = ['1 estrela', '2 estrelas', '3 estrelas', '4 estrelas', '5 estrelas'] as const;

/** A user's progress from the rows on this device. */
export function ProgressView({ progress, styleName, received, comments }: ProgressViewProps) {
  const { held, minutes, open, asked, teachers, styles, months, streak, given } = progress;
  const named = styles.map(({ id, lessons }) => ({ name: styleName(id) ?? 'Outro estilo', lessons }));
  const words = (
    <section className={classes.card}>
      <h2>O que disseram de você</h2>
      <p className={classes.quiet}>Só você vê esta parte.</p>
      {comments}
    </section>
  );
  const isBeginner = held < ENOUGH;
  return (
    <>
      {isBeginner ? <FirstSteps progress={progress} /> : <StreakCard streak={streak} />}
      <Figures
        label="Seus números"
        figures={[
          {
            label: `${held === 1 ? 'Aula feita' : 'Aulas feitas'}${minutes > 0 ? ` · ${hoursText(minutes)}` : ''}`,
            value: String(held),
          },
          { label: teachers === 1 ? 'Professor' : 'Professores', value: String(teachers) },
          { label: styles.length === 1 ? 'Estilo' : 'Estilos', value: String(styles.length) },
          { label: 'Sua nota média', value: received ? averageText(received) : '—' },
        ]}
      />
      <OpenLessonsNote open={open} area="student" />
      {asked === 0 ? (
        <Notice
          title="Seu primeiro passo está por vir"
          text="Peça uma aula e acompanhe aqui seus meses, seus estilos e o que dizem de você."
          action={<LinkButton to="/search">Encontrar um professor</LinkButton>}
        />
      ) : isBeginner ? (
        <div className={classes.charts}>
          <Stars given={given} received={received} />
          {words}
        </div>
      ) : (
        <div className={classes.charts}>
          <ChartCard
            title="Aulas por mês"
            head={['Mês', 'Aulas feitas', 'Pedidos']}
            rows={months.map((one) => [monthName(one.month), one.held, one.asked] as const)}
            chart={
              <LazyBars
                by="Mês"
                data={months.map((one) => ({
                  Mês: monthLabel(one.month),
                  Pedidos: one.asked,
                  'Aulas feitas': one.held,
                }))}
                series={[
                  { name: 'Pedidos', color: AMBER },
                  { name: 'Aulas feitas', color: MAGENTA },
                ]}
              />
            }
          />
          <ChartCard
            title="Seus estilos"
            head={['Estilo', 'Aulas']}
            rows={named.map(({ name, lessons }) => [name, lessons] as const)}
            chart={
              <LazyBars
                lying
                by="Estilo"
                data={named.map(({ name, lessons }) => ({ Estilo: name, Aulas: lessons }))}
                series={[{ name: 'Aulas', color: MAGENTA }]}
              />
            }
          />
          <Stars given={given} received={received} />
          {words}
        </div>
      )}
      {asked === 0 ? words : null}
    </>
  );
}

function Stars({ given, received }: { given: StarCounts; received: StarCounts | null }) {
  const rows = STARS.map((name, index) => [name, given[index] ?? 0, received?.[index] ?? 0] as const);
  if (rows.every(([, one, other]) => one + other === 0)) return null;
  return (
    <ChartCard
      title="Avaliações"
      head={['Estrelas', 'Você deu', 'Você recebeu']}
      rows={rows}
      chart={
        <LazyBars
          by="Estrelas"
          data={rows.map(([, one, other], index) => ({
            Estrelas: `${index + 1}★`,
            'Você deu': one,
            'Você recebeu': other,
          }))}
          series={[
            { name: 'Você deu', color: MAGENTA },
            { name: 'Você recebeu', color: AMBER },
          ]}
        />
      }
    />
  );
}

/** Loads the charts with the page that shows them. When the chunk cannot be loaded, the table below has all numbers. */
export const LazyBars = lazy(async (): Promise<{ default: ComponentType<BarsProps> }> => {
  try {
    return await import('./bars');
  } catch (error) {
    logger.warn('The charts could not be loaded', error);
    return { default: NoBars };
  }
});

function NoBars() {
  return <p className={classes.noChart}>O gráfico não carregou. Os números estão logo abaixo.</p>;
}

/** The streak of weeks. Encourages, never reproaches. */
export function StreakCard({ streak }: { streak: Streak }) {
  return (
    <section className={classes.streak} aria-label="Sequência">
      <Ribbon className={classes.ribbon} />
      <p className={classes.weeks}>
        <b>{streak.current}</b>
        <span>{weeksText(streak.current).replace(/^\d+ /, '')} em movimento</span>
      </p>
      <p>{streakText(streak)}</p>
    </section>
  );
}
