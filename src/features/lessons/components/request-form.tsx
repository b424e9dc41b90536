import { Button } from '@mantine/core';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { presentIdentity } from '@/auth/identity';
import { useFollowedDraft } from '@/lib/followed-draft';
import { sendable } from '@/lib/text';
import { textError } from '@/lib/typed-text';
import { useBusy } from '@/lib/use-busy';
import { useOnce } from '@/lib/use-once';
import type { StoredCommand } from '@/outbox/command';
import { refusalText } from '@/outbox/sending';
import { notQueuedText } from '@/outbox/words';
import { useSyncStatus } from '@/reads/sync-status';
import { TextAreaField } from '@/ui/fields';
import { Link } from '@/ui/link';
import { askAgain, askForLessons, type Outcome, type Wish } from '../actions';
import { isOpen, wasRefused } from '../overlay';
import { useRequests } from '../queries';
import { keepRequestDraft, type RequestDraft, readRequestDraft, requestDraftKey } from '../request-draft';
import { DAYS, LONGEST, TIMES } from '../texts';
import { ChoiceField } from './choice-field';
import classes from './requests.module.css';

export interface AskedTeacher {
  id: string;
  name: string;
  styles: readonly { id: string; name: string }[];
}

const FORM = { what: 'o pedido', again: 'envie de novo', to: 'enviar o pedido' };

interface RequestFormProps {
  teacher: AskedTeacher;
  /** A wish that the server refused, to be changed. */
  refused: StoredCommand | null;
  /** What the refused one asked for. */
  former: Omit<RequestDraft, 'id'> | null;
}

/** A wish for lessons. Queued on this phone, so it can be sent without a connection. */
export function RequestForm({ teacher, refused, former }: RequestFormProps) {
  const id = useId();
  const navigate = useNavigate();
  const userId = presentIdentity()?.userId ?? '';
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  const about = refused?.id ?? teacher.id;
  const [start] = useState(() => ({ id: crypto.randomUUID(), ...(former ?? blank(teacher)) }));
  const [draft, setDraft] = useState<RequestDraft>(() => readRequestDraft(userId, about) ?? start);
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const once = useOnce();
  const styles = useRef<HTMLFieldSetElement>(null);

  const taught = teacher.styles.some((style) => style.id === draft.styleId);
  const inTheWay = useRequests().data.find(
    (item) =>
      item.teacher_id === teacher.id &&
      item.dance_style_id === draft.styleId &&
      isOpen(item) &&
      !wasRefused(item),
  );
  // What has just been stored is the request itself.
  const open = sending ? undefined : inTheWay;
  const isChanged = (now: RequestDraft) => JSON.stringify({ ...now, id: start.id }) !== JSON.stringify(start);
  const dirty = isChanged(draft);
  useBusy(dirty);
  useFollowedDraft(requestDraftKey(userId, about), () => {
    if (!sending) setDraft(readRequestDraft(userId, about) ?? start);
  });

  function change(part: Partial<RequestDraft>) {
    const next = { ...draft, ...part };
    setDraft(next);
    keepRequestDraft(userId, about, isChanged(next) ? next : null);
  }

  async function send(): Promise<boolean> {
    if (open) return false;
    setTried(true);
    setFailure(null);
    if (!taught) {
      styles.current?.querySelector('input')?.focus();
      return false;
    }
    if (textError(draft.message) !== null) {
      document.getElementById(`${id}-message`)?.focus();
      return false;
    }
    setSending(true);
    const outcome: Outcome = refused
      ? await askAgain(refused, draft.id, wishOf(teacher, draft))
      : await askForLessons(draft.id, wishOf(teacher, draft));
    if (outcome.kind === 'stored') {
      keepRequestDraft(userId, about, null);
      void navigate(`/student/requests/${outcome.requestId}`, { replace: true });
      return true;
    }
    setSending(false);
    setFailure(notQueuedText(outcome, FORM));
    return false;
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void once(send);
  }

  const why = refused ? refusalText(refused) : null;
  return (
    <form className={classes.form} aria-label="Pedir aula" noValidate onSubmit={onSubmit}>
      {why ? (
        <p className={classes.note} data-tone="refused">
          {why}
        </p>
      ) : null}
      {teacher.styles.length === 0 ? <p>Este professor ainda não informou estilos de dança.</p> : null}
      <ChoiceField
        legend="Estilo"
        name={`${id}-style`}
        single
        fieldsetRef={styles}
        options={teacher.styles.map((style) => [style.id, style.name])}
        chosen={[draft.styleId]}
        onChange={([styleId = '']) => change({ styleId })}
        error={tried && !taught ? 'Escolha um estilo' : null}
      />
      {open ? (
        <div className={classes.note} role="alert">
          <p>Você já tem um pedido aberto com este professor neste estilo.</p>
          <Link className={classes.plain} to={`/student/requests/${open.id}`}>
            Ver o pedido aberto
          </Link>
        </div>
      ) : null}
      <ChoiceField
        legend="Dias"
        hint="Nenhum marcado: qualquer dia"
        name={`${id}-days`}
        options={Object.entries(DAYS)}
        chosen={draft.days}
        onChange={(days) => change({ days })}
      />
      <ChoiceField
        legend="Horários"
        hint="Nenhum marcado: qualquer horário"
        name={`${id}-times`}
        options={Object.entries(TIMES)}
        chosen={draft.times}
        onChange={(times) => change({ times })}
      />
      <TextAreaField
        id={`${id}-message`}
        label="Mensagem (opcional)"
        description={`Conte o que você quer aprender. ${draft.message.length} de ${LONGEST.message} caracteres.`}
        maxLength={LONGEST.message}
        value={draft.message}
        onChange={(event) => change({ message: event.currentTarget.value })}
      />
      <p role="alert" className={classes.failure}>
        {failure}
      </p>
      {offline ? (
        <p role="status">Você está sem conexão: o pedido fica salvo aqui e é enviado depois.</p>
      ) : null}
      <Button className={classes.act ?? ''} type="submit" loading={sending} disabled={open !== undefined}>
        Enviar pedido
      </Button>
    </form>
  );
}

function blank({ styles }: AskedTeacher): Omit<RequestDraft, 'id'> {
  const styleId = styles.length === 1 ? (styles[0]?.id ?? '') : '';
  return { styleId, days: [], times: [], message: '' };
}

function wishOf(teacher: AskedTeacher, { styleId, days, times, message }: RequestDraft): Wish {
  return {
    teacher_id: teacher.id,
    dance_style_id: styleId,
    preferred_days: days,
    preferred_times: times,
    message: sendable(message) || null,
  };
}
