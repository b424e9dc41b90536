import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';

interface LeavingCards<L extends HTMLElement> {
  list: RefObject<L | null>;
  /** For an element that says that nothing is left; it needs a `tabIndex`. */
  done: RefObject<HTMLParagraphElement | null>;
  /** The last card has left after an act of this person. */
  isDone: boolean;
  onClickCapture(event: MouseEvent): void;
}

const cardsIn = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('article') ?? []),
];

/**
 * Keeps the focus in a list whose cards leave once they are answered, since a browser gives it to the whole page with the
 * element that had it: the card that takes the place gets it, else the last card, and after the last one `done`.
 */
export function useLeavingCards<L extends HTMLElement>(): LeavingCards<L> {
  const list = useRef<L>(null);
  const done = useRef<HTMLParagraphElement>(null);
  const acted = useRef<{ card: Element; place: number } | null>(null);
  const [isDone, setDone] = useState(false);
  // After every render: the list changes with what is queued, which may be before or after the act has returned.
  useEffect(() => {
    const { current: left } = acted;
    if (!left || left.card.isConnected) return;
    acted.current = null;
    // The person has gone on elsewhere.
    if (document.activeElement && document.activeElement !== document.body) return;
    const cards = cardsIn(list.current);
    const next = cards[left.place] ?? cards.at(-1);
    if (next) next.focus();
    else setDone(true);
  });
  useEffect(() => {
    if (isDone) done.current?.focus();
  }, [isDone]);
  const onClickCapture = ({ target }: MouseEvent) => {
    const card = target instanceof Element ? target.closest('article') : null;
    acted.current = card && { card, place: cardsIn(list.current).indexOf(card) };
    setDone(false);
  };
  return { list, done, isDone, onClickCapture };
}
