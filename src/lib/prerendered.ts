/**
 * What a prerendered page brought along: the answers that its screen was drawn from, so that the browser draws the same
 * and goes on from there. While pages are made, the same questions are put to the source of that moment.
 */
export const PRERENDERED_ID = 'prerendered';

/** Milliseconds that the phone's own copy gets to replace what a page brought along, before the server is asked for it. */
export const HEAD_START = 4_000;

/** Answers a question of a screen; undefined where it has no answer. */
export type PrerenderSource = (question: string) => unknown;

let source: PrerenderSource = fromDocument();

function fromDocument(): PrerenderSource {
  const block = globalThis.document?.getElementById(PRERENDERED_ID);
  if (!block) return () => undefined;
  const answers = new Map(Object.entries(JSON.parse(block.textContent ?? '{}') as Record<string, unknown>));
  return (question) => answers.get(question);
}

/** `kind` and `key` as the source knows them. Null where the page brought no answer along. */
export function prerendered<T>(kind: string, key = ''): T | null {
  // The block was made by the code that reads it, of the same build.
  return (source(key === '' ? kind : `${kind} ${key}`) as T | undefined) ?? null;
}

/** For the program that makes the pages. */
export function prerenderFrom(answers: PrerenderSource): void {
  source = answers;
}
