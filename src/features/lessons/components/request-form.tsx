import { Button } from '@mantine/core';
import { type FormEvent, Fragment, type ReactNode, useId } from 'react';
import { presentIdentity } from '@/auth/identity';
import { DAYS, daysOffered, TIMES, timesOffered } from '@/db/availability';
import { BLANK_WISH, type WishName, wishColumns } from '@/db/wish-fields';
import { textError } from '@/lib/typed-text';
import { useForm } from '@/lib/use-form';
import type { Wish } from '@/outbox/commands/lesson-request-create';
import { refusalText } from '@/outbox/sending';
import type { StoredCommand } from '@/outbox/stored-command';
import { notQueuedText } from '@/outbox/words';
import { useSyncStatus } from '@/reads/sync-status';
import { TextAreaField } from '@/ui/fields';
import { Link } from '@/ui/link';
import { useNavigate } from '@/ui/navigate';
import { askAgain, askForLessons, type Outcome } from '../actions';
import { isOpen, wasRefused } from '../overlay';
import { useRequests } from '../queries';
import { keepRequestDraft, type RequestDraft, readRequestDraft, requestDraftKey } from '../request-draft';
import { LONGEST } from '../texts';
import { ChoiceField } from './choice-field';
import classes from './requests.module.css';

export interface AskedTeacher {
  id: string;
  name: string;
  styles: readonly { id: string; name: string }[];
  /** When the teacher gives lessons, as 'sabado-manha'; empty where that is not said. */
  availability: readonly string[];
}

const FORM = { what: 'o pedido', again: 'envie de novo', to: 'enviar o pedido' };

interface RequestFormProps {
  teacher: AskedTeacher;
  /** A wish that the server refused, to be changed. */
  refused: StoredCommand | null;
  /** The values of the refused request. */
  former: Omit<RequestDraft, 'id'> | null;
}

interface InputProps {
  id: string;
  teacher: AskedTeacher;
  draft: RequestDraft;
  change(part: Partial<RequestDraft>): void;
}

/** One input for each field of a wish, in the order of the form: a field without one does not compile. */
const INPUTS: Record<WishName, (props: InputProps) => ReactNode> = {
  days: ({ id, teacher, draft, change }) => (
    <ChoiceField
      legend="Dias"
      hint="Nenhum marcado: qualquer dia"
      name={id}
      options={offeredFirst(DAYS, offeredDays(teacher))}
      chosen={draft.days}
      onChange={(days) => change({ days })}
    />
  ),
  times: ({ id, teacher, draft, change }) => (
    <ChoiceField
      legend="Horários"
      hint="Nenhum marcado: qualquer horário"
      name={id}
      options={offeredFirst(TIMES, timesOffered(teacher.availability))}
      chosen={draft.times}
      onChange={(times) => change({ times })}
    />
  ),
  message: ({ id, draft, change }) => (
    <TextAreaField
      id={id}
      label="Mensagem (opcional)"
      description={`Conte o que você quer aprender. ${draft.message.length} de ${LONGEST.message} caracteres.`}
      maxLength={LONGEST.message}
      value={draft.message}
      onChange={(event) => change({ message: event.currentTarget.value })}
    />
  ),
};

