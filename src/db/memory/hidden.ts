/**
 * Teachers whom the signed-in person does not want to see in lists. Also kept outside the replica, because lists are
 * painted from a stored record long before the person's own rows are read: a blocked teacher must not appear for a
 * moment.
 */

import { stored, textsOf } from '@/lib/stored';

/** Deleted at sign-out, like every key with this prefix (auth/forget.ts). */
const kept = stored('danceflix_private_hidden_teachers', textsOf);

export const keptHidden = (): ReadonlySet<string> => new Set(kept.read() ?? []);

export function keepHidden(ids: ReadonlySet<string>): void {
  kept.write(ids.size === 0 ? null : [...ids]);
}
