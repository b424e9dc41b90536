import { useSyncExternalStore } from 'react';

/** In pixels: with a keyboard open, a phone's viewport is lower than this. */
const SHORT = 480;
const NO_TEXT = new Set(['checkbox', 'radio', 'file', 'button', 'submit', 'range', 'color']);

/** The position of the field that is being typed into on a screen with an open keyboard; null without one. */
export type TypingPlace = 'upper' | 'lower' | null;

/** For elements over the page: they must not cover the field that is being typed into. */
export function useTyping(): TypingPlace {
  return useSyncExternalStore(subscribe, read, () => null);
}

function read(): TypingPlace {
  const field = document.activeElement;
  if (!isTyped(field)) return null;
  const height = window.visualViewport?.height ?? window.innerHeight;
  if (height > SHORT) return null;
  return halfOf(field, height);
}

/** In pixels: on wider screens toasts stand beside the fields. */
const NARROW = 768;

/** The half of a phone's screen with the focused field; null without one. A toast belongs into the other half. */
export function halfWithFocus(): TypingPlace {
  const field = document.activeElement;
  if (!isTyped(field) || window.innerWidth >= NARROW) return null;
  return halfOf(field, window.visualViewport?.height ?? window.innerHeight);
}

function halfOf(field: Element, height: number): 'upper' | 'lower' {
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
