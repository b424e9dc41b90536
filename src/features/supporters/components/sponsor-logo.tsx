import { useEffect, useState } from 'react';
import { storedAddress } from '@/lib/images';
import { useLowData } from '@/ui/use-low-data';
import type { Sponsor } from '../schema';
import classes from './sponsor-logo.module.css';

/**
 * As it is stored: a logo is never cut. The sponsor's first letter without one, when it cannot be loaded (offline), or
 * to spare data.
 */
export function SponsorLogo({ sponsor, className }: { sponsor: Sponsor; className?: string | undefined }) {
  const low = useLowData();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!failed) return undefined;
    const again = () => setFailed(false);
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [failed]);
  return (
    <span className={`${classes.logo} ${className ?? ''}`} aria-hidden="true">
      {sponsor.logoUrl && !failed && !low ? (
        <img
          src={storedAddress(sponsor.logoUrl)}
          alt=""
          width={240}
          height={160}
          loading="lazy"
          decoding="async"
          crossOrigin="anonymous"
          onError={() => setFailed(true)}
        />
      ) : (
        <span className={classes.letter}>{Array.from(sponsor.name)[0]?.toLocaleUpperCase('pt-BR')}</span>
      )}
    </span>
  );
}
