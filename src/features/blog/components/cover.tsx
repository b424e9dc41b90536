import { Button } from '@mantine/core';
import { useState } from 'react';
import { Ribbon } from '@/ui/ribbon';
import { useLowData } from '@/ui/use-low-data';
import { usePictureSource } from '@/ui/use-picture-source';
import classes from './cover.module.css';

interface CoverProps {
  /** Null: the ribbon alone. */
  url: string | null;
  alt?: string;
  /** CSS pixels of the widest box it fills, 16:9. */
  width: number;
  /** In sight at once. */
  urgent?: boolean;
  /** While data are spared there is a button for the picture. */
  offered?: boolean;
}

/** A post's picture on the house's colours, which stay when there is none, it cannot be loaded, or to spare data. */
export function Cover({ url, alt = '', width, urgent = false, offered = false }: CoverProps) {
  const low = useLowData();
  const [wanted, setWanted] = useState(false);
  const box = { width, height: Math.round((width * 9) / 16) };
  const { source, onError } = usePictureSource(url, box);
  return (
    <span className={classes.cover}>
      <Ribbon className={classes.ribbon} />
      {url && low && !wanted && offered ? (
        <Button
          className={classes.offer ?? ''}
          variant="white"
          aria-label={`Ver a foto${alt === '' ? ' da capa' : `: ${alt}`}`}
          onClick={() => setWanted(true)}
        >
          Ver a foto
        </Button>
      ) : null}
      {url && source && (!low || wanted) ? (
        <img
          key={url}
          className={classes.picture}
          {...source}
          {...box}
          alt={alt}
          data-wanted={wanted || undefined}
          // Never eager: in a prerendered page that would load it before anybody knows that data are spared.
          loading="lazy"
          fetchPriority={urgent ? 'high' : 'auto'}
          decoding="async"
          crossOrigin="anonymous"
          onError={onError}
        />
      ) : null}
    </span>
  );
}
