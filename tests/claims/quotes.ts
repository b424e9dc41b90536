/**
 * Sentences that are easily untrue: with a number, with an absolute word, or about who sees what. Each is quoted
 * («…») in a comment beside a test of its claim, so that nobody changes one without looking at the other.
 */
import { NO_CLAIM } from './claims.ts';
import { type ListedTest, shownBy } from './titles.ts';

/** Kinds of rows that a sentence may speak of, and of which a site may have none. */
export const KINDS = ['teachers', 'supporters', 'sponsors', 'events', 'dancers', 'articles'] as const;
export type Kind = (typeof KINDS)[number];

export interface LedgerLine {
  claims: string[];
  text: string;
  /** Of what there has to be one, or the sentence is untrue. */
  needs?: Kind;
}

/** The lines of `sentences.tsv`: claims, a tab, the sentence; where it has one, a tab and what it needs. */
export const linesOf = (ledger: string): LedgerLine[] =>
  ledger
    .trim()
    .split('\n')
    .map((line) => {
      const [claims = '', text = '', needs] = line.split('\t');
      return { claims: claims.split(', '), text, ...(needs && { needs: needs as Kind }) };
    });

/** Numbers of laws, and of versions of the legal texts. */
const REFERENCES = /\(art\..*?\)|Lei nº [\d./]+|\bna versão \d/gi;
const ABSOLUTE = /nunca|sempre|todos?|todas?|ningu[eé]m|nenhum\w*|qualquer|jamais/;
const READERS = /vê|veem|lê|leem|lid[oa]s?|mostrad[oa]s?|públic[oa]s?|visível|visíveis/;
const SHARP = new RegExp(`\\d|(?<!\\p{L})(?:${ABSOLUTE.source}|${READERS.source})(?!\\p{L})`, 'iu');

export const isSharp = ({ claims, text }: LedgerLine): boolean =>
  !claims.some((claim) => claim in NO_CLAIM) && SHARP.test(text.replace(REFERENCES, ''));

/** The sharp sentences that no test of their claims quotes. `ids`: of the claims. */
export function unquoted(
  lines: readonly LedgerLine[],
  ids: Readonly<Record<string, string>>,
  tests: readonly ListedTest[],
): string[] {
  const quotes = new Map<string, string>();
  for (const test of tests) {
    const text = test.source.replace(/\s*\n\s*(?:\/\/|\*)\s*/g, ' ');
    for (const id of shownBy(test)) quotes.set(id, `${quotes.get(id) ?? ''}\n${text}`);
  }
  return lines
    .filter(isSharp)
    .filter(
      ({ claims, text }) => !claims.some((claim) => quotes.get(ids[claim] ?? '')?.includes(`«${text}»`)),
    )
    .map(({ text }) => text);
}
