import { type ChangeEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { useTypedEarly } from '@/lib/typed-early';
import { fieldParts, TextField } from '@/ui/fields';
import { Flag } from './flag';
import classes from './phone-field.module.css';
import { BRAZIL, COUNTRIES, caretAfter, formatPhone, typedDigits, understood } from './phone-number';

interface PhoneFieldProps {
  country: string;
  digits: string;
  onChange(next: { country: string; digits: string }): void;
  onBlur(): void;
  error: string | undefined;
  inputRef: RefObject<HTMLInputElement | null>;
  disabled?: boolean;
}

/** Country code and phone number, formatted while typing. */
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

  // Formatting moves characters, so the caret is put back behind the same digit.
  useLayoutEffect(() => {
    if (caret.current === null) return;
    inputRef.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const type = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const { value, selectionStart } = currentTarget;
    const place = selectionStart ?? value.length;
    if (!isOneKey(nativeEvent)) {
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
    <TextField
      ref={inputRef}
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
      classNames={{ ...fieldParts, input: `${fieldParts.input} ${classes.input}` }}
      leftSectionWidth="6.25rem"
      leftSection={
        <CountryCode
          country={country}
          disabled={disabled ?? false}
          onChange={(next) => onChange({ country: next, digits })}
        />
      }
      onChange={type}
      onBlur={() => {
        const read = understood(digits, country);
        if (read.country !== country || read.digits !== digits) onChange(read);
        onBlur();
      }}
    />
  );
}

interface CountryCodeProps {
  country: string;
  disabled: boolean;
  onChange(code: string): void;
}

/** Flag and code inside the field. The select over them is the phone's own list; only its text is not seen. */
function CountryCode({ country, disabled, onChange }: CountryCodeProps) {
  const field = useTypedEarly<HTMLSelectElement>(({ value }) => onChange(value));
  return (
    <span className={classes.country}>
      <Flag code={country} />
      <span aria-hidden="true">+{country}</span>
      <span aria-hidden="true" className={classes.arrow} />
      <select
        ref={field}
        className={classes.select}
        aria-label="Código do país"
        name="tel-country-code"
        autoComplete="tel-country-code"
        value={country}
        disabled={disabled}
        onChange={({ currentTarget: { value } }) => onChange(value)}
      >
        {COUNTRIES.map(({ code, name }) => (
          <option key={code} value={code}>
            {code} {name}
          </option>
        ))}
      </select>
    </span>
  );
}

/** Whether one key was typed. Otherwise a complete number was pasted or autofilled, and can be read at once. */
function isOneKey(event: Event): boolean {
  const { inputType = '', data = null } = event as Partial<InputEvent>;
  return inputType.startsWith('delete') || data?.length === 1;
}
