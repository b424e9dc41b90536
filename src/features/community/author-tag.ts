/**
 * Which posts are whose, without publishing ids: the server gives each author a digest of the id (app.author_tag), and
 * who knows an id makes the same of it.
 */
import { useEffect, useState } from 'react';
import { logger } from '@/lib/logger';

const DIGITS = 32;

export async function authorTag(userId: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(userId.toLowerCase()));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.slice(0, DIGITS);
}

/** Null for visitors, and until it is known. Where the browser has no digests nothing is marked as the own. */
export function useAuthorTag(userId: string | null): string | null {
  const [known, setKnown] = useState<{ userId: string; tag: string } | null>(null);
  useEffect(() => {
    if (userId === null) return undefined;
    let left = false;
    authorTag(userId).then(
      (tag) => {
        if (!left) setKnown({ userId, tag });
      },
      (error: unknown) => logger.info('No tag', error),
    );
    return () => {
      left = true;
    };
  }, [userId]);
  return known !== null && known.userId === userId ? known.tag : null;
}
