/** Made by the first call, the same ever after. Formatters are: each takes a slow phone milliseconds to set up. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
