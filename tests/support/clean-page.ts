/** Unit tests of one process share a page: each file leaves it empty for the next. */
import { afterAll } from 'vitest';

afterAll(() => {
  if (typeof document === 'undefined') return;
  document.body.replaceChildren();
  document.head.replaceChildren();
});
