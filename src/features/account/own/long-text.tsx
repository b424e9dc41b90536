import { TextAreaField } from '@/ui/fields';
import { LIMITS } from './profile-values';

interface LongTextProps {
  label: string;
  placeholder: string;
  value: string;
  error: string | undefined;
  limit?: number;
  rows?: number;
  onChange(text: string): void;
}

/** A text area that shows the remaining characters once few are left. */
export function LongText({
  label,
  placeholder,
  value,
  error,
  limit = LIMITS.text,
  rows = 5,
  onChange,
}: LongTextProps) {
  const left = limit - value.length;
  return (
    <TextAreaField
      label={label}
      placeholder={placeholder}
      rows={rows}
      maxLength={limit}
      value={value}
      error={error}
      description={left < 200 && left < limit / 2 ? `Restam ${left} caracteres` : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
