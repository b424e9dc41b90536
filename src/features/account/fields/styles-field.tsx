import { type RefObject, useId } from 'react';
import choices from '@/ui/choices.module.css';
import classes from './styles-field.module.css';

interface StylesFieldProps {
  names: readonly string[];
  status: 'loading' | 'ready' | 'failed';
  loadError: string | null;
  chosen: readonly string[];
  onChange(chosen: string[]): void;
  error: string | undefined;
  fieldsetRef: RefObject<HTMLFieldSetElement | null>;
  disabled?: boolean;
}

/** The dance styles that a teacher offers. */
export function StylesField({
  names,
  status,
  loadError,
  chosen,
  onChange,
  error,
  fieldsetRef,
  disabled,
}: StylesFieldProps) {
  const id = useId();
  const message = error ?? loadError;
  return (
    <fieldset
      ref={fieldsetRef}
      className={choices.group}
      disabled={disabled ?? false}
      aria-describedby={message ? `${id}-error` : undefined}
    >
      <legend>
        Estilos de dança
        {chosen.length > 0 ? <span className={classes.count}> · {chosen.length}</span> : null}
      </legend>
      {status === 'loading' ? <p className={classes.waiting}>Carregando estilos…</p> : null}
      <div className={`${choices.chips} ${classes.chips}`}>
        {names.map((name) => (
          <label key={name} className={choices.chip}>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              aria-invalid={error ? true : undefined}
              aria-describedby={message ? `${id}-error` : undefined}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...chosen, name] : chosen.filter((one) => one !== name))
              }
            />
            {name}
          </label>
        ))}
      </div>
      {message ? (
        <p id={`${id}-error`} className={choices.error}>
          {message}
        </p>
      ) : null}
    </fieldset>
  );
}
