/**
 * The light or the dark theme: the person's choice on this phone, else the system's. A setting of the phone, not of an
 * account: visitors have it too, and it survives a sign-out. public/boot.js applies it before the first paint, by the
 * same rule; paper is always light.
 */
import { createStore } from 'zustand/vanilla';
import { media } from './browser/media';
import { readText, writeText } from './stored';

const KEY = 'danceflix_theme';

declare global {
  /** Of public/boot.js; missing where that file did not load. */
  var danceflixTheme: ((dark: boolean) => void) | undefined;
}

/** Null follows the system. */
export type ThemeChoice = 'light' | 'dark' | null;

/** Starts with the choice that prerendered pages show, so that they hydrate; the real one follows at once. */
export const themeChoice = createStore<{ choice: ThemeChoice }>()(() => ({ choice: null }));

const dark = media('(prefers-color-scheme: dark)');
const print = media('print');

themeChoice.subscribe(applyTheme);
themeChoice.setState({ choice: readThemeChoice() });
for (const query of [dark, print]) query.follow(applyTheme);
// Another tab has changed the choice.
globalThis.addEventListener?.('storage', (event) => {
  if ((event as StorageEvent).key === KEY) themeChoice.setState({ choice: readThemeChoice() });
});

export function readThemeChoice(): ThemeChoice {
  const value = readText(KEY);
  return value === 'light' || value === 'dark' ? value : null;
}

export function chooseTheme(choice: ThemeChoice): void {
  // Where storage refuses, the choice lasts until the page is closed.
  writeText(KEY, choice);
  themeChoice.setState({ choice });
}

function applyTheme(): void {
  const { choice } = themeChoice.getState();
  const isDark = !print.matches() && (choice === null ? dark.matches() : choice === 'dark');
  // Set by public/boot.js, which names the colours of the browser's own bars.
  globalThis.danceflixTheme?.(isDark);
}
