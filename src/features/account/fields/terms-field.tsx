import { type RefObject, useId } from 'react';
import choices from '@/ui/choices.module.css';
import { Link } from '@/ui/link';
import { VisuallyHidden } from '@/ui/visually-hidden';
import classes from './terms-field.module.css';

/** Links to the terms and the privacy policy. They open in a new tab so that the form keeps its values. */
export function LegalLinks() {
  return (
    <>
      <Link to="/terms-of-use" target="_blank" rel="noopener">
        termos de uso<VisuallyHidden> (abre em nova aba)</VisuallyHidden>
      </Link>{' '}
      e a{' '}
      <Link to="/privacy-policy" target="_blank" rel="noopener">
        política de privacidade<VisuallyHidden> (abre em nova aba)</VisuallyHidden>
      </Link>
    </>
  );
}

interface TermsFieldProps {
  accepted: boolean;
  onChange(accepted: boolean): void;
  error: string | undefined;
  inputRef: RefObject<HTMLInputElement | null>;
  disabled?: boolean;
}

export function TermsField({ accepted, onChange, error, inputRef, disabled }: TermsFieldProps) {
  const id = useId();
  return (
    <div>
      <div className={classes.terms}>
        <input
          ref={inputRef}
          id={id}
          type="checkbox"
          checked={accepted}
          disabled={disabled ?? false}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={({ currentTarget: { checked } }) => onChange(checked)}
        />
        <label htmlFor={id}>
          Li e aceito os <LegalLinks />
        </label>
      </div>
      {error ? (
        <p id={`${id}-error`} className={choices.error}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
