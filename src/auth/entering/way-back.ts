/**
 * The page that a visitor left to sign in or register, for arrivals whose address lacks `redirect`: a confirmation link
 * opened in another tab. Kept for a week; every sign-out deletes it.
 */
import { isText, stored } from '@/lib/stored';
import { PRIVATE_PREFIX } from '../leaving/forget';
import { safeRedirect } from './redirect';

const kept = stored<string>(
  `${PRIVATE_PREFIX}way_back`,
  (value) => (isText(value) ? safeRedirect(value) : null),
  {
    lifetime: 7 * 24 * 60 * 60_000,
  },
);

export const wayBack = (): string | null => kept.read();

/** Null forgets it. */
export function keepWayBack(path: string | null): void {
  kept.write(path);
}
