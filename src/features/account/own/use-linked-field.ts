import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

const CONTROL = '[type="tel"], [role="combobox"], textarea, input:not([hidden]), button:not([disabled])';

/**
 * Focuses the field that the address names: '#bio' stands for the element with `data-part="bio"`. `ready`: changes when
 * more of the form is drawn. Each visit of an address focuses once, so that a later change takes no focus away.
 */
export function useLinkedField(...ready: readonly string[]): void {
  const { hash, key } = useLocation();
  const done = useRef<string | null>(null);
  const drawn = ready.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn decides whether the field is there.
  useEffect(() => {
    const part = hash.slice(1);
    if (!/^[a-z]{1,20}$/.test(part) || done.current === key) return;
    const control = document
      .querySelector<HTMLElement>(`[data-part="${part}"]`)
      ?.querySelector<HTMLElement>(CONTROL);
    if (!control) return;
    done.current = key;
    control.focus({ preventScroll: true });
    control.scrollIntoView({ block: 'center' });
  }, [hash, key, drawn]);
}
