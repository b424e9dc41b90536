import {
  InputBase,
  type InputBaseProps,
  NativeSelect,
  type NativeSelectProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import '@mantine/core/styles/Input.css';
import type { ComponentProps } from 'react';
import { useTypedEarly } from '@/lib/typed-early';
import { textError } from '@/lib/typed-text';
import classes from './fields.module.css';

/** Class names of a field's parts, for a field that adds to them. */
export const fieldParts = {
  label: classes.label ?? '',
  input: classes.input ?? '',
  description: classes.description ?? '',
  error: classes.error ?? '',
};

/** The product's text field: label above, 48 px high, input limited to `maxLength`. */
export function TextField({ maxLength = 80, error, ...props }: TextInputProps) {
  const isTyped = props.type === undefined || props.type === 'text';
  const isSecret = props.autoComplete?.includes('password') ?? false;
  const unclean = uncleanError(isTyped && !isSecret ? props.value : undefined);
  return <TextInput maxLength={maxLength} classNames={fieldParts} {...props} error={error || unclean} />;
}

/** A native select: the phone's own picker is the best list, and it costs no script. */
export function SelectField(props: Omit<NativeSelectProps, 'ref'>) {
  const field = useTypedEarly<HTMLSelectElement>((select) =>
    select.dispatchEvent(new Event('change', { bubbles: true })),
  );
  return <NativeSelect ref={field} classNames={fieldParts} {...props} />;
}

type TextAreaProps = InputBaseProps & Omit<ComponentProps<'textarea'>, keyof InputBaseProps>;

/** Several lines of text. */
export function TextAreaField({ rows = 5, maxLength = 2000, error, ...props }: TextAreaProps) {
  const unclean = uncleanError(props.value);
  return (
    <InputBase
      component="textarea"
      multiline
      rows={rows}
      maxLength={maxLength}
      classNames={fieldParts}
      {...props}
      error={error || unclean}
    />
  );
}

/**
 * Shows at the field itself that a typed text is not accepted: the same in every form, and while the person can still
 * correct it.
 */
function uncleanError(value: unknown): string | null {
  return typeof value === 'string' ? textError(value) : null;
}
