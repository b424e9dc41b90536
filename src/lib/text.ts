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

/** Without the control characters that come with pasted text, which the database does not take. */
export function sendable(text: string): string {
  const isText = (character: string) => {
    const code = character.charCodeAt(0);
    return (code >= 32 && code !== 127) || code === 9 || code === 10;
  };
  return Array.from(text.replace(/\r\n?/g, '\n')).filter(isText).join('').trim();
}
