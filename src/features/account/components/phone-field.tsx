import { type ChangeEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { SelectField, TextField } from '@/ui/fields';
import { BRAZIL, COUNTRIES, caretAfter, formatPhone, phoneDigits } from '../phone-number';
import classes from './phone-field.module.css';

interface PhoneFieldProps {
  country: string;
  digits: string;
  onChange(next: { country: string; digits: string }): void;
  onBlur(): void;
  error: string | undefined;
  inputRef: RefObject<HTMLInputElement | null>;
  disabled?: boolean;
}

const options = COUNTRIES.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }));

/** Country code and number, formatted while it is typed. */
export function PhoneField({
  country,
  digits,
  onChange,
  onBlur,
  error,
  inputRef,
  disabled,
}: PhoneFieldProps) {
  const caret = useRef<number | null>(null);
  const shown = formatPhone(digits, country);

  // The formatting moves characters: the caret stays behind the digit it was behind.
  useLayoutEffect(() => {
    if (caret.current === null) return;
    inputRef.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const type = ({ currentTarget: { value, selectionStart } }: ChangeEvent<HTMLInputElement>) => {
    const next = phoneDigits(value, country);
    const dropped = value.replace(/\D/g, '').length - next.length;
    const before = value.slice(0, selectionStart ?? value.length).replace(/\D/g, '').length;
    const atEnd = (selectionStart ?? value.length) >= value.length;
    const formatted = formatPhone(next, country);
    caret.current = atEnd
      ? formatted.length
      : caretAfter(formatted, Math.max(0, before - Math.max(0, dropped)));
    onChange({ country, digits: next });
  };

  return (
    <div className={classes.phone}>
      <SelectField
        label="Código do país"
        name="tel-country-code"
        autoComplete="tel-country-code"
        data={options}
        value={country}
        disabled={disabled ?? false}
        onChange={({ currentTarget: { value } }) =>
          onChange({ country: value, digits: phoneDigits(digits, value) })
        }
      />
      <TextField
        ref={inputRef}
        className={classes.number ?? ''}
        label="WhatsApp (opcional)"
        type="tel"
        inputMode="numeric"
        name="tel-national"
        autoComplete="tel-national"
        placeholder={country === BRAZIL ? '(31) 90000-0000' : ''}
        maxLength={24}
        value={shown}
        error={error}
        disabled={disabled ?? false}
        onChange={type}
        onBlur={onBlur}
      />
    </div>
  );
}
