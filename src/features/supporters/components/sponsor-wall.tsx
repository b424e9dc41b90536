import { Link } from '@/ui/link';
import { inReais } from '../amount';
import type { SponsorsByTier } from '../queries';
import type { SponsorTierInfo } from '../schema';
import { Slots } from './slots';
import { SponsorLogo } from './sponsor-logo';
import classes from './sponsor-wall.module.css';

/** All sponsors by tier, the highest first, with the free slots. */
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
            <SponsorLogo sponsor={sponsor} className={classes.logo} />
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

function FreePlace({ info }: { info: SponsorTierInfo }) {
  return (
    <li className={classes.free}>
      <p className={classes.freeTitle}>
        {info.free === 1
          ? 'Um lugar livre para a sua marca'
          : `${info.free} lugares livres para marcas como a sua`}
      </p>
      <p>{inReais(info.amount)} por mês</p>
      <Link to="/campanha" aria-label={`Conhecer o patrocínio ${info.name}`}>
        Conhecer o patrocínio
      </Link>
    </li>
  );
}
