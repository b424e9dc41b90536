import { type FormEvent, type SetStateAction, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFollowedDraft } from './followed-draft';
import { useBusy } from './use-busy';
import { useOnce } from './use-once';

export type FormErrors<V> = { [K in keyof V]?: string | undefined };

/**
 * `errors` are the server's, of single fields; `outcome` is shown until something is changed. `leaving`: the page is on its
 * way out, and the form stays busy until it has gone.
 */
type FormAnswer<V, O> = { sent: boolean; leaving?: boolean; errors?: FormErrors<V>; outcome?: O };

interface FormOptions<V, O> {
  /** A function is asked anew whenever the form begins again: for ids. */
  start: V | (() => V);
  check?(values: V): FormErrors<V>;
  /** Called when a try fails the check, for a toast. May return the field to focus, instead of the first wrong one. */
  onWrong?(errors: FormErrors<V>): HTMLElement | null | undefined;
  send(values: V): Promise<FormAnswer<V, O>>;
  /** Keeps what was typed on this phone, where other tabs follow it; null forgets it. */
  draft?: { key: string | null; read(): V | null; keep(values: V | null): void };
  /** Whether something would be lost. By default: whether any field but `id` differs from the start. */
  isChanged?(values: V, start: V): boolean;
}

/**
 * The one form. A try to send marks the wrong fields and focuses the first; a marked field is checked anew while it is
 * corrected, the others wait for the next try. A new release waits while something is unsaved, and two quick taps send
 * once. `restored`: the values are a draft of an earlier visit. `form` is the ref of the form element: a field is found
 * by its `aria-invalid`, a group by `data-invalid`.
 */
export function useForm<V extends object, O = string, E extends HTMLElement = HTMLFormElement>(
  options: FormOptions<V, O>,
) {
  const { check, send, draft, isChanged = (now, first) => textOf(now) !== textOf(first) } = options;
  const form = useRef<E>(null);
  const fresh = () => (typeof options.start === 'function' ? options.start() : options.start);
  const [start, setStart] = useState(options.start);
  const [kept] = useState(() => draft?.read() ?? null);
  const [values, setValues] = useState(kept ?? start);
  const [restored, setRestored] = useState(kept !== null);
  const [marked, setMarked] = useState<readonly (keyof V)[]>([]);
  const [said, setSaid] = useState<FormErrors<V>>({});
  const [outcome, setOutcome] = useState<O | null>(null);
  const [sending, setSending] = useState(false);
  const once = useOnce();
  const found: FormErrors<V> = check?.(values) ?? {};
  const errors: FormErrors<V> = { ...said };
  for (const field of marked) errors[field] = found[field] ?? said[field];
  const dirty = isChanged(values, start);

  useBusy(dirty);
  useFollowedDraft(draft?.key ?? null, () => {
    if (sending) return;
    const theirs = draft?.read() ?? null;
    if (theirs) reset(theirs);
    else begin();
    // A reload hears of what the page before it has stored last.
    setRestored(restored && theirs !== null);
  });

  function change(part: Partial<V>): void {
    const next = { ...values, ...part };
    setValues((before) => ({ ...before, ...part }));
    setOutcome(null);
    setSaid((before) => ({
      ...before,
      ...Object.fromEntries(Object.keys(part).map((key) => [key, undefined])),
    }));
    draft?.keep(isChanged(next, start) ? next : null);
  }

  function reset(next: SetStateAction<V> = fresh()): void {
    setValues(next);
    setMarked([]);
    setSaid({});
    setOutcome(null);
    setRestored(false);
  }

  /** Begins again, from what `start` is by now. A draft stays. */
  function begin(): void {
    const next = fresh();
    setStart(next);
    reset(next);
  }

  /** Begins again and forgets the draft. */
  function clear(): void {
    begin();
    draft?.keep(null);
  }

  /** Flushed, so that the wrong field is marked and can be focused within the press: phones open no keyboard later. */
  function show(
    wrong: (keyof V)[],
    answered: FormErrors<V>,
    now: O | null,
    field?: HTMLElement | null,
  ): void {
    flushSync(() => {
      setSending(false);
      setMarked(wrong);
      setSaid(answered);
      setOutcome(() => now);
    });
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]');
    // Of a group the chosen input, else its first.
    const input = first?.querySelector<HTMLElement>('input:checked') ?? first?.querySelector('input');
    (field ?? input ?? first)?.focus();
  }

  /** Whether everything is right; marks what is wrong. For a form that asks another question before it sends. */
  function verify(now: V = values): boolean {
    const judged: FormErrors<V> = check?.(now) ?? {};
    const wrong = wrongIn(judged);
    if (wrong.length > 0) show(wrong, {}, null, options.onWrong?.(judged));
    return wrong.length === 0;
  }

  async function trySend(now: V): Promise<boolean> {
    if (!verify(now)) return false;
    setOutcome(null);
    setSending(true);
    const { sent, leaving = false, errors: answered = {}, outcome: told = null } = await send(now);
    if (!leaving) show([], answered, told);
    if (sent) draft?.keep(null);
    return sent;
  }

  /** Marks a field that was left, if it is wrong. */
  const judge = (field: keyof V) => found[field] !== undefined && setMarked([...marked, field]);
  /** Sends with other values than the shown ones: those of the button that was pressed. */
  const sendWith = (part: Partial<V>) => void once(() => trySend({ ...values, ...part }));
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    sendWith({});
  };
  return {
    form,
    values,
    errors,
    outcome,
    sending,
    dirty,
    restored,
    change,
    reset,
    begin,
    clear,
    verify,
    judge,
    submit,
    sendWith,
  };
}

function wrongIn<V extends object>(errors: FormErrors<V>): (keyof V)[] {
  const wrong: (keyof V)[] = [];
  for (const field in errors) if (errors[field] !== undefined) wrong.push(field);
  return wrong;
}

const textOf = (typed: object): string => JSON.stringify({ ...typed, id: null });
