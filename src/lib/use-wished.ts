import { useState } from 'react';

/**
 * The value that a press asked for, at once, until the actual value says the same: a control must not jump back while its write is
 * being stored. `isStoring` until then: a page that is closed now may lose it, so the control says that it is busy.
 * `forget` is for a write that failed.
 */
export function useWished<T>(actual: T): {
  shown: T;
  isStoring: boolean;
  wish(value: T): void;
  forget(): void;
} {
  const [wished, setWished] = useState<{ value: T } | null>(null);
  if (wished && Object.is(wished.value, actual)) setWished(null);
  return {
    shown: wished ? wished.value : actual,
    isStoring: wished !== null && !Object.is(wished.value, actual),
    wish: (value) => setWished({ value }),
    forget: () => setWished(null),
  };
}
