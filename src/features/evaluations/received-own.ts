/**
 * Evaluations that the signed-in user received: fetched from the server, the last answer kept for reading offline.
 * Students have no public page of evaluations, so the answer is private and deleted at sign-out.
 */

import { presentIdentity } from '@/auth/identity';
import { PRIVATE_PREFIX } from '@/auth/leaving/forget';
import { callAs } from '@/auth/session/user-rest';
import { fieldsOf, isText, stored } from '@/lib/stored';
import { isList, type ReceivedEvaluation, readReceivedPage } from './received';

/** The procedure's largest page, and more pages than any user needs. */
const PAGE = 100;
const PAGES = 5;

interface Kept {
  userId: string;
  items: ReceivedEvaluation[];
}

const kept = stored<Kept>(`${PRIVATE_PREFIX}received`, (value) => {
  const { userId, items } = fieldsOf(value);
  return isText(userId) && isList(items) ? { userId, items } : null;
});

/** Newest month first. Throws RestFailure, NotSignedIn, and TypeError for a malformed answer. */
export async function fetchOwnReceived(userId: string, signal: AbortSignal): Promise<ReceivedEvaluation[]> {
  const items: ReceivedEvaluation[] = [];
  for (let number = 1; number <= PAGES; number += 1) {
    const args = { person: userId, page_number: number, items_per_page: PAGE };
    const page = readReceivedPage(await callAs(userId, 'evaluations_of', args, signal));
    items.push(...page.items);
    if (number >= page.pages) break;
  }
  // A user who signed out during the request leaves nothing on the device.
  if (presentIdentity()?.userId === userId) kept.write({ userId, items });
  return items;
}

export function readOwnReceived(userId: string): ReceivedEvaluation[] | null {
  const copy = kept.read();
  return copy?.userId === userId ? copy.items : null;
}
