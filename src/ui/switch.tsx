import { useId } from 'react';
import classes from './switch.module.css';

interface SwitchProps {
  label: string;
  /** Under the label; read out with it. */
  text?: string;
  /** The id of what explains the switch instead of `text`. */
  describedBy?: string;
  checked: boolean;
  /** Under way: a press does nothing, or is kept. */
  busy?: boolean;
  /** Drawn faint, not disabled: a press is to be explained. */
  faint?: boolean;
  onPress(): void;
}

/** On or off at once, without a button that saves. */
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
