/** Whose posts the reader does not want to see. Posts name their authors by a tag, so that of each blocked person is made. */
import { useEffect, useState } from 'react';
import { logger } from '@/lib/logger';
import { useHidden } from '@/reads/use-hidden';
import { authorTag } from './author-tag';

type Tags = ReadonlySet<string>;

const NOBODY: Tags = new Set();

/** Tags of the people whom the reader has blocked; null until they are known, so that no post flashes up. */
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
        logger.warn('Blocked people cannot be told by their posts', error);
        if (!left) setKnown(NOBODY);
      },
    );
    return () => {
      left = true;
    };
  }, [ids]);
  return ids.size === 0 ? NOBODY : known;
}
