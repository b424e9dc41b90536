import { Button } from '@mantine/core';
import { type FormEvent, Fragment, type ReactNode, useId, useRef, useState } from 'react';
import { keepWayBack } from '@/auth/entering/way-back';
import { presentIdentity } from '@/auth/identity';
import { BLANK_WISH, type TypedWish, type WishName, wishColumns } from '@/db/rows/wish-fields';
import { daysAndTimesOf } from '@/db/words/half-days';
import { freshId } from '@/lib/browser/random';
import { fold } from '@/lib/text';
import { textError } from '@/lib/typed-text';
import { useForm } from '@/lib/use-form';
import type { Wish } from '@/outbox/commands/lesson-request-create';
import { refusalText } from '@/outbox/sending';
import type { StoredCommand } from '@/outbox/stored-command';
import { notQueuedText } from '@/outbox/words';
import { useSyncStatus } from '@/reads/sync-status';
import { DraftNote } from '@/ui/draft-note';
import { Link } from '@/ui/link';
import { useNavigate } from '@/ui/navigate';
import { useNow } from '@/ui/use-now';
import { useReservedHeight } from '@/ui/use-reserved-height';
import { askAgain, askForLessons, type Outcome } from '../actions';
import { isOpen, wasRefused } from '../overlay';
import { useAllRequests } from '../queries';
import {
  claimVisitorDrafts,
  keepRequestDraft,
  type RequestDraft,
  readRequestDraft,
  requestDraftKey,
} from '../request-draft';
import { ChoiceField } from './choice-field';
import { guardianError } from './guardian-field';
import { isOffer, OfferedTimes } from './offered-times';
import { type AskedTeacher, INPUTS } from './request-inputs';
import classes from './requests.module.css';

const FORM = { what: 'o pedido', again: 'envie de novo', to: 'enviar o pedido' };

export interface RequestFormProps {
  teacher: AskedTeacher;
  /** A wish that the server refused, to be changed. */
  refused: StoredCommand | null;
  /** The values of the refused request. */
  former: Omit<RequestDraft, 'id'> | null;
  /** Name of the style that the person is looking for; preselected where the teacher teaches it. */
  wantedStyle?: string | null;
  /** Days, times and words that the person has said elsewhere, to begin with. Else the times that the teacher offers. */
  known?: Partial<TypedWish>;
  /** The person filled it as a visitor, and has signed in to send it. */
  isReady?: boolean;
  /** Rendered where this teacher may not be asked for a person under age: others who may. */
  checkedOthers?(wish: Wish, onTake: (teacherId: string) => void): ReactNode;
  /** Rendered above the button, for students: how the teacher will reach them. */
  contact?: ReactNode;
  /** A visitor has filled it, and it is kept on this phone: an account is needed to send it. */
  onAccountNeeded?(): void;
}

const FIELDS = Object.keys(INPUTS) as WishName[];

const NOT_KEPT =
  'Este aparelho não deixou guardar o pedido: falta espaço, ou os dados do site estão bloqueados. Entre na sua conta e peça de novo.';

/**
 * A wish for lessons. Queued on this phone, so it can be sent without a connection. A visitor's is kept until they have
 * an account. Rendered anew for another person: the drafts are theirs.
 */
