import { useId } from 'react';
import choices from '@/ui/choices.module.css';
import classes from './own.module.css';

interface ChipsProps {
  legend: string;
  options: readonly { id: string; label: string }[];
  chosen: readonly string[];
  error: string | undefined;
  onChange(ids: string[]): void;
}

/** A group of options of which any number can be chosen. */
export function Chips({ legend, options, chosen, error, onChange }: ChipsProps) {
  const id = useId();
  const describedBy = error ? id : undefined;
  return (
    <fieldset className={choices.group} aria-describedby={describedBy}>
      <legend>{legend}</legend>
      <div className={classes.choices}>
        {options.map((one) => (
          <label key={one.id} className={choices.chip}>
            <input
              type="checkbox"
              checked={chosen.includes(one.id)}
              aria-invalid={error ? true : undefined}
              aria-describedby={describedBy}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...chosen, one.id] : chosen.filter((other) => other !== one.id))
              }
            />
            {one.label}
          </label>
        ))}
      </div>
      {error ? (
        <p id={id} className={choices.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
