/**
 * The search file as the page asks for it while the engine's code is still on its way (prefetch-sync.ts). The engine gets
 * the answer (messages.ts), and finds the first sections in the browser's cache.
 */
import { readNewest } from '@search-file/format.ts';
import { mayBeStored } from '@/db/storage/names';
import { logger } from '@/lib/logger';
import { lowData } from '@/lib/low-data';
import { AT_ONCE, sectionUrl } from './newest-file';

let asked: Promise<unknown> | null = null;

export function keepEarlyFile(answer: Promise<unknown>): void {
  asked ??= warmed(answer);
}

/**
 * Returns the server's answer about its newest file to the first engine; a later one asks for itself. Null where the page
 * did not ask; resolves to null where the page got no answer.
 */
export function takeEarlyFile(): Promise<unknown> | null {
  const taken = asked;
  asked = null;
  return taken;
}

async function warmed(asked: Promise<unknown>): Promise<unknown> {
  try {
    const answer = await asked;
    // A phone that saves data reads the sections of its own city alone.
    const reads = typeof DecompressionStream !== 'undefined' && !lowData.getState().low;
    if (answer !== null && reads && !(await mayBeStored('teachers')))
      warm(readNewest(answer).sections.map(({ name }) => name));
    return answer;
  } catch (error) {
    logger.info('Search file not asked for early', error);
    return null;
  }
}

function warm(sections: readonly string[]): void {
  for (const name of sections.slice(0, AT_ONCE)) {
    fetch(sectionUrl(name), { priority: 'low' })
      .then((response) => response.arrayBuffer())
      .catch((error: unknown) => logger.info('A section of the search file is not here early', error));
  }
}
