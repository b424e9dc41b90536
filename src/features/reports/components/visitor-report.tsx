import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { dropKeptText, useKeptText } from '@/auth/drafts/kept-text';
import { textError } from '@/lib/typed-text';
import { useOnce } from '@/lib/use-once';
import { notQueuedText } from '@/outbox/words';
import { focusInSight } from '@/ui/focus-in-sight';
import { Link } from '@/ui/link';
import { LONGEST_DETAILS, type PublicWhat, type Reason, reasonsFor } from '../reasons';
import { spacedCode, tellAsVisitor } from '../visitor-reports';
import classes from './reports.module.css';

interface VisitorReportProps {
  what: PublicWhat;
  targetId: string;
  /** The photo or video of a profile; null for the whole. */
  subject: string | null;
  level: 2 | 3;
  onClose(): void;
}

/** A report without an account: a reason, a text if wanted, and a code to follow it. */
export default function VisitorReport({ what, targetId, subject, level, onClose }: VisitorReportProps) {
  const Heading = `h${level}` as const;
  const id = useId();
  const about = ['visitor', what, targetId, ...(subject === null ? [] : [subject])].join('_');
  const [reason, setReason] = useState<Reason | null>(null);
  const [details, setDetails] = useKeptText('report', about);
  const [code, setCode] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const once = useOnce();
  const unclean = textError(details);

  const send = async (chosen: Reason) => {
    const told = await tellAsVisitor({ what, targetId, reason: chosen, details, subject });
    if (told.kind !== 'stored') {
      setFailure(notQueuedText(told));
      return false;
    }
    dropKeptText('report', about);
    setCode(told.code);
    return true;
  };

  if (code) {
    return (
      <section key="told" className={classes.box} aria-labelledby={`${id}-told`}>
        <Heading id={`${id}-told`} ref={focusInSight} tabIndex={-1}>
          Denúncia salva. Só a nossa equipe vai ler.
        </Heading>
        <p>
          Guarde este código para acompanhar: <strong className={classes.code}>{spacedCode(code)}</strong>
        </p>
        <div className={classes.buttons}>
          <Link to="/denuncias">Acompanhar</Link>
          <Button variant="outline" onClick={onClose}>
            Fechar
          </Button>
        </div>
      </section>
    );
  }
  return (
    <section className={classes.box} aria-labelledby={`${id}-title`}>
      <Heading id={`${id}-title`} ref={focusInSight} tabIndex={-1}>
        O que há de errado?
      </Heading>
      <div className={classes.reasons} role="radiogroup" aria-labelledby={`${id}-title`}>
        {reasonsFor(what).map(({ code: name, label }) => (
          <label key={name} className={classes.reason}>
            <input type="radio" name={id} checked={name === reason} onChange={() => setReason(name)} />
            {label}
          </label>
        ))}
      </div>
      <div className={classes.more}>
        <label htmlFor={`${id}-details`}>Quer explicar melhor? (opcional)</label>
        <textarea
          id={`${id}-details`}
          maxLength={LONGEST_DETAILS}
          value={details}
          aria-invalid={unclean !== null || undefined}
          aria-describedby={`${id}-error`}
          onChange={(event) => setDetails(event.currentTarget.value)}
        />
        <p id={`${id}-error`} role="alert">
          {unclean ?? failure}
        </p>
      </div>
      <div className={classes.buttons}>
        <Button
          disabled={reason === null || unclean !== null}
          onClick={() => {
            if (reason) void once(() => send(reason));
          }}
        >
          Enviar denúncia
        </Button>
        <Button variant="outline" onClick={onClose}>
          Voltar
        </Button>
      </div>
    </section>
  );
}
