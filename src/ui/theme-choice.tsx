import { useId } from 'react';
import { useStore } from 'zustand';
import { chooseTheme, type ThemeChoice, themeChoice } from '@/lib/colour-theme';
import classes from './theme-choice.module.css';

const CHOICES = [
  { choice: null, label: 'Sistema' },
  { choice: 'light', label: 'Claro' },
  { choice: 'dark', label: 'Escuro' },
] as const satisfies { choice: ThemeChoice; label: string }[];

/** The switch between the system's theme, the light and the dark one. `onDark`: for grounds that are always dark. */
export default function ThemeChoiceField({ onDark = false }: { onDark?: boolean }) {
  const { choice } = useStore(themeChoice);
  const name = useId();
  return (
    <fieldset className={classes.field} data-on-dark={onDark || undefined}>
      <legend>Tema</legend>
      <div className={classes.choices}>
        {CHOICES.map(({ choice: own, label }) => (
          <label key={label}>
            <input type="radio" name={name} checked={choice === own} onChange={() => chooseTheme(own)} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
