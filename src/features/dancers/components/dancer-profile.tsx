import type { ReactNode } from 'react';
import { instagramLink } from '@/lib/phone';
import { interestLabels } from '@/ui/interests';
import { InstagramIcon, PinIcon } from '@/ui/more-icons';
import { PageHeading } from '@/ui/page-heading';
import { Ribbon } from '@/ui/ribbon';
import type { Dancer } from '../schema';
import classes from './dancer-profile.module.css';

interface DancerProfileProps {
  dancer: Dancer;
  portrait(dancer: Dancer, className: string | undefined): ReactNode;
  /** Shown inside another page, which has its own heading. */
  isPreview?: boolean;
}

/** Shows exactly the public data of a dancer. */
export function DancerProfile({ dancer, portrait, isPreview = false }: DancerProfileProps) {
  const { name, cityName, dancingSince, styles, bio, interests, extra } = dancer;
  const labels = interestLabels(interests);
  return (
    <article className={classes.profile} data-dancer={dancer.id}>
      <header className={classes.cover}>
        <Ribbon className={classes.ribbon} />
        {portrait(dancer, classes.picture)}
        <div className={classes.title}>
          <p className={classes.kind}>
            {dancingSince ? `Dança desde ${dancingSince}` : 'Faz parte do Danceflix'}
          </p>
          {isPreview ? (
            <h2 className={classes.name}>{name}</h2>
          ) : (
            <PageHeading className={classes.name}>{name}</PageHeading>
          )}
          {cityName ? (
            <p className={classes.place}>
              <PinIcon size={18} />
              {cityName}
            </p>
          ) : null}
        </div>
      </header>
      <div className={classes.body}>
        {bio ? (
          <Section title="Sobre">
            <p className={classes.prose}>{bio}</p>
          </Section>
        ) : null}
        {styles.length > 0 ? (
          <Section title="Estilos que dança">
            <Tags label="Estilos que dança" items={styles} />
          </Section>
        ) : null}
        {labels.length > 0 ? (
          <Section title="O que procura">
            <Tags label="O que procura" items={labels} kind="interest" />
          </Section>
        ) : null}
        {extra ? <Extra {...extra} /> : null}
        {!bio && styles.length === 0 && labels.length === 0 ? (
          <p className={classes.quiet}>{name} ainda não contou nada por aqui.</p>
        ) : null}
      </div>
    </article>
  );
}

function Extra({ story, favouriteSongs, instagram }: NonNullable<Dancer['extra']>) {
  const link = instagramLink(instagram);
  return (
    <>
      {story ? (
        <Section title="Minha história na dança">
          <p className={classes.prose}>{story}</p>
        </Section>
      ) : null}
      {favouriteSongs ? (
        <Section title="Músicas que me tiram da cadeira">
          <p className={classes.prose}>{favouriteSongs}</p>
        </Section>
      ) : null}
      {link ? (
        <a className={classes.instagram} href={link.href} target="_blank" rel="noopener">
          <InstagramIcon />
          <span>
            Instagram <b>{link.handle}</b>
          </span>
        </a>
      ) : null}
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Tags({ label, items, kind }: { label: string; items: string[]; kind?: 'interest' }) {
  return (
    <ul className={classes.tags} aria-label={label}>
      {items.map((item) => (
        <li key={item} className={classes.tag} data-kind={kind}>
          {item}
        </li>
      ))}
    </ul>
  );
}
