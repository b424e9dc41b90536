import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { dropKeptText, useKeptText } from '@/auth/drafts/kept-text';
import { useIdentity } from '@/auth/identity';
import { isBlank, textError } from '@/lib/typed-text';
import { useOnce } from '@/lib/use-once';
import { notQueuedText } from '@/outbox/words';
import { focusInSight } from '@/ui/focus-in-sight';
import { onDemand } from '@/ui/on-demand';
import { SafetyLink } from '@/ui/safety-link';
import { showToast } from '@/ui/toast';
import { tell } from '../actions';
import { isPublic, LONGEST_DETAILS, type Reason, reasonsFor, type What } from '../reasons';
import classes from './reports.module.css';

/** Loaded when a visitor reports. */
const [VisitorReport] = onDemand(() => import('./visitor-report'));

export interface Reported {
  what: What;
  /** For an evaluation or its reply the evaluation's public id, for a request or its messages the request's. */
  targetId: string;
  /** The reported text as it is on the screen, where it may change before the report arrives. */
  seen?: string | null;
  /** The part of the profile that is reported: the team sees it with the report. */
  about?: { label: string; address: string };
  /** Level of the headings in the form, below those around it. */
  level?: 2 | 3;
}

interface ReportFormProps extends Reported {
  onClose(): void;
}

type Stage = { at: 'reasons'; chosen: Reason | null } | { at: 'told'; reason: Reason; commandId: string };

/** A report: a reason, which can still be changed, and sending. Details can follow. Visitors need no account, and get a code. */
export function ReportForm(props: ReportFormProps) {
  const { what, targetId, about: part, seen = null, level = 3, onClose } = props;
  const Heading = `h${level}` as const;
  const { identity } = useIdentity();
  const [stage, setStage] = useState<Stage>({ at: 'reasons', chosen: null });
  const titleId = useId();
  const once = useOnce();

  const send = async (reason: Reason, text: string, before: string | null) => {
    const told = await tell(
      { what, targetId, reason, details: text, subject: part?.address ?? null, seen },
      before,
    );
    if (told.kind !== 'stored') {
      await showToast({
        title: 'Não foi possível salvar a denúncia',
        description: notQueuedText(told),
        variant: 'destructive',
        id: 'report',
      });
      return false;
    }
    setStage({ at: 'told', reason, commandId: told.commandId });
    return true;
  };

  if (identity?.state !== 'active' && isPublic(what)) {
    return (
      <VisitorReport
        what={what}
        targetId={targetId}
        subject={part?.address ?? null}
        level={level}
        onClose={onClose}
      />
    );
  }
  if (stage.at === 'reasons') {
    const { chosen } = stage;
    return (
      <section className={classes.box} aria-labelledby={titleId}>
        <Heading id={titleId} ref={focusInSight} tabIndex={-1}>
          O que há de errado?
        </Heading>
        <div className={classes.reasons} role="radiogroup" aria-labelledby={titleId}>
          {reasonsFor(what).map(({ code, label }) => (
            <label key={code} className={classes.reason}>
              <input
                type="radio"
                name={titleId}
                checked={code === chosen}
                onChange={() => setStage({ at: 'reasons', chosen: code })}
              />
              {label}
            </label>
          ))}
        </div>
        <div className={classes.buttons}>
          <Button
            disabled={chosen === null}
            onClick={() => {
              if (chosen) void once(() => send(chosen, '', null));
            }}
          >
            Enviar denúncia
          </Button>
          <Button variant="outline" onClick={onClose}>
            Voltar
          </Button>
        </div>
        <SafetyLink />
      </section>
    );
  }
  const about = part ? `${what}_${targetId}_${part.address}` : `${what}_${targetId}`;
  const more = async (details: string) => {
    if (!(await send(stage.reason, details, stage.commandId))) return false;
    dropKeptText('report', about);
    onClose();
    await showToast({ title: 'Obrigado. Sua explicação vai com a denúncia.', id: 'report' });
    return true;
  };
  return (
    <section key="told" className={classes.box} aria-labelledby={titleId}>
      <Heading id={titleId} ref={focusInSight} tabIndex={-1}>
        Denúncia salva. Só a nossa equipe vai ler.
      </Heading>
      <Details
        about={about}
        longest={LONGEST_DETAILS}
        onSend={(details) => void once(() => more(details))}
        // Ignores the second tap of a double tap on 'Enviar denúncia', in whose place this button may appear.
        onClose={() => void once(() => onClose())}
      />
      <SafetyLink />
    </section>
  );
}

interface DetailsProps {
  /** Storage key of the details. */
  about: string;
  /** In characters. */
  longest: number;
  onSend(details: string): void;
  onClose(): void;
}

function Details({ about, longest, onSend, onClose }: DetailsProps) {
  const [details, setDetails] = useKeptText('report', about);
  const id = useId();
  const unclean = textError(details);
  return (
    <>
      <div className={classes.more}>
        <label htmlFor={id}>Quer explicar melhor? (opcional)</label>
        <textarea
          id={id}
          maxLength={longest}
          value={details}
          aria-invalid={unclean !== null || undefined}
          aria-describedby={`${id}-error`}
          onChange={(event) => setDetails(event.currentTarget.value)}
        />
        <p id={`${id}-error`} role="alert">
          {unclean}
        </p>
      </div>
      <div className={classes.buttons}>
        <Button disabled={isBlank(details) || unclean !== null} onClick={() => onSend(details)}>
          Enviar explicação
        </Button>
        <Button variant="outline" onClick={onClose}>
          Fechar
        </Button>
      </div>
    </>
  );
}
