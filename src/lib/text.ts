/**
 * Folds a name for comparing, searching and sorting: NFD, combining marks U+0300–U+036F dropped, lower case, runs
 * of white space to one space, trimmed. 'São  Paulo' → 'sao paulo'.
 *
 * The server's `app.fold` (supabase/migrations) gives the same for the same text: ranks computed there are compared
 * here. So the white space is listed instead of `\s`, and a final 'ς' is a 'σ', which toLowerCase decides by place.
 */
export function fold(text: string): string {
  return toSmall(text.normalize('NFD').replace(/[\u0300-\u036f]/g, ''))
    .replaceAll('ς', 'σ')
    .replace(/[ \t\n\v\f\r\u00a0]+/g, ' ')
    .replace(/^ | $/g, '');
}

/**
 * Latin, Greek, Cyrillic and Armenian letters: the ones whose small letters the server has listed. Of others a browser
 * knows as many as its age allows.
 */
function toSmall(text: string): string {
  if (!/[\u0590-\uffff]/.test(text)) return text.toLowerCase();
  return text.replace(/[\0-\u058f\u1e00-\u1fff\u2c60-\u2c7f]+/g, (known) => known.toLowerCase());
}

/** How many characters the database counts (char_length): an emoji is one or more there, and never half of one. */
export function charactersIn(text: string): number {
  return Array.from(text).length;
}

/**
 * As the database takes a typed text (app.folded_text): without control and direction characters and what has no width,
 * which come along with pasted text. Joiners stay, emoji are made with them; fillers and other blanks become spaces.
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
