import { storedImage } from '@/lib/images';
import { useLowData } from '@/ui/use-low-data';
import { usePictureSource } from '@/ui/use-picture-source';
import type { Sponsor } from '../schema';
import classes from './sponsor-logo.module.css';

const BOX = { width: 240, height: 160 };

/**
 * A sponsor's logo, never cropped. Shows the first letter without a logo, when it cannot be loaded (offline), or to
 * save data.
 */
export function SponsorLogo({ sponsor, className }: { sponsor: Sponsor; className?: string | undefined }) {
  const low = useLowData();
  const { source, onError } = usePictureSource(sponsor.logoUrl, BOX, storedImage);
  return (
    <span className={`${classes.logo} ${className ?? ''}`} aria-hidden="true">
      {source && !low ? (
        <img
          {...source}
          {...BOX}
          alt=""
          loading="lazy"
          decoding="async"
          crossOrigin="anonymous"
          onError={onError}
        />
      ) : (
        <span className={classes.letter}>{Array.from(sponsor.name)[0]?.toLocaleUpperCase('pt-BR')}</span>
      )}
    </span>
  );
}