/** A wish for lessons. Queued on this phone, so it can be sent without a connection. */
export function RequestForm({ teacher, refused, former }: RequestFormProps) {
  const id = useId();
  const navigate = useNavigate();
  const userId = presentIdentity()?.userId ?? '';
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  const about = refused?.id ?? teacher.id;
  const isTaught = (styleId: string) => teacher.styles.some((style) => style.id === styleId);
  const { form, values, errors, outcome, sending, change, submit } = useForm<RequestDraft>({
    start: () => ({ id: crypto.randomUUID(), ...(former ?? blank(teacher)) }),
    check: ({ styleId, message }) => ({
      styleId: isTaught(styleId) ? undefined : 'Escolha um estilo',
      message: textError(message) ?? undefined,
    }),
    draft: {
      key: requestDraftKey(userId, about),
      read: () => readRequestDraft(userId, about),
      keep: (draft) => keepRequestDraft(userId, about, draft),
    },
    send: async (draft) => {
      const wish = wishOf(teacher, draft);
      const answer: Outcome = await (refused
        ? askAgain(refused, draft.id, wish)
        : askForLessons(draft.id, wish));
      if (answer.kind !== 'stored') return { sent: false, outcome: notQueuedText(answer, FORM) };
      keepRequestDraft(userId, about, null);
      void navigate(`/student/requests/${answer.requestId}`, { replace: true });
      return { sent: true };
    },
  });
  const inTheWay = useRequests().data.find(
    (item) =>
      item.teacher_id === teacher.id &&
      item.dance_style_id === values.styleId &&
      // The request that this form has just stored is not in the way.
      item.id !== values.id &&
      item.id !== refused?.entity.id &&
      isOpen(item) &&
      !wasRefused(item),
  );
  const open = sending ? undefined : inTheWay;

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!open) submit();
  }

  const why = refused ? refusalText(refused) : null;
  return (
    <form ref={form} className={classes.form} aria-label="Pedir aula" noValidate onSubmit={onSubmit}>
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
        options={teacher.styles.map((style) => [style.id, style.name])}
        chosen={[values.styleId]}
        onChange={([styleId = '']) => change({ styleId })}
        error={errors.styleId ?? null}
      />
      {open ? (
        <div className={classes.note} role="alert">
          <p>Você já tem um pedido aberto com este professor neste estilo.</p>
          <Link className={classes.plain} to={`/student/requests/${open.id}`}>
            Ver o pedido aberto
          </Link>
        </div>
      ) : null}
      <Offered teacher={teacher} draft={values} onTake={(days, times) => change({ days, times })} />
      {Object.entries(INPUTS).map(([field, draw]) => (
        <Fragment key={field}>{draw({ id: `${id}-${field}`, teacher, draft: values, change })}</Fragment>
      ))}
      <p role="alert" className={classes.failure}>
        {outcome}
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

const offeredDays = ({ availability }: AskedTeacher): string[] =>
  daysOffered(availability).map(({ day }) => day);

/** The teacher's own first; the others can still be asked for. */
function offeredFirst(names: Readonly<Record<string, string>>, offered: readonly string[]) {
  const entries = Object.entries(names);
  return [
    ...entries.filter(([key]) => offered.includes(key)),
    ...entries.filter(([key]) => !offered.includes(key)),
  ];
}

interface OfferedProps {
  teacher: AskedTeacher;
  draft: RequestDraft;
  onTake(days: string[], times: string[]): void;
}

/** When the teacher gives lessons, and all of it in one tap. */
function Offered({ teacher, draft, onTake }: OfferedProps) {
  const days = offeredDays(teacher);
  const times: string[] = timesOffered(teacher.availability);
  if (days.length === 0) return null;
  const isTaken = [...days, ...times].every((one) => [...draft.days, ...draft.times].includes(one));
  return (
    <div className={classes.offered}>
      <p>
        <b>{teacher.name} costuma dar aulas:</b>
      </p>
      <ul>
        {daysOffered(teacher.availability).map((one) => (
          <li key={one.day}>
            {DAYS[one.day]}: {one.times.map((time) => TIMES[time].toLowerCase()).join(', ')}
          </li>
        ))}
      </ul>
      <Button variant="outline" disabled={isTaken} onClick={() => onTake(days, times)}>
        Usar estes horários
      </Button>
    </div>
  );
}

function blank({ styles }: AskedTeacher): Omit<RequestDraft, 'id'> {
  const styleId = styles.length === 1 ? (styles[0]?.id ?? '') : '';
  return { styleId, ...BLANK_WISH };
}

function wishOf(teacher: AskedTeacher, { styleId, ...typed }: RequestDraft): Wish {
  return { teacher_id: teacher.id, dance_style_id: styleId, ...wishColumns(typed) };
}
