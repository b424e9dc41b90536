/**
 * How a typed name is compared with names. The server does the same (app.name_words, app.name_pattern), with the same
 * regular expressions.
 */
import { fold } from '@/lib/text';

/** Characters that nobody sees, as pasted texts have them, joiners included. */
const INVISIBLE =
  /(?![\t-\r])\p{Cc}|[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ufe00-\ufe0f]/gu;

/**
 * A text from an address or a field as it is searched for: without the characters that nobody sees, and without halves of
 * an emoji, which PostgreSQL refuses.
 */
export const visibleText = (text: string): string => text.replace(INVISIBLE, '').replace(/\p{Cs}/gu, '');

const TITLE = /^(|prof(a?\.?|ª\.?|\.ª)|professora?)$/;

/** The text as it is searched: folded, without invisible characters and titles. */
export function searchedName(typed: string): string {
  return fold(visibleText(typed))
    .split(' ')
    .filter((word) => !TITLE.test(word))
    .join(' ');
}

const START = "(?:^|[ '(.-])";
const PLAIN = /^[a-z]{4,20}$/;
/** With more words than these a name is not compared loosely. */
const LOOSE_WORDS = 6;

export const literally = (word: string): string => word.replace(/[.^$*+?()[\]{}|\\]/g, '\\$&');

/**
 * Matches a folded name with all words of `name`: the first anywhere in it, each other at the beginning of a word. A
 * longer `name` with the same beginning never matches more.
 */
export function namePattern(name: string): string {
  const [first = '', ...others] = name.split(' ').map(literally);
  return `^(?=.*${first})${others.map((word) => `(?=.*${START}${word})`).join('')}`;
}

/**
 * Matches a folded name with all words of `name` at the beginning of its words, where a word of 4 to 20 letters may
 * have one wrong, missing or additional letter, or two letters in the wrong order. Null when no word may.
 */
export function similarPattern(name: string): string | null {
  const words = name.split(' ');
  if (words.length > LOOSE_WORDS || !words.some((word) => PLAIN.test(word))) return null;
  const wanted = words.map((word) => (PLAIN.test(word) ? nearPattern(word) : literally(word)));
  return `^${wanted.map((word) => `(?=.*${START}${word})`).join('')}`;
}

function nearPattern(word: string): string {
  let pattern = '';
  for (let at = word.length - 2; at >= 0; at--) {
    const rest = word.slice(at);
    const [letter = '', next = ''] = rest;
    const tail = rest.slice(1);
    pattern = `(?:${letter}${pattern}|${tail}|[^ ]${tail}|[^ ]${rest}|${next}${letter}${rest.slice(2)})`;
  }
  return pattern;
}
