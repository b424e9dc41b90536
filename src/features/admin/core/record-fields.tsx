import { useId } from 'react';
import { isBlank, textError } from '@/lib/typed-text';
import { SelectField, TextAreaField, TextField } from '@/ui/fields';
import type { Choice, PlaceKind } from '../table/address';
import classes from './core.module.css';
import { PictureField } from './picture-field';
import { AnyCityChoice, PlaceChoice } from './place-choice';
import type { PictureBucket } from './upload';

interface FieldBase {
  key: string;
  label: string;
  description?: string;
}

export type RecordField = FieldBase &
  (
    | {
        kind: 'text' | 'area' | 'number' | 'moment' | 'email' | 'url';
        maxLength?: number;
        required?: true;
        /** Error text for a non-empty value; null when it is valid. */
        check?: (value: string) => string | null;
      }
    | { kind: 'select' | PlaceKind; options: readonly Choice[]; required?: true }
    | { kind: 'check' }
    /** The value is the path of a stored picture. */
    | { kind: 'picture'; bucket: PictureBucket }
    /** The value holds the chosen options, separated by ','. */
    | { kind: 'many'; options: readonly Choice[] }
  );

/** Every value is a text; a checkbox has 'true' or 'false'. */
export type RecordValues = Record<string, string>;

/** Error text for a field's value; null when it is valid. */
export function fieldError(field: RecordField, value: string): string | null {
  if ('required' in field && field.required && isBlank(value)) return 'Preencha este campo.';
  const isTyped = field.kind === 'text' || field.kind === 'area';
  const unclean = isTyped ? textError(value) : null;
  if (unclean !== null) return unclean;
  if ('check' in field && field.check && value.trim() !== '') return field.check(value.trim());
  return null;
}

interface RecordFieldProps {
  field: RecordField;
  value: string;
  error: string | null;
  /** Reason why writing is disabled; null when it is enabled. */
  blocked: string | null;
  onChange(value: string): void;
  /** Reports the start and the end of a picture's upload. */
  onSending(isSending: boolean): void;
}

export function RecordFieldInput(props: RecordFieldProps) {
  const { field, value, error, blocked, onChange, onSending } = props;
  const { label, description } = field;
  const shared = { label, description, value, error };
  switch (field.kind) {
    case 'check':
      return (
        <label className={classes.check}>
          <input
            type="checkbox"
            checked={value === 'true'}
            onChange={({ currentTarget: { checked } }) => onChange(String(checked))}
          />
          {label}
        </label>
      );
    case 'picture':
      return (
        <PictureField {...field} value={value} blocked={blocked} onChange={onChange} onSending={onSending} />
      );
    case 'many':
      return <ManyField {...field} value={value} onChange={onChange} />;
    case 'city':
      return (
        <AnyCityChoice
          label={label}
          all="Escolha"
          options={field.options}
          value={value}
          error={error}
          onChange={onChange}
        />
      );
    case 'style':
      return (
        <PlaceChoice
          kind={field.kind}
          label={label}
          all="Escolha"
          options={field.options}
          value={value}
          error={error}
          onChange={onChange}
        />
      );
    case 'select':
      return (
        <SelectField
          {...shared}
          data={[
            ...(value === '' || !field.required ? [{ value: '', label: 'Escolha' }] : []),
            ...field.options,
          ]}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
    case 'area':
      return (
        <TextAreaField
          {...shared}
          rows={5}
          maxLength={field.maxLength ?? 2000}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
    default:
      return (
        <TextField
          {...shared}
          type={field.kind === 'moment' ? 'datetime-local' : field.kind === 'number' ? 'text' : field.kind}
          inputMode={field.kind === 'number' ? 'decimal' : undefined}
          maxLength={field.maxLength ?? 300}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
  }
}

function ManyField({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly Choice[];
  value: string;
  onChange(value: string): void;
}) {
  const id = useId();
  const chosen = value === '' ? [] : value.split(',');
  return (
    <fieldset className={classes.checks} id={id}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes.check}>
          <input
            type="checkbox"
            checked={chosen.includes(option.value)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(
                (checked ? [...chosen, option.value] : chosen.filter((one) => one !== option.value)).join(
                  ',',
                ),
              )
            }
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
