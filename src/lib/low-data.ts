/**
 * Whether this phone is to spare its data plan: what the person chose here, else what the browser is set to
 * (Save-Data). Not of an account: a choice about this phone, visitors' too, and kept through signing out.
 */
import { createStore } from 'zustand/vanilla';
import { readText, writeText } from './stored';

const KEY = 'danceflix_low_data';

export type LowDataChoice = 'on' | 'off' | null;

export interface LowData {
  /** Null follows the browser. */
  choice: LowDataChoice;
  low: boolean;
}

interface NetworkInformation extends EventTarget {
  saveData?: boolean;
}

const network = (globalThis.navigator as { connection?: NetworkInformation } | undefined)?.connection;

/**
 * Begins as the prerendered pages are drawn, so that they hydrate; the truth follows at once. Their pictures, which are
 * there before the app, the document hides by its attribute (public/boot.js, index.html).
 */
export const lowData = createStore<LowData>()(() => ({ choice: null, low: false }));
lowData.subscribe(({ low }) => globalThis.document?.documentElement.toggleAttribute('data-low-data', low));
lowData.setState(judged(readLowDataChoice()));

export function browserSavesData(): boolean {
  return network?.saveData === true;
}

export function chooseLowData(choice: LowDataChoice): void {
  // Where the storage refuses, the choice holds until the page is closed.
  writeText(KEY, choice);
  lowData.setState(judged(choice));
}

function judged(choice: LowDataChoice): LowData {
  return { choice, low: choice === null ? browserSavesData() : choice === 'on' };
}

export function readLowDataChoice(): LowDataChoice {
  const value = readText(KEY);
  return value === 'on' || value === 'off' ? value : null;
}

network?.addEventListener?.('change', () => lowData.setState(judged(lowData.getState().choice)));
// Another tab's choice.
globalThis.addEventListener?.('storage', (event) => {
  if ((event as StorageEvent).key === KEY) lowData.setState(judged(readLowDataChoice()));
});
