import { useEffect, useState } from 'react';
import { imageSrcSet, imageUrl } from '@/lib/images';
import { Ribbon } from '@/ui/ribbon';
import classes from './cover.module.css';

interface CoverProps {
  /** Null: the ribbon alone. */
  url: string | null;
  alt?: string;
  /** CSS pixels of the widest box it fills, 16:9. */
  width: number;
  eager?: boolean;
}

/** A post's picture on the house's colours, which stay when there is none or it cannot be loaded. */
export function Cover({ url, alt = '', width, eager = false }: CoverProps) {
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    if (failed === null) return undefined;
    const again = () => setFailed(null);
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [failed]);
  const box = { width, height: Math.round((width * 9) / 16) };
  return (
    <span className={classes.cover}>
      <Ribbon className={classes.ribbon} />
      {url && failed !== url ? (
        <img
          key={url}
          className={classes.picture}
          src={imageUrl(url, box)}
          srcSet={imageSrcSet(url, box)}
          {...box}
          alt={alt}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
          crossOrigin="anonymous"
          onError={() => setFailed(url)}
        />
      ) : null}
    </span>
  );
}
