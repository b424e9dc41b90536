/**
 * Texts for synthetic teachers that compress as people's do: words follow each other as in the demo's biographies,
 * steps and articles, and one in a few is new, spelled letter by letter as Portuguese is.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A number in [0, 1). */
export type Random = () => number;

/** mulberry32: the same numbers for the same 32-bit seed. */
export function randomFrom(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function pick<T>(random: Random, list: readonly T[]): T {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}

interface DemoTeacher {
  bio: string;
  experience: string;
  styles: string[];
}

const demo = (file: string) => join(import.meta.dirname, '../supabase/demo', file);
const read = <T>(file: string): T[] => JSON.parse(readFileSync(demo(file), 'utf8')) as T[];

export const demoTeachers = read<DemoTeacher>('teachers.json');
const demoSteps = read<{ description: string }>('steps.json');
const demoArticles = readdirSync(demo('articles'))
  .sort()
  .map((file) => readFileSync(demo(`articles/${file}`), 'utf8'));

/** Words that stand before the first and after the last word of a sentence. */
const EDGE = '';
/** Words after which a sentence is ended at the next chance; none of the demo's is much longer. */
const LONGEST = 32;
/** Letters that decide the next one of a new word. */
const CONTEXT = 3;

/** Which items followed which: an item that did so twice is listed twice. */
class Followers {
  private readonly after = new Map<string, string[]>();

  note(before: string, next: string): void {
    const known = this.after.get(before);
    if (known) known.push(next);
    else this.after.set(before, [next]);
  }

  pick(random: Random, before: string): string {
    return pick(random, this.after.get(before) ?? [EDGE]);
  }
}

export class Chain {
  private readonly words = new Followers();
  /** Followers of all words with the same ending. */
  private readonly endings = new Followers();
  private readonly letters = new Followers();

  /**
   * `newWords`: the share of longer words that are replaced by new ones. `turns`: the share of words that need not have
   * followed the one before them, only one with its ending.
   */
  constructor(
    texts: readonly string[],
    private readonly newWords: number,
    private readonly turns: number,
  ) {
    for (const sentence of texts.flatMap((text) => text.split(/(?<=[.!?])\s+/))) {
      let before = EDGE;
      for (const word of sentence.split(/\s+/).filter((part) => part !== '')) {
        this.words.note(before, word);
        this.endings.note(endingOf(before), word);
        before = /[.!?]$/.test(word) ? EDGE : word;
        if (isLong(word)) this.learn(word);
      }
    }
  }

  sentence(random: Random): string {
    const said: string[] = [];
    for (let word = this.follow(random, EDGE); word !== EDGE; word = this.follow(random, word)) {
      const [, plain = '', mark = ''] = /^(\p{Ll}+)([.,;:!?]*)$/u.exec(word) ?? [];
      said.push(isLong(plain) && random() < this.newWords ? this.newWord(random) + mark : word);
      if (/[.!?]$/.test(word)) break;
      if (said.length >= LONGEST) return `${said.join(' ').replace(/[,;:]$/, '')}.`;
    }
    return said.join(' ');
  }

  /** Sentences until the text is at least this long. */
  text(random: Random, length: number): string {
    let text = this.sentence(random);
    while (text.length < length) text += ` ${this.sentence(random)}`;
    return text;
  }

  newWord(random: Random): string {
    for (;;) {
      let word = '';
      for (let next = this.letters.pick(random, EDGE); next !== EDGE && word.length < 14; ) {
        word += next;
        next = this.letters.pick(random, word.slice(-CONTEXT));
      }
      if (word.length > CONTEXT && word.length < 14) return word;
    }
  }

  private follow(random: Random, word: string): string {
    return random() < this.turns ? this.endings.pick(random, endingOf(word)) : this.words.pick(random, word);
  }

  private learn(word: string): void {
    const plain = word.replace(/[^\p{L}]/gu, '').toLowerCase();
    for (let at = 0; at <= plain.length; at++)
      this.letters.note(plain.slice(Math.max(0, at - CONTEXT), at), plain.charAt(at) || EDGE);
  }
}

const endingOf = (word: string) => word.slice(-2);
const isLong = (word: string) => word.length > 4;

/** Both chosen so that a gzip of biographies saves as much as one of the demo's (tests/unit/load-teachers.test.ts). */
const NEW_WORDS = 0.3;
const TURNS = 0.5;

/** Lines of Markdown that are plain sentences. */
const proseOf = (article: string) =>
  article
    .split('\n')
    .filter((line) => /^\p{Lu}/u.test(line) && !/[[\]*]/.test(line))
    .join(' ');

export const bios = new Chain(
  [
    ...demoTeachers.map(({ bio }) => bio),
    ...demoSteps.map(({ description }) => description),
    ...demoArticles.map(proseOf),
  ],
  NEW_WORDS,
  TURNS,
);
export const experiences = new Chain(
  demoTeachers.flatMap(({ bio, experience }) => [experience, bio]),
  NEW_WORDS,
  TURNS,
);
