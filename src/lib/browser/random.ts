/**
 * Random values by the one function that every browser has, over plain http too, unlike `randomUUID`. Nothing here
 * throws.
 */

/** The digits 0, 1 and 8 are random, 8 only among 8, 9, a and b: version 4 (RFC 9562, 5.4). */
const UUID = '10000000-1000-4000-8000-100000000000';

/** A random UUID. Without Web Crypto it can be guessed, but is still the only one of its kind. */
export const freshId = (): string =>
  uuidOf(secretBytes(UUID.length) ?? Uint8Array.from(UUID, () => Math.random() * 256));

/** A random UUID that nobody can guess; null without Web Crypto. */
export function secretId(): string | null {
  const bytes = secretBytes(UUID.length);
  return bytes && uuidOf(bytes);
}

/** Bytes that nobody can guess; null without Web Crypto. */
export function secretBytes(count: number): Uint8Array | null {
  try {
    return crypto.getRandomValues(new Uint8Array(count));
  } catch {
    return null;
  }
}

const uuidOf = (bytes: Uint8Array) =>
  UUID.replace(/[018]/g, (digit, at: number) =>
    (Number(digit) ^ ((bytes[at] ?? 0) & (15 >> (Number(digit) / 4)))).toString(16),
  );
