import { type ReactNode, useMemo } from 'react';
import { useCityPick } from '@/reads/use-every-city';
import { openCities, useNames } from '@/reads/use-names';
import { CityFilter } from '@/ui/city/city-filter';
import { StyleFilter } from '@/ui/dance-styles/style-filter';
import type { Choice, Filter, PlaceKind } from '../table/address';

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

/** Chooses the city of a record among all municipalities. */
export function AnyCityChoice({
  options,
  value,
  onChange,
  ...rest
}: Pick<PlaceChoiceProps, 'label' | 'options' | 'value' | 'onChange' | 'all' | 'error'>) {
  const cities = useMemo(() => options.map((one) => ({ id: one.value, name: one.label })), [options]);
  const city = useCityPick(openCities({ isKnown: cities.length > 0, cities }), value, onChange);
  return <CityFilter {...rest} {...city} />;
}

/** List filters for city and dance style, with options from the device's copy of the catalogue. */
export function usePlaceFilters(): { city: Filter; style: Filter } {
  const { cities, styles } = useNames();
  return useMemo(() => {
    const options = (names: readonly { id: string; name: string }[]) =>
      names.map(({ id, name }) => ({ value: id, label: name }));
    return {
      city: { key: 'city_id', label: 'Cidade', options: options(cities), place: 'city' },
      style: { key: 'dance_style_id', label: 'Estilo', options: options(styles), place: 'style' },
    };
  }, [cities, styles]);
}
