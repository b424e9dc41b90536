import choices from '@/ui/choices.module.css';
import classes from './slots-field.module.css';

interface SlotsFieldProps {
  legend: string;
  /** The present choice in words: 'Segunda, Quarta', 'Qualquer dia'. */
  meaning: string;
  /** [value, full name] */
  options: readonly (readonly [string, string])[];
  /** Shows the first letter of each name; the name is for screen readers. */
  initials?: boolean;
  /** Values that the teacher offers: marked with a dot. */
  offered: readonly string[];
  chosen: readonly string[];
  onChange(chosen: string[]): void;
}

/** Days or parts of the day side by side, in their order, any number of them. */
export function SlotsField(props: SlotsFieldProps) {
  const { legend, meaning, options, initials = false, offered, chosen, onChange } = props;
  return (
    <fieldset className={choices.group}>
      <legend>
        {legend}
        <span className={choices.hint}> · {meaning}</span>
      </legend>
      <div className={classes.row} data-initials={initials || undefined}>
        {options.map(([value, name]) => (
          <label key={value} className={classes.slot} data-offered={offered.includes(value) || undefined}>
            <input
              type="checkbox"
              aria-label={name}
              checked={chosen.includes(value)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...chosen, value] : chosen.filter((one) => one !== value))
              }
            />
            <span aria-hidden="true">{initials ? name.charAt(0) : name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
