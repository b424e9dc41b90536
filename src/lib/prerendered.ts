/**
 * The data of a prerendered page: the answers that its screen was rendered from, embedded so that the browser renders
 * the same. At build time the same questions are answered by the source of that build.
 */
export const PRERENDERED_ID = 'prerendered';

/** Milliseconds that the phone's own copy gets to replace a page's embedded data, before the server is asked. */
export const HEAD_START = 4_000;

/** Answers a screen's question; undefined where it has no answer. */
export type PrerenderSource = (question: string) => unknown;

let source: PrerenderSource = fromDocument();

function fromDocument(): PrerenderSource {
  const block = globalThis.document?.getElementById(PRERENDERED_ID);
  if (!block) return () => undefined;
  const answers = new Map(Object.entries(JSON.parse(block.textContent ?? '{}') as Record<string, unknown>));
  return (question) => answers.get(question);
}

/** The answer for `kind` and `key`, in the source's terms. Null where the page has none. */
export function prerendered<T>(kind: string, key = ''): T | null {
  // The same build wrote the data, so its type is known.
  return (source(key === '' ? kind : `${kind} ${key}`) as T | undefined) ?? null;
}

/** Used by the build to answer the questions. */
export function prerenderFrom(answers: PrerenderSource): void {
  source = answers;
}
