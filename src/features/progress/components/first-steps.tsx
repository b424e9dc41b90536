import { CheckIcon } from '@/ui/icons';
import { LinkButton } from '@/ui/link-button';
import type { Progress } from '../progress';
import classes from './progress.module.css';

/** Lessons from which numbers over time say something. */
export const ENOUGH = 3;

/** The first steps of a beginner, in place of numbers and charts that would be nearly empty. */
export function FirstSteps({ progress: { asked, agreed, held, given } }: { progress: Progress }) {
  const steps = [
    { text: 'Pedir a primeira aula', isDone: asked > 0 },
    { text: 'Combinar com o professor', isDone: agreed > 0 },
    { text: 'Contar como foi a aula', isDone: given.some((count) => count > 0) },
    { text: `Dançar ${ENOUGH} aulas`, isDone: held >= ENOUGH },
  ];
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className={classes.card} aria-labelledby="first-steps">
      <h2 id="first-steps">Seus primeiros passos</h2>
      <p className={classes.quiet}>
        {done} de {steps.length} dados. Com {ENOUGH} aulas feitas, seus meses e estilos aparecem aqui.
      </p>
      <ol className={classes.steps}>
        {steps.map(({ text, isDone }, place) => (
          <li key={text} data-done={isDone || undefined}>
            <span className={classes.step} aria-hidden="true">
              {isDone ? <CheckIcon size={18} /> : place + 1}
            </span>
            <span>
              {text}
              {isDone ? <span className={classes.quiet}> · feito</span> : null}
            </span>
          </li>
        ))}
      </ol>
      {asked === 0 ? null : (
        <LinkButton to={agreed === 0 ? '/student/requests' : '/search'} variant="outline">
          {agreed === 0 ? 'Ver meus pedidos' : 'Encontrar um professor'}
        </LinkButton>
      )}
    </section>
  );
}
