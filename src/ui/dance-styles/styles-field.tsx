import { type RefObject, useId, useState } from 'react';
import choices from '../choices.module.css';
import { PlusIcon } from '../more-icons';
import { onDemand } from '../on-demand';
import { byPopularity } from './popular';
import classes from './styles-field.module.css';

const [StyleSheet, usePreparedSheet] = onDemand(() => import('./style-sheet'));

interface StylesFieldProps {
  label?: string;
  names: readonly string[];
  status: 'loading' | 'ready' | 'failed';
  loadError: string | null;
  chosen: readonly string[];
  onChange(chosen: string[]): void;
  error: string | undefined;
  fieldsetRef?: RefObject<HTMLFieldSetElement | null>;
  disabled?: boolean;
}

/** Styles that are offered without opening the sheet. */
const OFFERED = 6;

const identity = (name: string) => name;

/** Dance styles as chips: the popular and the chosen ones here, all of them in a sheet with a search. */
export function StylesField({
  label = 'Estilos de dança',
  names,
  status,
  loadError,
  chosen,
  onChange,
  error,
  fieldsetRef,
  disabled = false,
}: StylesFieldProps) {
  const id = useId();
  // Number of presses since the sheet last closed; 0 while it is closed.
  const [asked, setAsked] = useState(0);
  usePreparedSheet();
  const message = error ?? loadError;
  // A choice from an older list stays chosen.
  const all = byPopularity([...new Set([...names, ...chosen])], identity);
  // A chip that was chosen stays after it is taken off: it has the focus.
  const [left, setLeft] = useState<readonly string[]>([]);
  const shown = all.filter((name, place) => place < OFFERED || chosen.includes(name) || left.includes(name));
  const toggle = (name: string, isOn: boolean) => {
    if (!isOn) setLeft((before) => [...before, name]);
    onChange(isOn ? [...chosen, name] : chosen.filter((one) => one !== name));
  };
  return (
    <>
      <fieldset
        ref={fieldsetRef}
        className={choices.group}
        disabled={disabled}
        aria-describedby={message ? `${id}-error` : undefined}
      >
        <legend>
          {label}
          {chosen.length > 0 ? <span className={classes.count}> · {chosen.length}</span> : null}
        </legend>
        {status === 'loading' && names.length === 0 ? (
          <p className={classes.waiting}>Carregando estilos…</p>
        ) : null}
        <div className={choices.chips}>
          {shown.map((name) => (
            <label key={name} className={choices.chip}>
              <input
                type="checkbox"
                checked={chosen.includes(name)}
                aria-invalid={error ? true : undefined}
                aria-describedby={message ? `${id}-error` : undefined}
                onChange={({ currentTarget: { checked } }) => toggle(name, checked)}
              />
              {name}
            </label>
          ))}
          {all.length > shown.length ? (
            <button
              type="button"
              className={classes.add}
              aria-haspopup="dialog"
              onClick={() => setAsked((times) => times + 1)}
            >
              <PlusIcon size={18} />
              Adicionar estilo
            </button>
          ) : null}
        </div>
        {message ? (
          <p id={`${id}-error`} className={choices.error}>
            {message}
          </p>
        ) : null}
      </fieldset>
      {asked > 0 ? (
        <StyleSheet
          title={label}
          names={all}
          popular={OFFERED}
          chosen={chosen}
          asked={asked}
          onToggle={toggle}
          onClose={() => setAsked(0)}
        />
      ) : null}
    </>
  );
}
