import { useId } from 'react';
import classes from '@/ui/choices.module.css';

interface ChoiceFieldProps {
  legend: string;
  hint?: string;
  name: string;
  /** [value, label] */
  options: readonly (readonly [string, string])[];
  chosen: readonly string[];
  onChange(chosen: string[]): void;
  /** One choice instead of any number. */
  single?: boolean;
  error?: string | null;
}

/** Choices as chips, all visible. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { legend, hint, name, options, chosen, onChange, single = false, error = null } = props;
  const id = useId();
  return (
    <fieldset
      className={classes.group}
      aria-describedby={error ? `${id}-error` : undefined}
      data-invalid={error ? true : undefined}
    >
      <legend>
        {legend}
        {hint ? <span className={classes.hint}> · {hint}</span> : null}
      </legend>
      <div className={classes.chips}>
        {options.map(([value, label]) => (
          <label key={value} className={classes.chip}>
            <input
              type={single ? 'radio' : 'checkbox'}
              name={name}
              checked={chosen.includes(value)}
              aria-describedby={error ? `${id}-error` : undefined}
              onChange={({ currentTarget: { checked } }) =>
                onChange(
                  single ? [value] : checked ? [...chosen, value] : chosen.filter((one) => one !== value),
                )
              }
            />
            {label}
          </label>
        ))}
      </div>
      {error ? (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
