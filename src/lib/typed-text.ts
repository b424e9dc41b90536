/**
 * Invisible characters in typed and pasted text. The database has the same classes (app.refused_characters,
 * app.other_blanks, app.fillers in supabase/migrations).
 */

/** Blanks other than the space. */
const BLANKS = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
/** Zero-width characters: soft hyphen, joiners, byte order mark, variation selectors. */
const NO_WIDTH = /\u00ad|\u034f|[\u180b-\u180f]|\u200b|\u200c|\u200d|[\u2060-\u2064]|[\ufe00-\ufe0f]|\ufeff/g;
/** Drawn as nothing or as a blank, though Unicode calls most of them letters. */
const FILLERS = /[\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/g;
/** Control characters except tab and line breaks, and characters that change the direction of the text. */
const REFUSED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this searches for them.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f\ufff9-\ufffb]/;

export const UNCLEAN =
  'Há caracteres invisíveis neste texto que não são aceitos. Apague-os ou digite de novo.';

/** The error in a typed text; null when there is none. */
export function textError(text: string): string | null {
  return REFUSED.test(text) ? UNCLEAN : null;
}

/** A name with single blanks between its parts, and without zero-width characters. */
export function foldName(text: string): string {
  return text.replace(NO_WIDTH, '').replace(BLANKS, ' ').replace(/\s+/g, ' ').trim();
}

/** An address in the server's form, without invisible characters from copying. */
export function foldEmail(text: string): string {
  return text
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .replace(NO_WIDTH, '')
    .replace(BLANKS, ' ')
    .trim()
    .replace(/^mailto:/i, '')
    .trim();
}

/** Whether the text has no visible character. */
export function isBlank(text: string): boolean {
  return text.replace(NO_WIDTH, '').replace(BLANKS, ' ').replace(FILLERS, ' ').trim() === '';
}

/** Only letters with their marks, and blanks. Fillers are no letters, and a mark must follow a letter. */
export function hasOnlyLetters(name: string): boolean {
  return /^(\p{L}\p{M}*| )+$/u.test(name) && name.replace(FILLERS, '') === name;
}

/** The number of visible characters: a letter with its marks counts as one. */
export function seenCharacters(text: string): number {
  return Array.from(text.replace(FILLERS, '').replace(/\p{M}/gu, '')).length;
}
