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
import classes from './name-field.module.css';
import type { NameListHandle, NameListProps } from './name-list';
import { itemNamed, type NamedItem, type NameKind } from './name-search';

export interface NameFieldProps {
  kind: NameKind;
  label: string;
  items: readonly NamedItem[];
  status: 'loading' | 'ready' | 'failed';
  /** Why the list could not be loaded; null when it could. */
  loadError: string | null;
  /** Id of the chosen item; null while the text is none. */
  chosen: string | null;
  /** The text in the field. */
  text: string;
  /** False while the text is not being typed: it does not filter the list then. */
  isSearch?: boolean;
  /** `leaving`: the field lost the focus, and its text is the whole name of an item. */
  onChange(next: { chosen: string | null; text: string }, leaving?: boolean): void;
  error?: ReactNode;
  inputRef: RefObject<HTMLInputElement | null>;
  disabled?: boolean | undefined;
  name?: string;
  placeholder?: string;
  description?: string | undefined;
  /** Ids of items that the list begins with, such as the person's own city. */
  first?: readonly string[];
  /** Text of an option that stands for all or none of them, chosen as no id and no text. */
  all?: string | null;
  /** In a sheet the list pushes the content below it down; elsewhere it lies over it. */
  inFlow?: boolean;
  /** Offers every municipality of Brazil, once something is typed. */
  everywhere?: boolean;
  /** Opens with the list, without the focus, so that a phone's keyboard stays closed. */
  startsOpen?: boolean;
  onBlur?: () => void;
}

const NONE: readonly string[] = [];

/** Chooses a name from a list on the phone, by typing or picking (WAI-ARIA combobox pattern). */
export function NameField({
  kind,
  label,
  items,
  status,
  loadError,
  chosen,
  text,
  isSearch = true,
  onChange,
  error,
  inputRef,
  disabled = false,
  name = '',
  placeholder = 'Digite para buscar',
  description,
  first = NONE,
  all = null,
  inFlow = false,
  everywhere = false,
  startsOpen = false,
  onBlur,
}: NameFieldProps) {
  const id = useId();
  const [open, setOpen] = useState(startsOpen);
  const [active, setActive] = useState<string | null>(null);
  const [List, loadList] = useNameList(startsOpen);
  const handle = useRef<NameListHandle>(null);
  const listed = open && List !== null;

  const pick = (item: NamedItem | null) => {
    onChange({ chosen: item?.id ?? null, text: item?.name ?? '' });
    setOpen(startsOpen);
  };
  const leave = () => {
    setOpen(startsOpen);
    const named = chosen === null ? itemNamed(items, text) : null;
    if (named) onChange({ chosen: named.id, text: named.name }, true);
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
    <div className={classes.field}>
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
          onChange({ chosen: null, text: value });
        }}
      />
      {open && List ? (
        <List
          {...{ id, kind, items, status, chosen, text, isSearch, first, all, inFlow, everywhere }}
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
function useNameList(atOnce: boolean): [ComponentType<NameListProps> | null, () => void] {
  const [List, setList] = useState<ComponentType<NameListProps> | null>(null);
  const load = useCallback(() => {
    import('./name-list').then(
      ({ NameList }) => setList(() => NameList),
      (error: unknown) => logger.warn('The list of a name field did not load', error),
    );
  }, []);
  useEffect(() => {
    if (!atOnce) return whenIdle(load, 2_000, 200);
    load();
    return undefined;
  }, [atOnce, load]);
  return [List, load];
}
