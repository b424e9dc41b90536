import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { useIdentity } from '@/auth/identity';
import { PRIVATE_DRAFT_PREFIX } from '@/auth/leaving/forget';
import type { PaymentKeyRow } from '@/db/rows/lesson-fields';
import { type PixKeyKind, payeeName, pixKeysIn } from '@/lib/pix';
import { fieldsOf, isText, stored } from '@/lib/stored';
import { useForm } from '@/lib/use-form';
import { useOnce } from '@/lib/use-once';
import { sendingOf } from '@/outbox/sending';
import { notQueuedText } from '@/outbox/words';
import { useWorthSaying } from '@/outbox/worth-saying';
import { SelectField, TextField } from '@/ui/fields';
import { setPaymentKey } from '../lesson-actions';
import { useOwnPaymentKey } from '../payment-keys';
import { KEY_KINDS, storedKind } from '../pix-text';
import lessonClasses from './lessons.module.css';
import classes from './requests.module.css';

interface KeyDraft {
  key: string;
  /** Chosen where the text can mean several kinds; empty: the likeliest. */
  kind: PixKeyKind | '';
  name: string;
}

const FORM = { what: 'a chave', again: 'salve de novo', to: 'salvar a chave' };
const NOTHING: KeyDraft = { key: '', kind: '', name: '' };

/** The teacher's Pix key: kept here without a connection too, and shown to students with a confirmed lesson. */
export function PixKeyCard() {
  const { key, write, refused, isKnown } = useOwnPaymentKey();
  const heading = useRef<HTMLHeadingElement>(null);
  const pressed = useRef(false);
  const shownKey = textOf(refused ?? key);
  const shown = useWorthSaying(write);
  const sending = shown ? sendingOf(shown) : null;
  // The form begins again with what was stored, so the button that had the focus is gone.
  const begunWith = useRef(shownKey);
  useEffect(() => {
    if (begunWith.current === shownKey) return;
    begunWith.current = shownKey;
    if (pressed.current) heading.current?.focus();
    pressed.current = false;
  }, [shownKey]);
  return (
    <section className={classes.box} aria-labelledby="chave-pix">
      <h2 id="chave-pix" ref={heading} tabIndex={-1}>
        Chave Pix
      </h2>
      <p>
        Opcional. Alunos com uma aula confirmada copiam o código e conferem o nome antes de pagar. O pagamento
        não passa pelo Danceflix.
      </p>
      {sending ? (
        <p className={classes.sending} data-tone={sending.tone} role="status">
          {sending.text}
          {sending.reason ? `: ${sending.reason}` : null}
        </p>
      ) : null}
      {isKnown ? (
        <PixKeyForm
          key={shownKey}
          start={refused ?? key}
          isSet={key !== null}
          onPress={(isUnderWay) => {
            pressed.current = isUnderWay;
          }}
        />
      ) : (
        <p>Carregando…</p>
      )}
    </section>
  );
}

const textOf = (row: PaymentKeyRow | null) => (row ? `${row.pix_key} ${row.pix_name}` : '');

interface PixKeyFormProps {
  start: PaymentKeyRow | null;
  /** There is a key that can be removed. */
  isSet: boolean;
  /** False once the press has failed. */
  onPress(isUnderWay: boolean): void;
}

function PixKeyForm({ start: row, isSet, onPress }: PixKeyFormProps) {
  const id = useId();
  const userId = useIdentity().identity?.userId ?? '';
  const kept = draftOf(userId);
  const start: KeyDraft = row
    ? { key: row.pix_key, kind: storedKind(row.pix_key), name: row.pix_name }
    : NOTHING;
  const { form, values, errors, outcome, sending, change, clear, submit } = useForm<KeyDraft>({
    start,
    check: ({ key, name }) => ({
      key:
        pixKeysIn(key).length > 0 ? undefined : 'Use CPF, CNPJ, celular com DDD, e-mail ou chave aleatória',
      name: payeeName(name) === '' ? 'Escreva o nome de quem recebe, como o banco mostra' : undefined,
    }),
    draft: { key: kept.key, read: kept.read, keep: (draft) => void kept.write(draft) },
    send: async (draft) => {
      // First, because the form begins again as soon as the key is stored.
      onPress(true);
      kept.write(null);
      const queued = await setPaymentKey(chosenKey(draft)?.key ?? null, payeeName(draft.name));
      if (queued.kind === 'stored') return { sent: true, outcome: 'Chave salva.' };
      onPress(false);
      kept.write(draft);
      return { sent: false, outcome: notQueuedText(queued, FORM) };
    },
  });
  const kinds = pixKeysIn(values.key);
  const payee = payeeName(values.name);
  const [failure, setFailure] = useState<string | null>(null);
  const once = useOnce();
  const remove = async () => {
    onPress(true);
    const queued = await setPaymentKey(null, null);
    if (queued.kind === 'stored') clear();
    else {
      onPress(false);
      setFailure(notQueuedText(queued, FORM));
    }
    return queued.kind === 'stored';
  };
  return (
    <form ref={form} className={lessonClasses.form} aria-label="Chave Pix" noValidate onSubmit={submit}>
      <TextField
        id={`${id}-key`}
        label="Chave"
        autoComplete="off"
        maxLength={77}
        value={values.key}
        error={errors.key}
        onChange={(event) => change({ key: event.currentTarget.value, kind: '' })}
      />
      {kinds.length > 1 ? (
        <SelectField
          id={`${id}-kind`}
          label="Esta chave é"
          value={chosenKey(values)?.kind ?? ''}
          data={kinds.map(({ kind }) => ({ value: kind, label: KEY_KINDS[kind] }))}
          onChange={(event) =>
            change({ kind: kinds.find(({ kind }) => kind === event.currentTarget.value)?.kind ?? '' })
          }
        />
      ) : null}
      <TextField
        id={`${id}-name`}
        label="Nome de quem recebe"
        description={
          payee !== '' && payee !== values.name.trim() ? `No código: ${payee}` : 'Como o seu banco mostra'
        }
        autoComplete="name"
        maxLength={60}
        value={values.name}
        error={errors.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <p role="status">{failure ?? outcome}</p>
      <div className={lessonClasses.buttons}>
        <Button type="submit" loading={sending}>
          Salvar chave
        </Button>
        {isSet ? (
          <Button variant="outline" disabled={sending} onClick={() => void once(remove)}>
            Remover chave
          </Button>
        ) : null}
      </div>
    </form>
  );
}

function chosenKey({ key, kind }: KeyDraft) {
  const keys = pixKeysIn(key);
  return keys.find((one) => one.kind === kind) ?? keys[0] ?? null;
}

const draftOf = (userId: string) =>
  stored<KeyDraft>(`${PRIVATE_DRAFT_PREFIX}pix_${userId}`, (value) => {
    const { key, kind, name } = fieldsOf(value);
    if (!isText(key) || !isText(name)) return null;
    return { key, name, kind: isText(kind) && Object.hasOwn(KEY_KINDS, kind) ? (kind as PixKeyKind) : '' };
  });
