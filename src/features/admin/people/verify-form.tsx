import { useKeptText } from '@/auth/drafts/kept-text';
import type { CheckKind } from '@/db/rows/listed-checks';
import { freshId } from '@/lib/browser/random';
import { textError } from '@/lib/typed-text';
import { useForm } from '@/lib/use-form';
import { SelectField, TextAreaField } from '@/ui/fields';
import classes from '../core/core.module.css';
import { OFFLINE } from '../core/texts';
import { useWriting } from '../core/use-writing';
import { WriteButton } from '../core/write-button';
import { CheckBoxes } from './check-boxes';
import { recordChecks } from './teacher';

interface Verification {
  /** Of the command: the same until it has arrived. */
  id: string;
  kinds: CheckKind[];
  outcome: 'passed' | 'failed';
  /** Kept apart, with the drafts of the person's notes. */
  note?: never;
}

const blank = (): Verification => ({ id: freshId(), kinds: [], outcome: 'passed' });

/** Notes what was checked of a teacher; who and when the server knows. */
export function VerifyForm({ teacherId, onDone }: { teacherId: string; onDone: () => void }) {
  const writing = useWriting();
  const [note, setNote] = useKeptText('note', teacherId);
  const { form, values, errors, change, reset, submit } = useForm<Verification>({
    start: blank,
    isChanged: ({ kinds }) => kinds.length > 0,
    check: ({ kinds }) => ({
      kinds: kinds.length === 0 ? 'Marque o que foi verificado.' : undefined,
      note: textError(note) ?? undefined,
    }),
    send: async ({ id, kinds, outcome }) => {
      const text = note.trim() === '' ? null : note.trim();
      const record = { teacher_id: teacherId, kinds, outcome, note: text };
      const saved = await writing.run(() => recordChecks(id, record), { title: 'Verificação anotada' });
      if (saved === null) return { sent: false };
      reset();
      setNote('');
      onDone();
      return { sent: true };
    },
  });
  const { kinds, outcome } = values;

  return (
    <form ref={form} className={classes.form} noValidate onSubmit={submit}>
      <CheckBoxes
        legend="O que foi verificado"
        value={kinds}
        error={errors.kinds}
        onChange={(next) => change({ kinds: next })}
      />
      <SelectField
        label="Resultado"
        value={outcome}
        data={[
          { value: 'passed', label: 'Tudo certo' },
          { value: 'failed', label: 'Não confirmado' },
        ]}
        onChange={({ currentTarget: { value } }) =>
          change({ outcome: value === 'failed' ? 'failed' : 'passed' })
        }
      />
      {outcome === 'failed' && kinds.includes('identity') ? (
        <p>Sem a identidade confirmada, a página sai da busca agora.</p>
      ) : null}
      <TextAreaField
        label="Anotação (opcional)"
        description="Só a equipe lê."
        rows={3}
        maxLength={1000}
        value={note}
        error={errors.note}
        onChange={({ currentTarget: { value } }) => setNote(value)}
      />
      <div className={classes.actions}>
        <WriteButton type="submit" writing={writing}>
          Anotar verificação
        </WriteButton>
      </div>
      {writing.blocked ? <p className={classes.muted}>{OFFLINE}</p> : null}
    </form>
  );
}
