/**
 * People type into a prerendered page before its app arrives. What stands in a field then counts: the app applies it as
 * if it had been typed later. It keeps it too where React cannot take the page over and draws it anew, as it does after
 * a browser's translator has changed the page. Fields are told apart by their `name`.
 */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useTakenOver } from './use-taken-over';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface Typed {
  value: string;
  /** Null where the field does not have the focus. */
  caret: readonly [number, number] | null;
}

const typed = new Map<string, Typed>();

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLSelectElement ||
  target instanceof HTMLTextAreaElement;

const isCheckable = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');

/** Whether the field says something else than the page was made with. */
function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const made = [...field.options].find((option) => option.defaultSelected) ?? field.options[0];
    return made !== undefined && made.value !== field.value;
  }
  return isCheckable(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

const keyOf = (field: Field) => (isCheckable(field) ? `${field.name} ${field.value}` : field.name);

function note(field: Field): void {
  if (field.name === '') return;
  // One of a group: the choice before it is none any more.
  if (field.type === 'radio' && isCheckable(field) && field.checked) {
    for (const key of typed.keys()) if (key.startsWith(`${field.name} `)) typed.delete(key);
  }
  typed.delete(keyOf(field));
  if (!isChanged(field) || (isCheckable(field) && !field.checked)) return;
  const isAt =
    field === document.activeElement && !isCheckable(field) && !(field instanceof HTMLSelectElement);
  const end = field.value.length;
  const caret = isAt ? ([field.selectionStart ?? end, field.selectionEnd ?? end] as const) : null;
  typed.set(keyOf(field), { value: field.value, caret });
}

/** Before the app takes a prerendered page over. Returns what ends it, once the page is the app's. */
export function keepTyped(root: HTMLElement): () => void {
  for (const field of root.querySelectorAll('input, select, textarea')) if (isField(field)) note(field);
  const onInput = ({ target }: Event) => {
    if (isField(target)) note(target);
  };
  root.addEventListener('input', onInput, true);
  return () => {
    root.removeEventListener('input', onInput, true);
    typed.clear();
  };
}

/**
 * For every field of a page that is prerendered: calls `tell` with the field if something was typed, chosen or ticked in
 * it before there was an app. The ref belongs to the field.
 */
export function useTypedEarly<F extends Field>(tell?: (field: F) => void): RefObject<F | null> {
  const ref = useRef<F>(null);
  const takenOver = useTakenOver();
  const early = useRef<Typed | null>(null);
  // Read in the commit in which the field becomes the app's: the next one may write its own value into it.
  useLayoutEffect(() => {
    const field = ref.current;
    if (!field) return;
    if (takenOver) note(field);
    early.current = typed.get(keyOf(field)) ?? null;
    typed.delete(keyOf(field));
    if (early.current) putBack(field, early.current);
  }, [takenOver]);
  // Told after it: the router takes no address from a page that is not there yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the field has become the app's
  useEffect(() => {
    const field = ref.current;
    if (!field || !early.current) return;
    putBack(field, early.current);
    early.current = null;
    tell?.(field);
  }, []);
  return ref;
}

function putBack(field: Field, { value, caret }: Typed): void {
  if (isCheckable(field)) {
    field.checked = true;
    return;
  }
  // Writing the same again would end what a keyboard is composing.
  const isThere = field.value === value && (!caret || field === document.activeElement);
  if (isThere) return;
  field.value = value;
  if (!caret || field instanceof HTMLSelectElement) return;
  field.focus({ preventScroll: true });
  field.setSelectionRange(...caret);
}
