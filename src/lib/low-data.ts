/**
 * Whether this phone should save data: the person's choice here, else the browser's setting (Save-Data). A setting of
 * the phone, not of an account: visitors have it too, and it survives a sign-out.
 */
import { createStore } from 'zustand/vanilla';
import { told } from './browser/navigator';
import { readText, writeText } from './stored';

const KEY = 'danceflix_low_data';

export type LowDataChoice = 'on' | 'off' | null;

export interface LowData {
  /** Null follows the browser. */
  choice: LowDataChoice;
  low: boolean;
}

const network = told('connection');

/**
 * Starts with the state of prerendered pages, so that they hydrate; the real state follows at once. Until then the
 * document's attribute (public/boot.js, index.html) hides their pictures.
 */
export const lowData = createStore<LowData>()(() => ({ choice: null, low: false }));
lowData.subscribe(({ low }) => globalThis.document?.documentElement.toggleAttribute('data-low-data', low));
lowData.setState(judged(readLowDataChoice()));

export function browserSavesData(): boolean {
  return network?.saveData === true;
}

export function chooseLowData(choice: LowDataChoice): void {
  // Where storage refuses, the choice lasts until the page is closed.
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
// Another tab has changed the choice.
globalThis.addEventListener?.('storage', (event) => {
  if ((event as StorageEvent).key === KEY) lowData.setState(judged(readLowDataChoice()));
});
