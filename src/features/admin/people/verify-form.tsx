import { useKeptText } from '@/auth/drafts/kept-text';
import { textError } from '@/lib/typed-text';
import { useForm } from '@/lib/use-form';
import { SelectField, TextAreaField } from '@/ui/fields';
import classes from '../core/core.module.css';
import { OFFLINE } from '../core/texts';
import { useWriting } from '../core/use-writing';
import { WriteButton } from '../core/write-button';
import { CHECK_CODES, CHECKS, type Check, verifyTeacher } from './teacher';

interface Verification {
  /** Of the check that is being noted: the same until it has arrived. */
  id: string;
  checked: Check[];
  outcome: 'passed' | 'failed';
  /** Kept apart, with the drafts of the person's notes. */
  note?: never;
}

const blank = (): Verification => ({ id: crypto.randomUUID(), checked: [], outcome: 'passed' });

/** Notes what was checked of a teacher; who and when the server knows. */
export function VerifyForm({ teacherId, onDone }: { teacherId: string; onDone: () => void }) {
  const writing = useWriting();
  const [note, setNote] = useKeptText('note', teacherId);
  const { form, values, errors, change, reset, submit } = useForm<Verification>({
    start: blank,
    isChanged: ({ checked }) => checked.length > 0,
    check: ({ checked }) => ({
      checked: checked.length === 0 ? 'Marque o que foi verificado.' : undefined,
      note: textError(note) ?? undefined,
    }),
    send: async (typed) => {
      const text = note.trim() === '' ? null : note.trim();
      const verification = { ...typed, teacher_id: teacherId, note: text };
      const saved = await writing.run(() => verifyTeacher(verification), { title: 'Verificação anotada' });
      if (saved === null) return { sent: false };
      reset();
      setNote('');
      onDone();
      return { sent: true };
    },
  });
  const { checked, outcome } = values;

  return (
    <form ref={form} className={classes.form} noValidate onSubmit={submit}>
      <fieldset
        className={classes.checks}
        aria-describedby="verify-error"
        data-invalid={errors.checked && true}
      >
        <legend>O que foi verificado</legend>
        {CHECK_CODES.map((code) => (
          <label key={code} className={classes.check}>
            <input
              type="checkbox"
              checked={checked.includes(code)}
              onChange={({ currentTarget }) =>
                change({
                  checked: currentTarget.checked ? [...checked, code] : checked.filter((one) => one !== code),
                })
              }
            />
            {CHECKS[code]}
          </label>
        ))}
      </fieldset>
      <p id="verify-error" role="alert" className={classes.failure}>
        {errors.checked}
      </p>
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
      <TextAreaField
        label="Anotação (opcional)"
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
