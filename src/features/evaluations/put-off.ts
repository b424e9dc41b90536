/** Invitations to evaluate that the user postponed: shown again after a week. */

import { PRIVATE_PREFIX } from '@/auth/leaving/forget';
import { fieldsOf, isNumber, stored } from '@/lib/stored';

const WEEK = 7 * 24 * 60 * 60_000;

/** By request id: until when the invitation is hidden, in milliseconds since 1970. */
const kept = stored<Record<string, number>>(`${PRIVATE_PREFIX}evaluations_put_off`, (value) =>
  Object.fromEntries(
    Object.entries(fieldsOf(value)).filter((entry): entry is [string, number] => isNumber(entry[1])),
  ),
);
const read = () => kept.read() ?? {};

export function putOffUntil(now: number): Set<string> {
  // Limits the wait to a week even when the clock was set back.
  const holds = (until: number) => until > now && until - now <= WEEK;
  return new Set(Object.entries(read()).flatMap(([id, until]) => (holds(until) ? [id] : [])));
}

export function putOff(requestId: string, now: number): void {
  const later = Object.entries(read()).filter(([, until]) => until > now);
  kept.write({ ...Object.fromEntries(later), [requestId]: now + WEEK });
}
