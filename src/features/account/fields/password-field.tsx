import { type ReactNode, type Ref, useState } from 'react';
import { TextField } from '@/ui/fields';
import { EyeIcon, EyeOffIcon } from '@/ui/more-icons';
import { LONGEST } from '../validation';
import classes from './password-field.module.css';

interface PasswordFieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
  autoComplete: 'current-password' | 'new-password';
  error: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
  disabled?: boolean;
}

/** A password input with a button that shows the text. Every page starts with the password hidden. */
export function PasswordField({
  label,
  value,
  onChange,
  autoComplete,
  error,
  inputRef,
  disabled,
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      ref={inputRef ?? null}
      label={label}
      type={shown ? 'text' : 'password'}
      name={autoComplete === 'new-password' ? 'new-password' : 'password'}
      autoComplete={autoComplete}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={LONGEST.password}
      value={value}
      error={error}
      disabled={disabled ?? false}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSectionWidth="3rem"
      rightSectionPointerEvents="all"
      rightSection={
        <button
          type="button"
          className={classes.toggle}
          aria-label={shown ? 'Ocultar senha' : 'Mostrar senha'}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOffIcon /> : <EyeIcon />}
        </button>
      }
    />
  );
}
