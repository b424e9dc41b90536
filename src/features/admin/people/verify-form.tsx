import { useRef, useState } from 'react';
import { useKeptText } from '@/auth/kept-text';
import { textError } from '@/lib/typed-text';
import { useBusy } from '@/lib/use-busy';
import { SelectField, TextAreaField } from '@/ui/fields';
import classes from '../core/core.module.css';
import { OFFLINE } from '../core/texts';
import { useWriting } from '../core/use-writing';
import { WriteButton } from '../core/write-button';
import { CHECK_CODES, CHECKS, type Check, verifyTeacher } from './teacher';

/** Notes what was checked of a teacher; who and when the server knows. */
export function VerifyForm({ teacherId, onDone }: { teacherId: string; onDone: () => void }) {
  const writing = useWriting();
  const [checked, setChecked] = useState<Check[]>([]);
  const [outcome, setOutcome] = useState<'passed' | 'failed'>('passed');
  const [note, setNote] = useKeptText('note', teacherId);
  useBusy(checked.length > 0);
  const [error, setError] = useState('');
  /** Of the check that is being noted: the same until it has arrived. */
  const id = useRef(crypto.randomUUID());

  const save = async () => {
    if (checked.length === 0) {
      setError('Marque o que foi verificado.');
      return;
    }
    setError('');
    if (textError(note) !== null) return;
    const verification = {
      id: id.current,
      teacher_id: teacherId,
      checked,
      outcome,
      note: note.trim() === '' ? null : note.trim(),
    };
    if (!(await writing.run(() => verifyTeacher(verification), { title: 'Verificação anotada' }))) return;
    id.current = crypto.randomUUID();
    setChecked([]);
    setNote('');
    onDone();
  };

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <fieldset className={classes.checks} aria-describedby="verify-error">
        <legend>O que foi verificado</legend>
        {CHECK_CODES.map((code) => (
          <label key={code} className={classes.check}>
            <input
              type="checkbox"
              checked={checked.includes(code)}
              onChange={({ currentTarget }) =>
                setChecked(currentTarget.checked ? [...checked, code] : checked.filter((one) => one !== code))
              }
            />
            {CHECKS[code]}
          </label>
        ))}
      </fieldset>
      <p id="verify-error" role="alert" className={classes.failure}>
        {error}
      </p>
      <SelectField
        label="Resultado"
        value={outcome}
        data={[
          { value: 'passed', label: 'Tudo certo' },
          { value: 'failed', label: 'Não confirmado' },
        ]}
        onChange={({ currentTarget: { value } }) => setOutcome(value === 'failed' ? 'failed' : 'passed')}
      />
      <TextAreaField
        label="Anotação (opcional)"
        rows={3}
        maxLength={1000}
        value={note}
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
