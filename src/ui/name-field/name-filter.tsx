import { type ReactNode, useState } from 'react';
import { useTypedEarly } from '@/lib/typed-early';
import { NameField } from './name-field';
import { itemNamed, type NamedItem, type NameKind } from './name-search';

export interface NameFilterProps {
  kind: NameKind;
  label: string;
  /** Name of the field when the form is submitted before scripts have loaded. */
  name?: string;
  /** Text for no filter, or for nothing chosen; null where something has to be chosen. */
  all: string | null;
  items: readonly NamedItem[];
  status: 'loading' | 'ready' | 'failed';
  loadError?: string | null;
  /** The chosen name; empty for all. */
  value: string;
  onChange(name: string): void;
  error?: ReactNode;
  disabled?: boolean;
  first?: readonly string[];
  inFlow?: boolean;
  everywhere?: boolean;
  startsOpen?: boolean;
}

/** Chooses only a name of the list or all of them; a text that is neither is dropped on leaving. */
export function NameFilter({
  all,
  name = '',
  items,
  status,
  loadError = null,
  value,
  onChange,
  ...rest
}: NameFilterProps) {
  /** The text while it is typed; null when the field shows the filter. */
  const [typed, setTyped] = useState<string | null>(null);
  const known = itemNamed(items, value);
  // A municipality that is not on this phone is a city all the same.
  const isUnknown = value !== '' && !known && status === 'ready' && !rest.everywhere;
  const choose = (next: string) => {
    setTyped(null);
    onChange(next);
  };
  const field = useTypedEarly<HTMLInputElement>(({ value: early }) => {
    const item = itemNamed(items, early);
    if (item) choose(item.name);
    else setTyped(early);
  });
  return (
    <NameField
      {...rest}
      {...{ name, items, status, loadError, all }}
      {...(all !== null && { placeholder: all })}
      description={isUnknown ? `${value} não está na lista de ${rest.kind}.` : undefined}
      chosen={typed === null ? (known?.id ?? null) : null}
      text={typed ?? known?.name ?? value}
      isSearch={typed !== null}
      inputRef={field}
      onChange={({ chosen, text }) => {
        if (chosen !== null || text === '') choose(text);
        else setTyped(text);
      }}
      onBlur={() => {
        setTyped(null);
      }}
    />
  );
}
