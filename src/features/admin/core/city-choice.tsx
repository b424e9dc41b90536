import type { ReactNode } from 'react';
import { CityFilter } from '@/ui/city/city-filter';
import type { Choice } from '../table/address';

interface CityChoiceProps {
  label: string;
  options: readonly Choice[];
  /** The value of an option; empty for none. */
  value: string;
  onChange(value: string): void;
  /** Text for none. */
  all: string;
  error?: ReactNode;
}

/** A city among the options of a filter or a field. */
export function CityChoice({ options, value, onChange, ...rest }: CityChoiceProps) {
  return (
    <CityFilter
      {...rest}
      cities={options.map((option) => ({ id: option.value, name: option.label }))}
      status={options.length > 0 ? 'ready' : 'loading'}
      value={options.find((option) => option.value === value)?.label ?? ''}
      onChange={(name) => onChange(options.find(({ label }) => label === name)?.value ?? '')}
    />
  );
}
