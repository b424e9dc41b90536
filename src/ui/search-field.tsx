import { memo, useId } from 'react';
import { useTypedEarly } from '@/lib/typed-early';
import { SearchIcon } from './icons';
import classes from './search-field.module.css';

interface SearchFieldProps {
  label: string;
  /** The query parameter of the search: a form that is sent before the app has loaded navigates with it. */
  name: string;
  placeholder: string;
  value: string;
  maxLength: number;
  className?: string | undefined;
  onChange(value: string): void;
}

/**
 * Looks like TextField, but costs next to nothing per keystroke: Mantine's input computes its styles for every letter.
 */
export const SearchField = memo(function SearchField({
  label,
  name,
  placeholder,
  value,
  maxLength,
  className,
  onChange,
}: SearchFieldProps) {
  const id = useId();
  const field = useTypedEarly<HTMLInputElement>(({ value: typed }) => onChange(typed));
  return (
    <div className={className}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      <div className={classes.box}>
        <SearchIcon size={20} />
        <input
          ref={field}
          id={id}
          name={name}
          className={classes.input}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          maxLength={maxLength}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </div>
    </div>
  );
});
