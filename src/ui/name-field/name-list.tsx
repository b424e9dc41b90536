import { type RefObject, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { useMunicipalities } from '@/lib/brazil/use-municipalities';
import { CheckIcon } from '../icons';
import { matchNames, narrows, withFirst, withOthers } from './name-choice';
import classes from './name-field.module.css';
import type { NamedItem, NameKind } from './name-search';

export interface NameListHandle {
  /** Moves or picks by this key; false if the key is not for the list. */
  press(key: string): boolean;
}

export interface NameListProps {
  id: string;
  kind: NameKind;
  items: readonly NamedItem[];
  status: 'loading' | 'ready' | 'failed';
  chosen: string | null;
  text: string;
  isSearch: boolean;
  first: readonly string[];
  all: string | null;
  inFlow: boolean;
  everywhere: boolean;
  field: RefObject<HTMLInputElement | null>;
  handle: RefObject<NameListHandle | null>;
  /** Null for all of them. */
  onPick(item: NamedItem | null): void;
  /** The id of the option that the keyboard is at. */
  onActive(option: string | null): void;
}

const WORDS: Record<NameKind, { list: string; loading: string; none: string }> = {
  cidades: { list: 'Cidades', loading: 'Carregando cidades…', none: 'Nenhuma cidade encontrada.' },
  estilos: { list: 'Estilos', loading: 'Carregando estilos…', none: 'Nenhum estilo encontrado.' },
};

/**
 * Options that are drawn at once, which all styles are; further ones follow when the list is scrolled, so that thousands
 * open quickly.
 */
const DRAWN = 60;

/** Gap in pixels between the list and the keyboard, and between the field and the fixed header. */
const MARGIN = 8;
const TOP = 72;

/** The open list of a name field. */
export function NameList(props: NameListProps) {
  const { id, kind, items, status, chosen, text, isSearch, first, all, inFlow, everywhere } = props;
  const { field, handle, onPick, onActive } = props;
  const [active, setActive] = useState(-1);
  const [drawn, setDrawn] = useState(DRAWN);
  const list = useRef<HTMLDivElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  // A chosen item does not filter the list, so that opening the list again shows all other items.
  const searched = isSearch && chosen === null && narrows(kind, text);
  const municipalities = useMunicipalities(everywhere && searched);
  const { top, rest } = searched
    ? { top: [], rest: withOthers(matchNames(kind, items, text), municipalities, text) }
    : withFirst(items, first);
  const none: readonly (NamedItem | null)[] = all === null || searched ? [] : [null];
  const shown = [...none, ...top, ...rest];
  const isChosen = (item: NamedItem | null) =>
    item ? item.id === chosen : chosen === null && text.trim() === '';
  const nameOf = (item: NamedItem | null) => item?.name ?? all ?? '';
  const optionId = (index: number) => `${id}-${index}`;

  const go = (index: number) => {
    setActive(index);
    if (index >= drawn) setDrawn(index + DRAWN);
    onActive(index < 0 ? null : optionId(index));
  };
  useImperativeHandle(handle, () => ({
    press(key) {
      if (key === 'ArrowDown' || key === 'ArrowUp') {
        // Only what is drawn wraps round: the end of a list of thousands would have to be drawn for it.
        const end = Math.min(drawn, shown.length) - 1;
        const from = active < 0 ? shown.slice(0, drawn).findIndex(isChosen) : active;
        if (key === 'ArrowUp') go(from <= 0 ? end : from - 1);
        else go(from + 1 < shown.length ? from + 1 : 0);
        return true;
      }
      const picked = active >= 0 ? shown[active] : shown.length === 1 ? shown[0] : undefined;
      if (key !== 'Enter' || picked === undefined) return false;
      onPick(picked);
      return true;
    },
  }));

  // Another text is another list.
  const begin = useEffectEvent(() => go(-1));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every new text
  useEffect(() => begin(), [text]);
  const forget = useEffectEvent(() => onActive(null));
  useEffect(() => () => forget(), []);

  useEffect(() => {
    const option = list.current?.children[active];
    if (active >= 0 && option) scrollWithin(list.current, option);
  }, [active]);

  // The chosen item is in sight when the list opens.
  useEffect(() => {
    const option = list.current?.querySelector('[aria-selected="true"]');
    if (option) scrollWithin(list.current, option);
  }, []);

  useEffect(() => {
    if (inFlow) return undefined;
    const room = () => makeRoom(field.current, popup.current);
    room();
    // The on-screen keyboard appears after the focus that opened the list.
    window.visualViewport?.addEventListener('resize', room);
    return () => window.visualViewport?.removeEventListener('resize', room);
  }, [inFlow, field]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pressing the list must not move the focus from the field.
    <div
      ref={popup}
      className={classes.popup}
      data-in-flow={inFlow || undefined}
      onMouseDown={(event) => event.preventDefault()}
    >
      {shown.length > 0 ? (
        // Browsers make scrollable elements tab stops; here the field must be the only one.
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label={WORDS[kind].list}
          tabIndex={-1}
          className={classes.list}
          onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
            if (scrollTop + 2 * clientHeight > scrollHeight && drawn < shown.length) setDrawn(drawn + DRAWN);
          }}
        >
          {shown.slice(0, drawn).map((item, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys.
            <div
              key={item?.id ?? 'all'}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={isChosen(item)}
              aria-setsize={shown.length}
              aria-posinset={index + 1}
              data-active={index === active || undefined}
              data-rest={(top.length > 0 && index === none.length + top.length) || undefined}
              className={classes.option}
              onClick={() => onPick(item)}
            >
              {nameOf(item)}
              {isChosen(item) ? <CheckIcon size={18} /> : null}
            </div>
          ))}
        </div>
      ) : (
        <p role="status" className={classes.empty}>
          {status === 'loading' ? WORDS[kind].loading : WORDS[kind].none}
        </p>
      )}
    </div>
  );
}

/** Scrolls only the list: `scrollIntoView` would scroll the page too, and hide the field behind the keyboard. */
function scrollWithin(list: HTMLElement | null, option: Element): void {
  if (!list) return;
  const [outer, inner] = [list.getBoundingClientRect(), option.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

/** Height in pixels of what is neither under the phone's bar nor under an on-screen keyboard. */
function visibleHeight(): number {
  const bar = getComputedStyle(document.documentElement).getPropertyValue('--bar-height');
  const aboveBar = innerHeight - (Number.parseFloat(bar) || 0);
  return Math.min(window.visualViewport?.height ?? innerHeight, aboveBar);
}

/** Scrolls a list that opens below the visible area into view, as far as its field stays visible. */
function makeRoom(field: HTMLElement | null, popup: HTMLElement | null): void {
  if (!field || !popup) return;
  const missing = popup.getBoundingClientRect().bottom + MARGIN - visibleHeight();
  const free = field.getBoundingClientRect().top - TOP;
  if (missing > 0 && free > 0) window.scrollBy({ top: Math.min(missing, free), behavior: 'instant' });
}
