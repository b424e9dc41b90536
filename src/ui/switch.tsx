import { useId } from 'react';
import classes from './switch.module.css';

interface SwitchProps {
  label: string;
  /** Shown under the label; read out with it. */
  text?: string;
  /** The id of an element that explains the switch, instead of `text`. */
  describedBy?: string;
  checked: boolean;
  /** A change is running: a press does nothing, or is kept. */
  busy?: boolean;
  /** Drawn faint, but not disabled: a press explains why it cannot be changed. */
  faint?: boolean;
  onPress(): void;
}

/** A setting that changes at once, without a save button. */
export function Switch({
  label,
  text,
  describedBy,
  checked,
  busy = false,
  faint = false,
  onPress,
}: SwitchProps) {
  const [name, description] = [useId(), useId()];
  return (
    <button
      type="button"
      role="switch"
      className={classes.switch}
      aria-checked={checked}
      aria-busy={busy}
      data-faint={faint || undefined}
      aria-labelledby={name}
      aria-describedby={text === undefined ? describedBy : description}
      onClick={onPress}
    >
      <span className={classes.words}>
        <b id={name}>{label}</b>
        {text === undefined ? null : <span id={description}>{text}</span>}
      </span>
      <span className={classes.track} aria-hidden="true" />
    </button>
  );
}
