/** Reads test files: which tests they have, and which claims each one shows. */

export interface ListedTest {
  title: string;
  /** Source from the end of the test before to the end of this one, so that comments above it belong to it. */
  source: string;
}

const TITLE = /\b(?:it|test|confirming)(?:\.each\([^;]*?\))?\(\s*(['"`])([\s\S]*?)\1/g;

/** The tests of a file, without those that are skipped. */
export function testsIn(source: string): ListedTest[] {
  const found = [...source.matchAll(TITLE)];
  return found.map(({ 2: title = '', index }, place) => {
    const before = found[place - 1];
    const from = before === undefined ? 0 : before.index + before[0].length;
    const next = found[place + 1];
    return { title, source: source.slice(Math.min(from, index), next?.index ?? source.length) };
  });
}

/** Ids of the claims that a test's title carries. */
export const shownBy = ({ title }: ListedTest): string[] =>
  [...title.matchAll(/\[(T\d{3})\]/g)].map(([, id = '']) => id);
