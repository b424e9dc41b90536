/** Media queries. One that the browser does not answer does not match, and never changes. */
export interface Media {
  matches(): boolean;
  /** Calls `listener` at each change until the returned function is called. */
  follow(listener: () => void): () => void;
}

/** Keep it for repeated use: each new media query costs a style computation. */
export function media(query: string): Media {
  let list: MediaQueryList | null | undefined;
  try {
    list = globalThis.matchMedia?.(query);
  } catch {
    // As without an answer.
  }
  return {
    matches: () => list?.matches === true,
    follow(listener) {
      list?.addEventListener?.('change', listener);
      return () => list?.removeEventListener?.('change', listener);
    },
  };
}

/** Whether the query matches now. */
export const matchesMedia = (query: string): boolean => media(query).matches();
