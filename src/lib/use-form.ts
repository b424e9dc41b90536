import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFollowedDraft } from './followed-draft';
import { useBusy } from './use-busy';
import { useOnce } from './use-once';

export type FormErrors<V> = { [K in keyof V]?: string | undefined };

/** `errors` are the server's, of single fields; `outcome` is shown until something is changed. */
type FormAnswer<V, O> = { sent: boolean; errors?: FormErrors<V>; outcome?: O };

interface FormOptions<V, O> {
  /** A function is asked anew whenever the form begins again: for ids. */
  start: V | (() => V);
  check?(values: V): FormErrors<V>;
  send(values: V): Promise<FormAnswer<V, O>>;
  /** Keeps what was typed on this phone, where other tabs follow it; null forgets it. */
  draft?: { key: string; read(): V | null; keep(values: V | null): void };
  /** Whether something would be lost. By default: whether any field but `id` differs from the start. */
  isChanged?(values: V, start: V): boolean;
}

/**
 * The one form. Errors stand beside their fields from the first try to send and are checked anew while typing; the first
 * wrong field gets the focus. A new release waits while something is unsaved, and two quick taps send once.
 * `restored`: the values are a draft of an earlier visit. `form` is the ref of the form element: a field is found by its `aria-invalid`, a group of choices by `data-invalid`.
 */
export function useForm<V extends object, O = string>(options: FormOptions<V, O>) {
  const { check, send, draft, isChanged = (now, first) => textOf(now) !== textOf(first) } = options;
  const form = useRef<HTMLFormElement>(null);
  const fresh = () => (typeof options.start === 'function' ? options.start() : options.start);
  const [start] = useState(options.start);
  const [kept] = useState(() => draft?.read() ?? null);
  const [values, setValues] = useState(kept ?? start);
  const [restored, setRestored] = useState(kept !== null);
  const [tried, setTried] = useState(false);
  const [said, setSaid] = useState<FormErrors<V>>({});
  const [outcome, setOutcome] = useState<O | null>(null);
  const [sending, setSending] = useState(false);
  const once = useOnce();
  const found: FormErrors<V> = check?.(values) ?? {};
  const errors: FormErrors<V> = tried ? { ...said, ...found } : said;
  const dirty = isChanged(values, start);

  useBusy(dirty);
  useFollowedDraft(draft?.key ?? null, () => {
    if (sending) return;
    const theirs = draft?.read() ?? null;
    reset(theirs ?? fresh());
    // A reload hears of what the page before it has stored last.
    setRestored(restored && theirs !== null);
  });

  function change(part: Partial<V>): void {
    const next = { ...values, ...part };
    setValues(next);
    setOutcome(null);
    setSaid((before) => ({
      ...before,
      ...Object.fromEntries(Object.keys(part).map((key) => [key, undefined])),
    }));
    draft?.keep(isChanged(next, start) ? next : null);
  }

  function reset(next: V = fresh()): void {
    setValues(next);
    setTried(false);
    setSaid({});
    setOutcome(null);
    setRestored(false);
  }

  /** Begins again and forgets the draft. */
  function clear(): void {
    reset();
    draft?.keep(null);
  }

  /** Flushed, so that the wrong field is marked and can be focused within the press: phones open no keyboard later. */
  function mark(answered: FormErrors<V>, now: O | null, isTried = true): void {
    flushSync(() => {
      setSending(false);
      setTried(isTried);
      setSaid(answered);
      setOutcome(() => now);
    });
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]');
    (wrong?.querySelector<HTMLElement>('input:checked, input') ?? wrong)?.focus();
  }

  async function trySend(): Promise<boolean> {
    if (Object.values(found).some((error) => error !== undefined)) {
      mark({}, null);
      return false;
    }
    setOutcome(null);
    setSending(true);
    const { sent, errors: answered = {}, outcome: now = null } = await send(values);
    mark(answered, now, !sent);
    if (sent) draft?.keep(null);
    return sent;
  }

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    void once(trySend);
  };
  return { form, values, errors, outcome, sending, dirty, restored, change, reset, clear, submit };
}

const textOf = (typed: object): string => JSON.stringify({ ...typed, id: null });
