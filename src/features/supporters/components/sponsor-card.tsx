import { useId } from 'react';
import { LinkButton, OutsideLinkButton } from '@/ui/link-button';
import type { Sponsor } from '../schema';
import classes from './sponsor-card.module.css';
import { SponsorLogo } from './sponsor-logo';

const ALL = '/patrocinadores';

/** A gold sponsor's card in the home carousel, labelled as advertising. */
export function SponsorCard({ sponsor }: { sponsor: Sponsor }) {
  const titleId = useId();
  const { name, tagline, url } = sponsor;
  return (
    <section className={classes.card} aria-labelledby={titleId}>
      <SponsorLogo sponsor={sponsor} className={classes.logo} />
      <div className={classes.body}>
        <p className={classes.mark}>Patrocinado</p>
        <h3 className={classes.name} id={titleId}>
          {name}
        </h3>
        {tagline ? <p className={classes.tagline}>{tagline}</p> : null}
      </div>
      <Way url={url} name={name} />
    </section>
  );
}

function Way({ url, name }: { url: string | null; name: string }) {
  if (url !== null) {
    return (
      <OutsideLinkButton
        href={url}
        sponsored
        variant="outline"
        className={classes.open ?? ''}
        aria-label={`Visitar o site de ${name}`}
      >
        Visitar o site
      </OutsideLinkButton>
    );
  }
  return (
    <LinkButton to={ALL} variant="outline" className={classes.open ?? ''}>
      Ver patrocinadores
    </LinkButton>
  );
}
