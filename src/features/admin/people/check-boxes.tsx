import { useId } from 'react';
import type { CheckKind } from '@/db/rows/listed-checks';
import { CHECK_KINDS, CHECK_WORDS } from '@/db/words/check-words';
import classes from '../core/core.module.css';

interface CheckBoxesProps {
  legend: string;
  value: readonly CheckKind[];
  error?: string | undefined;
  onChange(value: CheckKind[]): void;
}

/** Checkboxes for the checks that the team made of a teacher. */
export function CheckBoxes({ legend, value, error, onChange }: CheckBoxesProps) {
  const errorId = useId();
  return (
    <>
      <fieldset className={classes.checks} aria-describedby={errorId} data-invalid={error !== undefined}>
        <legend>{legend}</legend>
        {CHECK_KINDS.map((kind) => (
          <label key={kind} className={classes.check}>
            <input
              type="checkbox"
              checked={value.includes(kind)}
              onChange={({ currentTarget }) =>
                onChange(currentTarget.checked ? [...value, kind] : value.filter((one) => one !== kind))
              }
            />
            {CHECK_WORDS[kind].name}
          </label>
        ))}
      </fieldset>
      <p id={errorId} role="alert" className={classes.failure}>
        {error}
      </p>
    </>
  );
}
