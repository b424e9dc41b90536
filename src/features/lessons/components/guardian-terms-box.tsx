import type { ReactNode } from 'react';
import { FOR_MINOR, GUARDIAN_RULES, isForMinor } from '@/db/lessons/guardian-terms';
import { useNow } from '@/ui/use-now';
import { useLacksBackground } from '../background';
import { isAgreed, type ShownRequest } from '../overlay';
import { mayAnswer } from './request-actions';
import classes from './requests.module.css';

/** On the page of a guardian's request: the terms, and to its teacher whether it can be accepted and followed by lessons. */
export function GuardianTermsBox({ request, children }: { request: ShownRequest; children?: ReactNode }) {
  const now = useNow();
  const isLacking = useLacksBackground(request, now);
  if (!isForMinor(request)) return null;
  return (
    <section className={classes.box} aria-labelledby="guardian-terms">
      <h2 id="guardian-terms">{FOR_MINOR}</h2>
      <ul className={classes.rules}>
        {GUARDIAN_RULES.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <p className={classes.summary}>
        {request.side === 'student'
          ? 'Você aceitou estes termos com o pedido.'
          : 'O responsável aceitou estes termos com o pedido.'}
      </p>
      {isLacking && request.side === 'teacher' && (mayAnswer(request) || isAgreed(request)) ? (
        <p className={classes.note} data-tone="refused" role="alert">
          Seus antecedentes não estão conferidos agora. Para{' '}
          {mayAnswer(request) ? 'aceitar este pedido' : 'marcar ou confirmar outras aulas'}, fale com a equipe
          e peça uma nova conferência.
        </p>
      ) : null}
      {children}
    </section>
  );
}

/** The mark of a guardian's request, in lists. */
export function MinorMark({ of }: { of: { guardian_terms: string | null } | undefined }) {
  return isForMinor(of) ? <p className={classes.minor}>{FOR_MINOR}</p> : null;
}
