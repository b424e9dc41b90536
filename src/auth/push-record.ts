/**
 * Records that this phone is registered for a person's push notifications, so that a page knows it offline, and a start
 * without loading Firebase. Deleted at sign-out (forget.ts).
 */
import { logger } from '@/lib/logger';
import { fieldsOf, isText, readText, stored } from '@/lib/stored';
import { PRIVATE_PREFIX } from './leaving/forget';

/** Key of visitor-phone.ts: how a phone without an account is reached. */
export const VISITOR_PHONE = 'danceflix_phone';
export const hasVisitorPhone = (): boolean => readText(VISITOR_PHONE) !== null;

export interface PushRecord {
  userId: string;
  endpoint: string;
  token: string;
  /** The secret that takes the phone off the person's list without their token; older records have none. */
  release: string | null;
  /** Milliseconds since 1970: when the server lets the token expire, and when it was last asked about it. */
  expiresAt: number;
  checkedAt: number;
}

type Releaser = (word: string) => Promise<void>;

const listeners = new Set<() => void>();
let release: Releaser | null = null;

const kept = stored(`${PRIVATE_PREFIX}push`, parse);

/** Null when there is none, or only another person's. */
export function readPushRecord(userId: string): PushRecord | null {
  const record = kept.read();
  return record?.userId === userId ? record : null;
}

/** If storage refuses, the server is asked again at the next check. */
export function writePushRecord(record: PushRecord): void {
  kept.write(record);
  announce();
}

export function forgetPushRecord(): void {
  kept.write(null);
  announce();
}

/** Registers the function that tells the server, now or later, that a person has left this phone. */
export function releasePushWith(releaser: Releaser): void {
  release = releaser;
}

/** Tells the server that this phone gets no more pushes for the person. Never rejects. */
export async function releasePush(userId: string): Promise<void> {
  const word = readPushRecord(userId)?.release;
  try {
    if (word) await release?.(word);
  } catch (error) {
    logger.warn('The server was not told that pushes end here', error);
  }
}

/** Calls back after every change in this tab. Returns a function that stops. */
export function onPushRecord(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announce(): void {
  for (const listener of listeners) listener();
}

function parse(value: unknown): PushRecord | null {
  const { userId, endpoint, token, release: word, expiresAt, checkedAt } = fieldsOf(value);
  if (!isText(userId) || !isText(endpoint) || !isText(token)) return null;
  if (typeof expiresAt !== 'number' || typeof checkedAt !== 'number') return null;
  return { userId, endpoint, token, expiresAt, checkedAt, release: isText(word) ? word : null };
}
