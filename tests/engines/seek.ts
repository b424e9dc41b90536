/** Looking for things in a page as people do, by Testing Library inside of the page. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Sought } from './engine';

/** As JSON: a pattern travels as its source. */
type Words = string | { pattern: string; flags: string };
export type PlainSought =
  | { role: string; name?: Words; level?: number }
  | { label: string }
  | { text: Words };

declare global {
  /** What in-page.ts leaves in the page. */
  var danceflixSeek: ((sought: PlainSought) => HTMLElement[]) | undefined;
}

const words = (value: string | RegExp): Words =>
  typeof value === 'string' ? value : { pattern: value.source, flags: value.flags };

export function plain(sought: Sought): PlainSought {
  if ('text' in sought) return { text: words(sought.text) };
  if ('label' in sought) return sought;
  const { name, ...rest } = sought;
  return name === undefined ? rest : { ...rest, name: words(name) };
}

let script: Promise<string> | undefined;

/** The text of the script that brings `danceflixSeek` into a page. */
export function seekScript(): Promise<string> {
  script ??= build({
    entryPoints: [fileURLToPath(new URL('in-page.ts', import.meta.url))],
    bundle: true,
    format: 'iife',
    write: false,
    logLevel: 'error',
    define: { 'process.env': '{}', 'process.env.NODE_ENV': '"test"' },
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? '');
  return script;
}

/** Runs in the page. */
export const isSeekHere = (): boolean => globalThis.danceflixSeek !== undefined;

/** Runs in the page. */
export const firstFound = (sought: PlainSought): HTMLElement | null =>
  globalThis.danceflixSeek?.(sought)[0] ?? null;

/** Runs in the page. */
export const textsFound = (sought: PlainSought): string[] =>
  (globalThis.danceflixSeek?.(sought) ?? []).map((element) => element.innerText);
