import { useId } from 'react';
import { useIdentity } from '@/auth/identity';
import { inPlace } from '@/lib/portuguese';
import { useAnswer } from '@/reads/use-answer';
import { fetchDemand, keptDemand } from '../demand';
import classes from './teacher-demand.module.css';

/** Demand for lessons in the teacher's styles and city. Renders nothing while there is none. */
export default function TeacherDemand() {
  const id = useId();
  const { identity } = useIdentity();
  const userId = identity?.state === 'active' ? identity.userId : null;
  const { data, isKept, hasFailed } = useAnswer({
    key: userId,
    ask: (signal) => fetchDemand(userId ?? '', signal),
    kept: () => (userId === null ? null : keptDemand(userId)),
  });
  if (!data || data.length === 0) return null;
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id}>Quem procura aula</h2>
      <p>
        Gente que pediu para ser avisada ou não encontrou professor. Contamos uma vez por dia, de cinco em
        cinco.
      </p>
      <ul>
        {data.map(({ style, city, people, teachers }) => (
          <li key={`${style}/${city}`}>
            <strong>
              Pelo menos {people} pessoas procuram {style} {inPlace(city)}
            </strong>
            <span>{teachersText(teachers)}</span>
          </li>
        ))}
      </ul>
      {isKept && hasFailed ? <p role="status">Sem conexão: estes números são da última visita.</p> : null}
    </section>
  );
}

function teachersText(count: number): string {
  if (count === 0) return 'Ninguém ensina lá ainda';
  return count === 1 ? '1 professor ensina lá' : `${count} professores ensinam lá`;
}
