/** Finds elements in a page as people do, by Testing Library inside of the page. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Sought } from './engine';

/** JSON: a pattern is sent as its source. */
type Words = string | { pattern: string; flags: string };
export type PlainSought =
  | { role: string; name?: Words; level?: number; within?: PlainSought }
  | { label: string }
  | { text: Words };

declare global {
  /** The function that in-page.ts adds to the page. */
  var danceflixSeek: ((sought: PlainSought) => HTMLElement[]) | undefined;
}

const words = (value: string | RegExp): Words =>
  typeof value === 'string' ? value : { pattern: value.source, flags: value.flags };

export function plain(sought: Sought): PlainSought {
  if ('text' in sought) return { text: words(sought.text) };
  if ('label' in sought) return sought;
  const { name, within, ...rest } = sought;
  return {
    ...rest,
    ...(name !== undefined && { name: words(name) }),
    ...(within && { within: plain(within) }),
  };
}

let script: Promise<string> | undefined;

/** The script that adds `danceflixSeek` to a page. */
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

/**
 * Runs in the page. Scrolls the element to the middle of the window, as a person would: drivers are
 * content with the edge, where a bar takes the tap. Null too while something else covers it.
 */
export function firstFound(sought: PlainSought): HTMLElement | null {
  const [found] = globalThis.danceflixSeek?.(sought) ?? [];
  if (!found) return null;
  found.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = found.getBoundingClientRect();
  const above = document.elementFromPoint(left + width / 2, top + height / 2);
  const isHit = above && (above.contains(found) || found.contains(above));
  return isHit || above?.closest('label')?.contains(found) ? found : null;
}

/** Runs in the page. */
export const textsFound = (sought: PlainSought): string[] =>
  (globalThis.danceflixSeek?.(sought) ?? []).map((element) => element.innerText);
