import { withRedirect } from '@/auth/entering/redirect';
import { FOR_MINOR } from '@/db/lessons/guardian-terms';
import { useSyncStatus } from '@/reads/sync-status';
import { LinkButton } from '@/ui/link-button';
import { readRequestDraft } from '../request-draft';
import { daysText, timesText } from '../texts';
import type { AskedTeacher } from './request-inputs';
import classes from './requests.module.css';

/** Shown to a visitor who has filled a request: it is kept on this phone until there is an account. `back`: its form. */
export function AccountStep({ teacher, back }: { teacher: AskedTeacher; back: string }) {
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  const draft = readRequestDraft(null, teacher.id);
  const style = teacher.styles.find(({ id }) => id === draft?.styleId)?.name;
  return (
    <>
      {draft ? (
        <section className={classes.box}>
          <h2>Seu pedido está guardado</h2>
          <p className={classes.summary}>
            {[style, daysText(draft.days), timesText(draft.times)].filter(Boolean).join(' · ')}
          </p>
          {draft.guardian ? <p className={classes.minor}>{FOR_MINOR}</p> : null}
          {draft.message ? <p className={classes.quote}>{draft.message}</p> : null}
        </section>
      ) : null}
      <p>
        {offline
          ? 'Você está sem conexão. Para criar a conta ou entrar é preciso internet: seu pedido espera aqui.'
          : 'A conta é gratuita. Depois dela, seu pedido volta preenchido e você o envia com um toque.'}
      </p>
      <div className={classes.actions}>
        <LinkButton to={withRedirect('/register', back, 'student')}>Cadastrar</LinkButton>
        <LinkButton to={withRedirect('/login', back, 'student')} variant="outline">
          Entrar
        </LinkButton>
      </div>
    </>
  );
}
