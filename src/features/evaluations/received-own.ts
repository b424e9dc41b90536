/**
 * Evaluations that the signed-in user received: fetched from the server, the last answer kept for reading offline.
 * Students have no public page of evaluations, so the answer is private and deleted at sign-out.
 */

import { presentIdentity } from '@/auth/identity';
import { PRIVATE_PREFIX } from '@/auth/leaving/forget';
import { callAs } from '@/auth/session/user-rest';
import { fieldsOf, isNumber, isText, stored } from '@/lib/stored';
import { isList, type ReceivedEvaluation, readReceivedPage } from './received';

/** The procedure's largest page, and more pages than any user needs. */
const PAGE = 100;
const PAGES = 5;

/** The list, and when it was asked for: a reply that was delivered since is not in it. */
export interface OwnReceivedList {
  items: ReceivedEvaluation[];
  /** Milliseconds since 1970. */
  askedAt: number;
}

interface Kept extends OwnReceivedList {
  userId: string;
}

const kept = stored<Kept>(`${PRIVATE_PREFIX}received`, (value) => {
  const { userId, items, askedAt } = fieldsOf(value);
  if (!isText(userId) || !isList(items)) return null;
  return { userId, items, askedAt: isNumber(askedAt) ? askedAt : 0 };
});

/** Newest month first. Throws RestFailure, NotSignedIn, and TypeError for a malformed answer. */
export async function fetchOwnReceived(userId: string, signal: AbortSignal): Promise<OwnReceivedList> {
  const askedAt = Date.now();
  const items: ReceivedEvaluation[] = [];
  for (let number = 1; number <= PAGES; number += 1) {
    const args = { person: userId, page_number: number, items_per_page: PAGE };
    const page = readReceivedPage(await callAs(userId, 'evaluations_of', args, signal));
    items.push(...page.items);
    if (number >= page.pages) break;
  }
  // A user who signed out during the request leaves nothing on the device.
  if (presentIdentity()?.userId === userId) kept.write({ userId, items, askedAt });
  return { items, askedAt };
}

export function readOwnReceived(userId: string): OwnReceivedList | null {
  const copy = kept.read();
  return copy?.userId === userId ? { items: copy.items, askedAt: copy.askedAt } : null;
}
