import { type ChangeEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { SelectField, TextField } from '@/ui/fields';
import { BRAZIL, COUNTRIES, caretAfter, formatPhone, typedDigits, understood } from '../phone-number';
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
    const place = selectionStart ?? value.length;
    // Several characters at once were pasted, or come from the phone's own address book: a whole number.
    if (value.length > shown.length + 1) {
      const read = understood(value, country);
      caret.current = formatPhone(read.digits, read.country).length;
      onChange(read);
      return;
    }
    const next = typedDigits(value);
    const formatted = formatPhone(next, country);
    const before = value.slice(0, place).replace(/\D/g, '').length;
    caret.current = place >= value.length ? formatted.length : caretAfter(formatted, before);
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
        onChange={({ currentTarget: { value } }) => onChange({ country: value, digits })}
      />
      <TextField
        ref={inputRef}
        className={classes.number ?? ''}
        label="WhatsApp (opcional)"
        type="tel"
        inputMode="tel"
        name="tel-national"
        autoComplete="tel-national"
        placeholder={country === BRAZIL ? '(31) 90000-0000' : ''}
        maxLength={60}
        value={shown}
        error={error}
        disabled={disabled ?? false}
        onChange={type}
        onBlur={() => {
          const read = understood(digits, country);
          if (read.country !== country || read.digits !== digits) onChange(read);
          onBlur();
        }}
      />
    </div>
  );
}
