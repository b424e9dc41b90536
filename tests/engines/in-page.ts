/** Bundled by seek.ts; runs inside the page. */
import { queryAllByLabelText, queryAllByRole, queryAllByText } from '@testing-library/dom';
import type { PlainSought } from './seek';

const words = (value: string | { pattern: string; flags: string }) =>
  typeof value === 'string' ? value : new RegExp(value.pattern, value.flags);

function all(sought: PlainSought): HTMLElement[] {
  if ('text' in sought) return queryAllByText(document.body, words(sought.text));
  if ('label' in sought) return queryAllByLabelText(document.body, sought.label);
  const { role, name, level, within } = sought;
  const places = within ? all(within) : [document.body];
  return places.flatMap((place) =>
    queryAllByRole(place, role, {
      ...(name !== undefined && { name: words(name) }),
      ...(level !== undefined && { level }),
    }),
  );
}

const isDrawn = (element: HTMLElement) =>
  element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';

globalThis.danceflixSeek = (sought) => all(sought).filter(isDrawn);
