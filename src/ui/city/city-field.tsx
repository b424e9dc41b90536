import {
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { whenIdle } from '@/lib/idle-moment';
import { logger } from '@/lib/logger';
import { TextField } from '../fields';
import classes from './city-field.module.css';
import type { CityListHandle, CityListProps } from './city-list';
import { type CityItem, namedCity } from './city-search';

interface CityFieldProps {
  cities: readonly CityItem[];
  status: 'loading' | 'ready' | 'failed';
  /** Why the list of cities could not be loaded; null when it could. */
  loadError: string | null;
  cityId: string | null;
  /** The text in the field. */
  text: string;
  /** `leaving`: the field lost the focus, and its text is the whole name of a city. */
  onChange(next: { cityId: string | null; text: string }, leaving?: boolean): void;
  error?: ReactNode;
  inputRef: RefObject<HTMLInputElement | null>;
  disabled?: boolean;
  label?: string;
  name?: string;
  placeholder?: string;
  description?: string | undefined;
  /** Ids of cities that the list begins with, such as the person's own. */
  first?: readonly string[];
  /** Text of an option that stands for all cities, chosen as no id and no text. */
  all?: string | undefined;
  /** In a sheet the list pushes the content below it down; elsewhere it lies over it. */
  inFlow?: boolean;
  /** Opens with the list, without the focus, so that a phone's keyboard stays closed. */
  startsOpen?: boolean;
  onBlur?: () => void;
}

const NONE: readonly string[] = [];

/** Chooses a city from the list on the phone, by typing or picking (WAI-ARIA combobox pattern). */
export function CityField({
  cities,
  status,
  loadError,
  cityId,
  text,
  onChange,
  error,
  inputRef,
  disabled = false,
  label = 'Cidade',
  name = '',
  placeholder = 'Digite para buscar',
  description,
  first = NONE,
  all,
  inFlow = false,
  startsOpen = false,
  onBlur,
}: CityFieldProps) {
  const id = useId();
  const [open, setOpen] = useState(startsOpen);
  const [active, setActive] = useState<string | null>(null);
  const [List, loadList] = useCityList(startsOpen);
  const handle = useRef<CityListHandle>(null);
  const listed = open && List !== null;

  const pick = (city: CityItem | null) => {
    onChange({ cityId: city?.id ?? null, text: city?.name ?? '' });
    setOpen(startsOpen);
  };
  const leave = () => {
    setOpen(startsOpen);
    const named = cityId === null ? namedCity(cities, text) : null;
    if (named) onChange({ cityId: named.id, text: named.name }, true);
    onBlur?.();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open && !startsOpen) {
      // Not the sheet around it.
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    } else if (!open && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      setOpen(true);
    } else if (open && handle.current?.press(event.key)) {
      // Enter picks from the open list, so it must not submit the form.
      event.preventDefault();
    } else if (open && event.key === 'Enter') {
      event.preventDefault();
      setOpen(startsOpen);
    }
  };

  return (
    <div className={classes.city}>
      <TextField
        ref={inputRef}
        label={label}
        name={name}
        description={description}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={placeholder}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={listed}
        aria-controls={listed ? `${id}-list` : undefined}
        aria-activedescendant={listed && active !== null ? active : undefined}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        value={text}
        error={error ?? loadError ?? undefined}
        disabled={disabled}
        rightSection={<span className={classes.arrow} aria-hidden="true" />}
        rightSectionPointerEvents="none"
        onFocus={() => {
          loadList();
          setOpen(true);
        }}
        onClick={() => setOpen(true)}
        onBlur={leave}
        onKeyDown={press}
        onChange={({ currentTarget: { value } }) => {
          setOpen(true);
          onChange({ cityId: null, text: value });
        }}
      />
      {open && List ? (
        <List
          {...{ id, cities, status, cityId, text, first, all, inFlow }}
          field={inputRef}
          handle={handle}
          onPick={pick}
          onActive={setActive}
        />
      ) : null}
    </div>
  );
}

/** The list's code, which the first screen does not need: loaded in an idle moment, or as soon as it is wanted. */
function useCityList(atOnce: boolean): [ComponentType<CityListProps> | null, () => void] {
  const [List, setList] = useState<ComponentType<CityListProps> | null>(null);
  const load = useCallback(() => {
    import('./city-list').then(
      ({ CityList }) => setList(() => CityList),
      (error: unknown) => logger.warn('The list of cities did not load', error),
    );
  }, []);
  useEffect(() => {
    if (!atOnce) return whenIdle(load, 2_000, 200);
    load();
    return undefined;
  }, [atOnce, load]);
  return [List, load];
}
