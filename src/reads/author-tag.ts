/**
 * Matches posts and events to authors without publishing user ids: they carry a digest of the author's id (app.author_tag), and a
 * client that knows an id computes the same digest.
 */
import { useEffect, useState } from 'react';
import { digestOf } from '@/lib/digest';
import { logger } from '@/lib/logger';

const DIGITS = 32;

export async function authorTag(userId: string): Promise<string> {
  return (await digestOf(userId.toLowerCase())).slice(0, DIGITS);
}

/** The user's tag; null for visitors and until it is computed. A browser without digests never shows posts as own. */
export function useAuthorTag(userId: string | null): string | null {
  const [known, setKnown] = useState<{ userId: string; tag: string } | null>(null);
  useEffect(() => {
    if (userId === null) return undefined;
    let left = false;
    authorTag(userId).then(
      (tag) => {
        if (!left) setKnown({ userId, tag });
      },
      (error: unknown) => logger.info('Author tag could not be computed', error),
    );
    return () => {
      left = true;
    };
  }, [userId]);
  return known !== null && known.userId === userId ? known.tag : null;
}
