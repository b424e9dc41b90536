import { Button } from '@mantine/core';
import classes from './picture-offer.module.css';

/** Replaces a picture that is left out to save data: its description, and a button that loads it. */
export function PictureOffer({ alt, onAccept }: { alt: string; onAccept(): void }) {
  return (
    <div className={classes.offer}>
      {alt === '' ? null : <p>{alt}</p>}
      <Button variant="outline" aria-label={`Ver a foto${alt === '' ? '' : `: ${alt}`}`} onClick={onAccept}>
        Ver a foto
      </Button>
    </div>
  );
}
