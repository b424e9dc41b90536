import type { ReactNode, Ref } from 'react';
import { TextField } from '@/ui/fields';
import { LONGEST } from '../validation';

interface EmailFieldProps {
  value: string;
  onChange(value: string): void;
  error: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
  disabled: boolean;
}

/** The e-mail of an account. Password managers look for autocomplete 'username' beside a password. */
export function EmailField({ value, onChange, error, inputRef, disabled }: EmailFieldProps) {
  return (
    <TextField
      ref={inputRef ?? null}
      label="E-mail"
      type="email"
      name="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={LONGEST.email}
      value={value}
      error={error}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
