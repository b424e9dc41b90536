/**
 * Folds a name for comparing, searching and sorting: NFD, combining marks U+0300–U+036F dropped, lower case, runs of
 * white space to one space, trimmed. 'São  Paulo' → 'sao paulo'.
 *
 * The server's `app.fold` (supabase/migrations) gives the same result for the same text, because its ranks are compared
 * here. Therefore white space is listed instead of `\s`, and a final 'ς' becomes 'σ', since toLowerCase decides between
 * them by position.
 */
export function fold(text: string): string {
  return toSmall(text.normalize('NFD').replace(/[\u0300-\u036f]/g, ''))
    .replaceAll('ς', 'σ')
    .replace(/[ \t\n\v\f\r\u00a0]+/g, ' ')
    .replace(/^ | $/g, '');
}

/**
 * Lowers Latin, Greek, Cyrillic and Armenian letters: their small letters are listed on the server. For other scripts
 * the result would depend on the browser's age.
 */
function toSmall(text: string): string {
  if (!/[\u0590-\uffff]/.test(text)) return text.toLowerCase();
  return text.replace(/[\0-\u058f\u1e00-\u1fff\u2c60-\u2c7f]+/g, (known) => known.toLowerCase());
}

/** 'Ana' of 'Ana Souza'. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? '';
}

const folded = new Map<string, string>();

/** A cached `fold` of a city's or a style's name. There are few of them, and every card and list sorts by them. */
export function foldName(name: string): string {
  const known = folded.get(name) ?? fold(name);
  folded.set(name, known);
  return known;
}
