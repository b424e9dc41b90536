import { Button } from '@mantine/core';
import { useState } from 'react';
import { Ribbon } from '@/ui/ribbon';
import { useLowData } from '@/ui/use-low-data';
import { usePictureSource } from '@/ui/use-picture-source';
import classes from './cover.module.css';

interface CoverProps {
  /** Address of the picture; null shows the ribbon alone. */
  url: string | null;
  alt?: string;
  /** Largest width of the 16:9 box, in CSS pixels. */
  width: number;
  /** Whether the picture is visible without scrolling. */
  urgent?: boolean;
  /** Whether a button offers to load the picture in data-saving mode. */
  offered?: boolean;
}

/** A post's picture on a background in the site's colours, which remains when no picture is loaded. */
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
          // Never eager: a prerendered page would load the picture before the data-saving mode is known.
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
