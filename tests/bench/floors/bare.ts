/**
 * The bare page's twelve rows are in its HTML. Once the page has the names of the stored record, a
 * key in its field draws twelve plain rows again: the cost of a key with nothing but a browser.
 * There is no framework, and the record is read late on purpose.
 */

import { fold } from '@/lib/text';
import { foundText } from '../found-text.ts';

const ROWS = 12;
const input = document.querySelector('input');
const list = document.querySelector('ul');
const status = document.querySelector('[role="status"]');

function storedNames(): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('danceflix_cache_search', 1);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const reading = opening.result.transaction('records').objectStore('records').get('teachers');
      reading.onerror = () => reject(reading.error);
      reading.onsuccess = () => resolve((reading.result as { folded: string }).folded.split('\n'));
    };
  });
}

input?.addEventListener(
  'focus',
  async () => {
    const names = await storedNames();
    input.addEventListener('input', () => {
      const wanted = fold(input.value);
      const found = names.filter((name) => name.includes(wanted));
      if (status) status.textContent = foundText(found.length);
      list?.replaceChildren(
        ...found.slice(0, ROWS).map((name) => {
          const row = document.createElement('article');
          row.append(document.createElement('h3'));
          row.firstElementChild?.append(name);
          return row;
        }),
      );
    });
    input.dataset.ready = 'true';
  },
  { once: true },
);
