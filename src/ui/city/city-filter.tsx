import { type ReactNode, useState } from 'react';
import { useTypedEarly } from '@/lib/typed-early';
import { CityField } from './city-field';
import { type CityItem, namedCity } from './city-search';

interface CityFilterProps {
  label?: string;
  /** Name of the field when the form is submitted before scripts have loaded. */
  name?: string;
  /** Text for no filter. */
  all?: string;
  cities: readonly CityItem[];
  status: 'loading' | 'ready' | 'failed';
  loadError?: string | null;
  /** Name of the chosen city; empty for all. */
  value: string;
  onChange(name: string): void;
  error?: ReactNode;
  first?: readonly string[];
  inFlow?: boolean;
  startsOpen?: boolean;
}

/** A filter by city: only a city of the list or all of them are chosen; a text that is neither is dropped on leaving. */
export function CityFilter({
  all = 'Todas as cidades',
  name = '',
  cities,
  status,
  loadError = null,
  value,
  onChange,
  ...rest
}: CityFilterProps) {
  /** The text while it is typed; null when the field shows the filter. */
  const [typed, setTyped] = useState<string | null>(null);
  const known = namedCity(cities, value);
  const isUnknown = value !== '' && !known && status === 'ready';
  const choose = (city: string) => {
    setTyped(null);
    onChange(city);
  };
  const field = useTypedEarly<HTMLInputElement>(({ value: early }) => {
    const city = namedCity(cities, early);
    if (city) choose(city.name);
    else setTyped(early);
  });
  return (
    <CityField
      {...rest}
      {...{ name, cities, status, loadError, all }}
      placeholder={all}
      description={isUnknown ? `${value} não está na lista de cidades.` : undefined}
      cityId={typed === null ? (known?.id ?? null) : null}
      text={typed ?? known?.name ?? value}
      inputRef={field}
      onChange={({ cityId, text }) => {
        if (cityId !== null || text === '') choose(text);
        else setTyped(text);
      }}
      onBlur={() => {
        setTyped(null);
      }}
    />
  );
}