export function RequestForm(props: RequestFormProps) {
  const { teacher, refused, former, wantedStyle = null, known = {} } = props;
  const { isReady = false, contact, onAccountNeeded, checkedOthers } = props;
  const now = useNow();
  const id = useId();
  const dock = useRef<HTMLDivElement>(null);
  useReservedHeight(dock, '--dock-height');
  const navigate = useNavigate();
  const isLeaving = useRef(false);
  const [userId] = useState(() => {
    const signedIn = presentIdentity()?.userId ?? null;
    if (signedIn !== null) claimVisitorDrafts(signedIn);
    return signedIn;
  });
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  const about = refused?.id ?? teacher.id;
  const isTaught = (styleId: string) => teacher.styles.some((style) => style.id === styleId);
  const { form, values, errors, outcome, sending, restored, dirty, change, begin, clear, submit } =
    useForm<RequestDraft>({
      start: () => ({ id: freshId(), ...(former ?? blank(teacher, wantedStyle, known)) }),
      check: ({ styleId, guardian, message }) => ({
        styleId: isTaught(styleId) ? undefined : 'Escolha um estilo',
        guardian: guardianError(guardian, teacher.checks, now),
        message: textError(message) ?? undefined,
      }),
      draft: {
        key: requestDraftKey(userId, about),
        read: () => readRequestDraft(userId, about),
        keep: (draft) => keepRequestDraft(userId, about, draft),
      },
      send: async (draft) => {
        if (userId === null) {
          if (!keepRequestDraft(null, about, draft)) return { sent: false, outcome: NOT_KEPT };
          // A second tap may come before the step is drawn.
          if (!isLeaving.current) onAccountNeeded?.();
          isLeaving.current = true;
          return { sent: false };
        }
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
  const [isTouched, setTouched] = useState(false);
  // The teacher's times may come later. A form that somebody has begun to fill stays as it is.
  const offer = JSON.stringify([known, teacher.availability]);
  const [begunWith, setBegunWith] = useState(offer);
  if (begunWith !== offer) {
    setBegunWith(offer);
    if (!isTouched && !restored && !dirty) begin();
  }
  /** The draft that was cleared a moment ago, for undoing it. */
  const [cleared, setCleared] = useState<RequestDraft | null>(null);
  const [isBack, setBack] = useState(false);
  const edit = (part: Partial<RequestDraft>) => {
    setCleared(null);
    setTouched(true);
    change(part);
  };
  const areSought = former !== null || known.days !== undefined;
  /** For other teachers: without the times that only this one has suggested. */
  const elsewhere = !areSought && isOffer(teacher, values) ? { ...values, days: [], times: [] } : values;
  /** Begins the request to another teacher with these values, unless there is a draft already. */
  const takeAlong = (teacherId: string) => {
    if (readRequestDraft(userId, teacherId)) return;
    keepRequestDraft(userId, teacherId, { ...elsewhere, id: freshId() });
  };
  const inTheWay = useAllRequests().data.find(
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
    setTouched(true);
    if (!open) submit();
  }

  const why = refused ? refusalText(refused) : null;
  return (
    <form ref={form} className={classes.form} aria-label="Pedir aula" noValidate onSubmit={onSubmit}>
      <DraftNote
        isReady={isReady}
        isRestored={restored || isBack}
        isCleared={cleared !== null}
        onClear={() => {
          setCleared(values);
          setBack(false);
          clear();
          if (userId === null) keepWayBack(null);
        }}
        onUndo={() => {
          if (cleared) change(cleared);
          setCleared(null);
          setBack(true);
        }}
      />
      {why ? (
        <p className={classes.note} data-tone="refused">
          {why}
        </p>
      ) : null}
      {teacher.styles.length === 0 ? (
        <p>Este professor ainda não informou estilos de dança: por enquanto não há o que pedir aqui.</p>
      ) : (
        <ChoiceField
          legend="Estilo"
          name={`${id}-style`}
          single
          options={teacher.styles.map((style) => [style.id, style.name])}
          chosen={[values.styleId]}
          onChange={([styleId = '']) => edit({ styleId })}
          error={errors.styleId ?? null}
        />
      )}
      {open ? (
        <div className={classes.note} role="alert">
          <p>Você já tem um pedido aberto com este professor neste estilo.</p>
          <Link className={classes.plain} to={`/student/requests/${open.id}`}>
            Ver o pedido aberto
          </Link>
        </div>
      ) : null}
      {FIELDS.map((field) => (
        <Fragment key={field}>
          {INPUTS[field]({
            id: `${id}-${field}`,
            teacher,
            draft: values,
            error: errors[field],
            now,
            others: checkedOthers?.(wishOf(teacher, elsewhere), takeAlong),
            change: edit,
          })}
          {field === 'times' ? (
            <OfferedTimes teacher={teacher} draft={values} onTake={(days, times) => edit({ days, times })} />
          ) : null}
        </Fragment>
      ))}
      {userId === null ? null : contact}
      <p role="alert" className={classes.failure}>
        {outcome}
      </p>
      {offline ? <p role="status">{userId === null ? OFFLINE.visitor : OFFLINE.student}</p> : null}
      <div ref={dock} className={classes.send}>
        <Button type="submit" loading={sending} disabled={open !== undefined || teacher.styles.length === 0}>
          Enviar pedido
        </Button>
      </div>
    </form>
  );
}

const OFFLINE = {
  visitor: 'Você está sem conexão: o pedido fica guardado aqui. Para enviar, você cria sua conta depois.',
  student: 'Você está sem conexão: o pedido fica salvo aqui e é enviado depois.',
} as const;

function blank(
  { styles, availability }: AskedTeacher,
  wanted: string | null,
  known: Partial<TypedWish>,
): Omit<RequestDraft, 'id'> {
  const [only] = styles.length === 1 ? styles : [];
  const chosen = only ?? styles.find(({ name }) => wanted !== null && fold(name) === fold(wanted));
  return { styleId: chosen?.id ?? '', ...BLANK_WISH, ...daysAndTimesOf(availability), ...known };
}

function wishOf(teacher: AskedTeacher, { styleId, ...typed }: RequestDraft): Wish {
  return { teacher_id: teacher.id, dance_style_id: styleId, ...wishColumns(typed) };
}
