/** Typed texts as the database counts and accepts them. */

/**
 * A typed text as the database accepts it (app.folded_text): without control, direction and zero-width characters,
 * which come with pasted text. Joiners stay, because emoji need them; fillers and other blanks become spaces.
 */
export function sendable(text: string): string {
  return text
    .replace(/\r\n|[\r\u0085\u2028\u2029]/g, '\n')
    .replace(UNSENT, '')
    .replace(/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/g, ' ')
    .trim();
}

const UNSENT =
  /(?![\t\n])\p{Cc}|[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/**
 * The number of characters as the database counts them (char_length): an emoji is one or more, and never half of one.
 */
export function charactersIn(text: string): number {
  return Array.from(text).length;
}

/** The first characters as the database counts them: an emoji is never cut in two. */
export function cutTo(text: string, most: number): string {
  return text.length <= most ? text : Array.from(text).slice(0, most).join('').trim();
}
