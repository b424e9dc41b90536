import { Button } from '@mantine/core';
import classes from './picture-offer.module.css';

/** In the place of a picture that is left out to spare data: what it shows, and the way to it. */
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
