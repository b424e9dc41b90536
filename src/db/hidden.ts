/**
 * People whom the person here does not want to see in lists. Kept beside the replica too, because lists are painted from a
 * stored record long before the person's own rows are read: nobody blocked appears for a moment.
 */

import { stored, textsOf } from '@/lib/stored';

/** Forgotten with the sign-out, as everything that starts like this (auth/forget.ts). */
const kept = stored('danceflix_private_hidden_teachers', textsOf);

export const keptHidden = (): ReadonlySet<string> => new Set(kept.read() ?? []);

export function keepHidden(ids: ReadonlySet<string>): void {
  kept.write(ids.size === 0 ? null : [...ids]);
}
