/**
 * People type into a prerendered page before the app has loaded. The app applies the fields' values as if they had been
 * typed later. It also keeps them when React cannot hydrate the page and renders it again, as happens after a browser's
 * translator has changed the page. Fields are identified by their `name`.
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

/** Whether the field's value differs from the prerendered one. */
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
  // A radio button was chosen: the earlier choice of its group is dropped.
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

/** Call before the app hydrates a prerendered page. Returns a function that stops, to be called once it is hydrated. */
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
 * For every field of a prerendered page: calls `tell` with the field if its value was changed before the app had
 * loaded. Attach the returned ref to the field.
 */
export function useTypedEarly<F extends Field>(tell?: (field: F) => void): RefObject<F | null> {
  const ref = useRef<F>(null);
  const takenOver = useTakenOver();
  const early = useRef<Typed | null>(null);
  // Read in the commit that hydrates the field: the next one may write the app's value into it.
  useLayoutEffect(() => {
    const field = ref.current;
    if (!field) return;
    if (takenOver) note(field);
    early.current = typed.get(keyOf(field)) ?? null;
    typed.delete(keyOf(field));
    if (early.current) putBack(field, early.current);
  }, [takenOver]);
  // Called in an effect, because the router does not navigate before the page is mounted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the field is hydrated
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
  // Writing the same value again would interrupt an input method's composition.
  const isThere = field.value === value && (!caret || field === document.activeElement);
  if (isThere) return;
  field.value = value;
  if (!caret || field instanceof HTMLSelectElement) return;
  field.focus({ preventScroll: true });
  field.setSelectionRange(...caret);
}
