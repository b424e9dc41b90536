/**
 * The events that this phone has celebrated, so that each is celebrated once: also after a reload, in the second of two
 * tabs and after signing in again. Kept as short hashes, which tell nothing about persons or requests.
 */
import { withLock } from './locks';
import { isNumber, stored } from './stored';
import { textHash } from './text-hash';

/** Older ones are forgotten: what is celebrated happened within days. */
const MOST = 300;

const record = stored('danceflix_celebrated', (value) =>
  Array.isArray(value) ? value.filter(isNumber) : null,
);

/** The hashes on record, oldest first. */
export const readCelebrated = (): number[] => record.read() ?? [];

/**
 * Records `events` as celebrated. True when at least one of them was not before, and the record was written: a phone
 * that keeps nothing would celebrate at every visit. False once `signal` aborts.
 */
export async function celebrate(events: readonly string[], signal: AbortSignal): Promise<boolean> {
  const claimed = await withLock('danceflix-celebrated', signal, async () => {
    const known = readCelebrated();
    const fresh = [...new Set(events.map(textHash))].filter((hash) => !known.includes(hash));
    return fresh.length > 0 && record.write([...known, ...fresh].slice(-MOST));
  });
  return claimed === true && !signal.aborted;
}
