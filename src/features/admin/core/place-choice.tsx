import type { ReactNode } from 'react';
import { CityFilter } from '@/ui/city/city-filter';
import { StyleFilter } from '@/ui/dance-styles/style-filter';
import type { Choice, PlaceKind } from '../table/address';

interface PlaceChoiceProps {
  kind: PlaceKind;
  label: string;
  options: readonly Choice[];
  /** The value of an option; empty for none. */
  value: string;
  onChange(value: string): void;
  /** Text for none; left out, the one for all. */
  all?: string;
  error?: ReactNode;
}

/** A city or a dance style among the options of a filter or a field. */
export function PlaceChoice({ kind, options, value, onChange, ...rest }: PlaceChoiceProps) {
  const Field = kind === 'city' ? CityFilter : StyleFilter;
  return (
    <Field
      {...rest}
      items={options.map((option) => ({ id: option.value, name: option.label }))}
      status={options.length > 0 ? 'ready' : 'loading'}
      value={options.find((option) => option.value === value)?.label ?? ''}
      onChange={(name) => onChange(options.find(({ label }) => label === name)?.value ?? '')}
    />
  );
}
