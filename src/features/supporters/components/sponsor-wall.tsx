import { useState } from 'react';
import { Link } from 'react-router-dom';
import { storedAddress } from '@/lib/images';
import { useHasPage } from '@/ui/known-paths';
import { useLowData } from '@/ui/use-low-data';
import { inReais } from '../amount';
import type { SponsorsByTier } from '../queries';
import type { Sponsor, SponsorTierInfo } from '../schema';
import { Slots } from './slots';
import classes from './sponsor-wall.module.css';

/** Everybody who sponsors, tier by tier, the highest first, and what is still free. */
export function SponsorWall({ tiers }: { tiers: SponsorsByTier['tiers'] }) {
  return tiers.map(({ info, sponsors }) => (
    <section key={info.id} className={classes.tier} aria-labelledby={`patrocinio-${info.tier}`}>
      <div className={classes.head}>
        <h2 id={`patrocinio-${info.tier}`} className={classes.title} data-tier={info.tier}>
          {info.name}
        </h2>
        <Slots info={info} />
      </div>
      <ul className={classes.sponsors} data-tier={info.tier}>
        {sponsors.map((sponsor) => (
          <li key={sponsor.id} className={classes.sponsor}>
            <Logo sponsor={sponsor} />
            <div className={classes.words}>
              <h3 className={classes.name}>{sponsor.name}</h3>
              {sponsor.tagline ? <p className={classes.tagline}>{sponsor.tagline}</p> : null}
              {sponsor.url ? (
                <a
                  className={classes.visit}
                  href={sponsor.url}
                  target="_blank"
                  rel="noopener sponsored"
                  aria-label={`Visitar o site de ${sponsor.name}`}
                >
                  Visitar o site
                </a>
              ) : null}
            </div>
          </li>
        ))}
        {info.free > 0 ? <FreePlace info={info} /> : null}
      </ul>
    </section>
  ));
}

/** As it is stored: a logo is never cut. Its first letter without one, when it cannot be loaded, or to spare data. */
function Logo({ sponsor }: { sponsor: Sponsor }) {
  const low = useLowData();
  const [failed, setFailed] = useState(false);
  return (
    <span className={classes.logo} aria-hidden="true">
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

function FreePlace({ info }: { info: SponsorTierInfo }) {
  const campaign = useHasPage('/campanha');
  return (
    <li className={classes.free}>
      <p className={classes.freeTitle}>
        {info.free === 1
          ? 'Um lugar livre para a sua marca'
          : `${info.free} lugares livres para marcas como a sua`}
      </p>
      <p>{inReais(info.amount)} por mês</p>
      {campaign ? (
        <Link to="/campanha" aria-label={`Conhecer o patrocínio ${info.name}`}>
          Conhecer o patrocínio
        </Link>
      ) : null}
    </li>
  );
}
