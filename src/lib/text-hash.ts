/** A number from 0 to 2³² − 1 that is always the same for a text, evenly distributed (FNV-1a). Not for secrets. */
export function textHash(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}
