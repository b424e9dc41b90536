/**
 * What others wrote about the person who is signed in: asked from the server, the last answer kept for reading
 * offline. Students have no public page of evaluations, so this is theirs alone and is forgotten with the sign-out.
 */

import { PRIVATE_PREFIX } from '@/auth/forget';
import { presentIdentity } from '@/auth/identity';
import { callAs } from '@/auth/user-rest';
import { logger } from '@/lib/logger';
import { fieldsOf, readStored } from '@/lib/stored';
import { isList, type ReceivedEvaluation, readReceivedPage } from './received';

const KEY = `${PRIVATE_PREFIX}received`;
/** The procedure's largest page, and more pages than anybody has. */
const PAGE = 100;
const PAGES = 5;

interface Kept {
  userId: string;
  items: ReceivedEvaluation[];
}

/** Newest month first. Throws RestFailure, NotSignedIn, and TypeError when an answer is no page. */
export async function fetchOwnReceived(userId: string, signal: AbortSignal): Promise<ReceivedEvaluation[]> {
  const items: ReceivedEvaluation[] = [];
  for (let number = 1; number <= PAGES; number += 1) {
    const args = { person: userId, page_number: number, items_per_page: PAGE };
    const page = readReceivedPage(await callAs(userId, 'evaluations_of', args, signal));
    items.push(...page.items);
    if (number >= page.pages) break;
  }
  // Who signed out meanwhile leaves nothing behind.
  if (presentIdentity()?.userId === userId) keep({ userId, items });
  return items;
}

export function readOwnReceived(userId: string): ReceivedEvaluation[] | null {
  return readStored('localStorage', KEY, (value) => {
    const { userId: whose, items } = fieldsOf(value);
    return whose === userId && isList(items) ? items : null;
  });
}

function keep(kept: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch (error) {
    logger.info('Received evaluations not kept', error);
  }
}
