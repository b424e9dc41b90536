/**
 * Creates a value at the first call and returns the same one afterwards. Used for formatters, which take a slow phone
 * milliseconds to create.
 */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
