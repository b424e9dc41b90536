import { useSyncExternalStore } from 'react';

/** In pixels: what a keyboard leaves of a phone's screen is shorter. */
const SHORT = 480;
const NO_TEXT = new Set(['checkbox', 'radio', 'file', 'button', 'submit', 'range', 'color']);

/** Where the field is that somebody types into on a screen of which a keyboard has taken a part; null elsewhere. */
export type TypingPlace = 'upper' | 'lower' | null;

/** For what is laid over the page: it must not lie on the field that somebody types into. */
export function useTyping(): TypingPlace {
  return useSyncExternalStore(subscribe, read, () => null);
}

function read(): TypingPlace {
  const field = document.activeElement;
  if (!isTyped(field)) return null;
  const height = window.visualViewport?.height ?? window.innerHeight;
  if (height > SHORT) return null;
  const { top, bottom } = field.getBoundingClientRect();
  return top + bottom < height ? 'upper' : 'lower';
}

function isTyped(field: Element | null): field is HTMLElement {
  if (field instanceof HTMLInputElement) return !NO_TEXT.has(field.type);
  return field instanceof HTMLTextAreaElement || (field instanceof HTMLElement && field.isContentEditable);
}

function subscribe(listener: () => void): () => void {
  const targets = [document, window, window.visualViewport];
  const events = ['focusin', 'focusout', 'resize'];
  for (const target of targets) for (const event of events) target?.addEventListener(event, listener);
  return () => {
    for (const target of targets) for (const event of events) target?.removeEventListener(event, listener);
  };
}
