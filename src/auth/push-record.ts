/**
 * That this phone receives a person's push notifications, as it was told to the server: kept so that a page knows it
 * without a network, and that a start knows it without loading Firebase. Goes with the sign-out (forget.ts).
 */
import { logger } from '@/lib/logger';
import { fieldsOf, isText, stored } from '@/lib/stored';
import { PRIVATE_PREFIX } from './forget';

export interface PushRecord {
  userId: string;
  endpoint: string;
  token: string;
  /** With this word the phone is taken off the person's, without their token; records before it came have none. */
  release: string | null;
  /** Milliseconds since 1970: when the server lets the token run out, and when it was last asked about it. */
  expiresAt: number;
  checkedAt: number;
}

type Releaser = (word: string) => Promise<void>;

const listeners = new Set<() => void>();
let release: Releaser | null = null;

const kept = stored(`${PRIVATE_PREFIX}push`, parse);

/** Null when there is none, or only somebody else's. */
export function readPushRecord(userId: string): PushRecord | null {
  const record = kept.read();
  return record?.userId === userId ? record : null;
}

/** A storage that refuses costs no more than a question to the server at the next look. */
export function writePushRecord(record: PushRecord): void {
  kept.write(record);
  announce();
}

export function forgetPushRecord(): void {
  kept.write(null);
  announce();
}

/** Who sees to it that the server hears of a phone that its person has left, now or later. */
export function releasePushWith(releaser: Releaser): void {
  release = releaser;
}

/** The person leaves this phone: the server is to know that it is told no more. Never rejects. */
export async function releasePush(userId: string): Promise<void> {
  const word = readPushRecord(userId)?.release;
  try {
    if (word) await release?.(word);
  } catch (error) {
    logger.warn('The server learns of the end of push by the next one', error);
  }
}

/** Calls back after every change in this tab. Returns how to stop. */
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
