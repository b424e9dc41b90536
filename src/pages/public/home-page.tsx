import { useCallback, useState } from 'react';
import { FeaturedTeachers } from '@/features/teachers/components/featured-teachers';
import { HeroSearch } from '@/features/teachers/components/hero-search';
import { StyleChips } from '@/features/teachers/components/style-chips';
import type { CornerOf } from '@/features/teachers/schema';
import { OfflineIcon } from '@/ui/icons/offline-icon';
import { VerifiedIcon } from '@/ui/icons/verified-icon';
import { WalletIcon } from '@/ui/icons/wallet-icon';
import { useHasPage } from '@/ui/known-paths';
import { later } from '@/ui/later';
import { LinkButton } from '@/ui/link-button';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';
import { Ribbon } from '@/ui/ribbon';
import classes from './home-page.module.css';

const Hearts = later(() => import('@/features/favourites/components/hearts'));

const PROMISES = [
  { icon: VerifiedIcon, title: 'Professores verificados', text: 'Cada perfil é aprovado pela nossa equipe.' },
  { icon: WalletIcon, title: 'Sem taxa', text: 'Você combina e paga a aula direto com o professor.' },
  {
    icon: OfflineIcon,
    title: 'Também sem internet',
    text: 'O que você já abriu uma vez continua no seu aparelho.',
  },
] as const;

export default function HomePage() {
  const matching = useHasPage('/encontrar-professor');
  const [corner, setCorner] = useState<CornerOf | null>(null);
  const onCorner = useCallback((next: CornerOf | null) => setCorner(() => next), []);
  return (
    <>
      <section className={classes.hero} aria-label="Buscar professores">
        <Ribbon className={classes.ribbon} />
        <div className={classes.heroInner}>
          <PageHeading className={classes.heading}>Seu próximo passo começa com um bom professor</PageHeading>
          <p className={classes.lead}>Aulas particulares de dança perto de você.</p>
          <HeroSearch />
          {matching ? (
            <LinkButton to="/encontrar-professor" variant="white">
              Receber uma indicação
            </LinkButton>
          ) : null}
        </div>
      </section>
      <Page>
        <StyleChips />
        <FeaturedTeachers corner={corner} />
        <Hearts onCorner={onCorner} />
        <ul className={classes.promises}>
          {PROMISES.map(({ icon: Icon, title, text }) => (
            <li key={title} className={classes.promise}>
              <span className={classes.promiseIcon}>
                <Icon size={24} />
              </span>
              <div>
                <h2 className={classes.promiseTitle}>{title}</h2>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </Page>
    </>
  );
}
