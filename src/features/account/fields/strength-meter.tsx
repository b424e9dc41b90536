import { CheckIcon } from '@/ui/icons';
import { VisuallyHidden } from '@/ui/visually-hidden';
import { passwordStrength } from './password-strength';
import classes from './strength-meter.module.css';

/** Shows the strength of a password as a word, a bar and five hints. Advice only: a weak password is accepted. */
export function StrengthMeter({ password }: { password: string }) {
  const { hints, score, label } = passwordStrength(password);
  if (password === '') return null;
  return (
    <div className={classes.strength}>
      <div className={classes.head}>
        {/* biome-ignore lint/a11y/useSemanticElements: browsers style parts of <meter> that CSS cannot change. */}
        <div
          role="meter"
          aria-label="Força da senha"
          aria-valuemin={0}
          aria-valuemax={hints.length}
          aria-valuenow={score}
          aria-valuetext={label}
          className={classes.bar}
          data-label={label}
        >
          {hints.map((hint, index) => (
            <span key={hint.label} data-on={index < score || undefined} />
          ))}
        </div>
        <p className={classes.label} data-label={label} aria-live="polite">
          <VisuallyHidden>Senha </VisuallyHidden>
          {label}
        </p>
      </div>
      <ul className={classes.hints} aria-label="Dicas para a senha">
        {hints.map((hint) => (
          <li key={hint.label} data-met={hint.met}>
            <span className={classes.mark}>{hint.met ? <CheckIcon size={14} /> : null}</span>
            {hint.label}
            <VisuallyHidden>{hint.met ? ' (cumprido)' : ' (falta)'}</VisuallyHidden>
          </li>
        ))}
      </ul>
    </div>
  );
}
