/** Whether an invitation would cover something that the user is doing. */
import { useSyncExternalStore } from 'react';

const DIALOG = 'dialog[open], [role="dialog"], [role="alertdialog"]';
/** The search form is excluded: it holds nothing that an interruption could lose. */
const FORM = 'main form:not(search form)';
const FIELD = 'input, textarea, select, [contenteditable="true"]';

export function isInTheWay(): boolean {
  if (document.querySelector(DIALOG) || document.querySelector(FORM)) return true;
  return document.activeElement?.matches(FIELD) === true;
}

export function useInTheWay(): boolean {
  return useSyncExternalStore(subscribe, isInTheWay, () => true);
}

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open', 'role'] });
  document.addEventListener('focusin', changed);
  document.addEventListener('focusout', changed);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', changed);
    document.removeEventListener('focusout', changed);
  };
}
