/** Finds the authors whose posts are hidden. Posts carry author tags, so the tag of each blocked person is computed. */
import { useEffect, useState } from 'react';
import { logger } from '@/lib/logger';
import { authorTag } from './author-tag';
import { useHidden } from './use-hidden';

type Tags = ReadonlySet<string>;

const NOBODY: Tags = new Set();

/** Tags of the blocked people; null until they are known, so that none of their posts appears for a moment. */
export function useHiddenAuthors(): Tags | null {
  const ids = useHidden();
  const [known, setKnown] = useState<Tags | null>(ids.size === 0 ? NOBODY : null);
  useEffect(() => {
    if (ids.size === 0) return setKnown(NOBODY);
    let left = false;
    Promise.all([...ids].map(authorTag)).then(
      (tags) => {
        if (!left) setKnown(new Set(tags));
      },
      (error: unknown) => {
        logger.warn('Posts of blocked people could not be hidden', error);
        if (!left) setKnown(NOBODY);
      },
    );
    return () => {
      left = true;
    };
  }, [ids]);
  return ids.size === 0 ? NOBODY : known;
}
