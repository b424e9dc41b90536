import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { TextField } from '@/ui/fields';
import { CheckIcon } from '@/ui/icons';
import { REGISTER } from '../messages';
import classes from './city-field.module.css';
import { type CityItem, matchCities, namedCity } from './city-search';

interface CityFieldProps {
  cities: readonly CityItem[];
  status: 'loading' | 'ready' | 'failed';
  /** Why the list of cities could not be loaded; null when it could. */
  loadError: string | null;
  cityId: string | null;
  /** The text in the field. */
  text: string;
  onChange(next: { cityId: string | null; text: string }): void;
  error: string | undefined;
  inputRef: RefObject<HTMLInputElement | null>;
  disabled?: boolean;
}

/** Scrolls only the list: `scrollIntoView` would scroll the page too, and hide the field behind the keyboard. */
function scrollWithin(list: HTMLElement | null, option: Element): void {
  if (!list) return;
  const [outer, inner] = [list.getBoundingClientRect(), option.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

/** Gap in pixels between the list and the keyboard, and between the field and the fixed header. */
const MARGIN = 8;
const TOP = 72;

/** Scrolls a list that opens below the visible area into view, as far as its field stays visible. */
function makeRoom(field: HTMLElement | null, popup: HTMLElement | null): void {
  if (!field || !popup) return;
  const missing =
    popup.getBoundingClientRect().bottom + MARGIN - (window.visualViewport?.height ?? innerHeight);
  const free = field.getBoundingClientRect().top - TOP;
  if (missing > 0 && free > 0) window.scrollBy({ top: Math.min(missing, free), behavior: 'instant' });
}

/** Chooses a city from the list on the device, by typing or picking (WAI-ARIA combobox pattern). */
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
}: CityFieldProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  // A chosen city does not filter the list, so that opening the list again shows all other cities.
  const shown = cityId === null ? matchCities(cities, text) : cities;
  const listed = open && shown.length > 0;

  useEffect(() => {
    const option = list.current?.children[active];
    if (active >= 0 && option) scrollWithin(list.current, option);
  }, [active]);

  useEffect(() => {
    if (!open) return undefined;
    const room = () => makeRoom(inputRef.current, popup.current);
    room();
    // The on-screen keyboard appears after the focus that opened the list.
    window.visualViewport?.addEventListener('resize', room);
    return () => window.visualViewport?.removeEventListener('resize', room);
  }, [open, inputRef]);

  const show = () => {
    if (!open) setActive(cities.findIndex((city) => city.id === cityId));
    setOpen(true);
  };
  const pick = (city: CityItem) => {
    onChange({ cityId: city.id, text: city.name });
    setOpen(false);
    setActive(-1);
  };
  const leave = () => {
    setOpen(false);
    setActive(-1);
    const named = cityId === null ? namedCity(cities, text) : null;
    if (named) onChange({ cityId: named.id, text: named.name });
  };

  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) return show();
      if (shown.length === 0) return undefined;
      const step = event.key === 'ArrowDown' ? 1 : -1;
      return setActive(
        active < 0 && step < 0 ? shown.length - 1 : (active + step + shown.length) % shown.length,
      );
    }
    if (event.key === 'Escape' && open) {
      event.preventDefault();
      return setOpen(false);
    }
    if (event.key === 'Enter' && open) {
      const chosen = shown[active] ?? (shown.length === 1 ? shown[0] : undefined);
      // Enter picks from the open list, so it must not submit the form.
      event.preventDefault();
      if (chosen) pick(chosen);
      else setOpen(false);
    }
    return undefined;
  };

  return (
    <div className={classes.city}>
      <TextField
        ref={inputRef}
        label="Cidade"
        placeholder="Digite para buscar"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={listed}
        aria-controls={listed ? `${id}-list` : undefined}
        aria-activedescendant={listed && active >= 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        value={text}
        error={error ?? loadError ?? undefined}
        disabled={disabled}
        onFocus={show}
        onClick={show}
        onBlur={leave}
        onKeyDown={press}
        onChange={({ currentTarget: { value } }) => {
          setActive(-1);
          setOpen(true);
          onChange({ cityId: null, text: value });
        }}
      />
      {open ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: pressing the list must not move the focus from the field.
        <div ref={popup} className={classes.popup} onMouseDown={(event) => event.preventDefault()}>
          {listed ? (
            // Browsers make scrollable elements tab stops; here the field must be the only one.
            <div
              ref={list}
              id={`${id}-list`}
              role="listbox"
              aria-label="Cidades"
              tabIndex={-1}
              className={classes.list}
            >
              {shown.map((city, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys.
                <div
                  key={city.id}
                  id={`${id}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={city.id === cityId}
                  data-active={index === active || undefined}
                  className={classes.option}
                  onClick={() => pick(city)}
                >
                  {city.name}
                  {city.id === cityId ? <CheckIcon size={18} /> : null}
                </div>
              ))}
            </div>
          ) : (
            <p role="status" className={classes.empty}>
              {status === 'loading' ? 'Carregando cidades…' : REGISTER.noCity}
            </p>
          )}
        </div>
      ) : null}
    </div>
  );
}
