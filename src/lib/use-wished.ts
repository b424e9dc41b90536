import { useState } from 'react';

/**
 * The value that a press asked for, at once, until the actual value says the same: a control must not jump back while its write is
 * being stored. `forget` is for a write that failed.
 */
export function useWished<T>(actual: T): { shown: T; wish(value: T): void; forget(): void } {
  const [wished, setWished] = useState<{ value: T } | null>(null);
  if (wished && Object.is(wished.value, actual)) setWished(null);
  return {
    shown: wished ? wished.value : actual,
    wish: (value) => setWished({ value }),
    forget: () => setWished(null),
  };
}
