import { useEffect, useState } from 'react';
import { type ImageBox, imageSources, imageUrl, type PictureSource } from '@/lib/images';

interface Picture {
  /** Null without a picture, and when none of its files can be loaded. */
  source: PictureSource | null;
  onError(): void;
}

/**
 * Chooses the file of a picture: the next one when one does not load, and the first again once the network is back.
 * `address`: imageUrl, or storedImage for whole pictures, of which a stored size is taken.
 */
export function usePictureSource(path: string | null, box: ImageBox, address = imageUrl): Picture {
  const [failed, setFailed] = useState<{ path: string; times: number } | null>(null);
  useEffect(() => {
    if (failed === null) return undefined;
    const again = () => setFailed(null);
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [failed]);
  const times = failed?.path === path ? failed.times : 0;
  return {
    source: path ? (imageSources(path, box, address)[times] ?? null) : null,
    onError: () => {
      if (path) setFailed({ path, times: times + 1 });
    },
  };
}
