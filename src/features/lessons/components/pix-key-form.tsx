import { Button } from '@mantine/core';
import { useId } from 'react';
import { useIdentity } from '@/auth/identity';
import { PRIVATE_DRAFT_PREFIX } from '@/auth/leaving/forget';
import type { PaymentKeyRow } from '@/db/lesson-fields';
import { type PixKeyKind, payeeName, pixKeysIn } from '@/lib/pix';
import { fieldsOf, isText, stored } from '@/lib/stored';
import { useForm } from '@/lib/use-form';
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
  const { key, write, isKnown } = useOwnPaymentKey();
  const shown = useWorthSaying(write);
  const sending = shown ? sendingOf(shown) : null;
  return (
    <section className={classes.box} aria-labelledby="chave-pix">
      <h2 id="chave-pix">Chave Pix</h2>
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
      {isKnown ? <PixKeyForm key={key?.pix_key ?? ''} stored={key} /> : <p>Carregando…</p>}
    </section>
  );
}

function PixKeyForm({ stored: row }: { stored: PaymentKeyRow | null }) {
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
      const chosen = chosenKey(draft);
      const queued = await setPaymentKey(chosen?.key ?? null, payeeName(draft.name));
      return queued.kind === 'stored'
        ? { sent: true, outcome: 'Chave salva.' }
        : { sent: false, outcome: notQueuedText(queued, FORM) };
    },
  });
  const kinds = pixKeysIn(values.key);
  const payee = payeeName(values.name);
  const remove = async () => {
    const queued = await setPaymentKey(null, null);
    if (queued.kind === 'stored') clear();
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
      <p role="status">{outcome}</p>
      <div className={lessonClasses.buttons}>
        <Button type="submit" loading={sending}>
          Salvar chave
        </Button>
        {row ? (
          <Button variant="outline" disabled={sending} onClick={() => void remove()}>
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
    return { key, name, kind: isText(kind) && kind in KEY_KINDS ? (kind as PixKeyKind) : '' };
  });
