/**
 * Characters that nobody sees in what is typed and pasted. The database knows the same classes (app.refused_characters,
 * app.other_blanks, app.fillers in supabase/migrations).
 */

/** Blanks beside the space. */
const BLANKS = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
/** Without width: soft hyphen, joiners, byte order mark, variation selectors. */
const NO_WIDTH = /\u00ad|\u034f|[\u180b-\u180f]|\u200b|\u200c|\u200d|[\u2060-\u2064]|[\ufe00-\ufe0f]|\ufeff/g;
/** Drawn as nothing or as a blank, though Unicode calls most of them letters. */
const FILLERS = /[\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/g;
/** Control characters but tab and line breaks, and what turns the direction of the text around it. */
const REFUSED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f\ufff9-\ufffb]/;

export const UNCLEAN =
  'Há caracteres invisíveis neste texto que não são aceitos. Apague-os ou digite de novo.';

/** What is wrong with a text that somebody types; null when nothing is. */
export function textError(text: string): string | null {
  return REFUSED.test(text) ? UNCLEAN : null;
}

/** A name with single blanks between its parts, and nothing without width. */
export function foldName(text: string): string {
  return text.replace(NO_WIDTH, '').replace(BLANKS, ' ').replace(/\s+/g, ' ').trim();
}

/** An address as the server knows it, without what comes along when it is copied from a page or a chat. */
export function foldEmail(text: string): string {
  return text
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .replace(NO_WIDTH, '')
    .replace(BLANKS, ' ')
    .trim()
    .replace(/^mailto:/i, '')
    .trim();
}

/** Whether there is anything to be seen in it. */
export function isBlank(text: string): boolean {
  return text.replace(NO_WIDTH, '').replace(BLANKS, ' ').replace(FILLERS, ' ').trim() === '';
}

/** Letters with their marks, and blanks; fillers are no letters, and a mark stands on one. */
export function hasOnlyLetters(name: string): boolean {
  return /^(\p{L}\p{M}*| )+$/u.test(name) && name.replace(FILLERS, '') === name;
}

/** Characters that are seen: a letter with its marks is one. */
export function seenCharacters(text: string): number {
  return Array.from(text.replace(FILLERS, '').replace(/\p{M}/gu, '')).length;
}
