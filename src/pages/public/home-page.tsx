import { FaqList } from '@/features/faq/components/faq-list';
import { FAQ, FAQ_ON_HOME, faqData } from '@/features/faq/entries';
import { AreaLinks } from '@/features/landing/components/areas';
import { AllLandings } from '@/features/landing/components/sister-links';
import { hasLanding } from '@/features/landing/places';
import { siteData } from '@/features/landing/structured-data';
import { PromotionCard } from '@/features/supporters/components/promotion-card';
import { SponsorCard } from '@/features/supporters/components/sponsor-card';
import { useCarouselSponsors } from '@/features/supporters/queries';
import type { Sponsor } from '@/features/supporters/schema';
import { useFeaturedTeachers } from '@/features/teachers/card-queries';
import { FeaturedTeachers } from '@/features/teachers/featured/featured-teachers';
import { HeroFaces } from '@/features/teachers/featured/hero-faces';
import Nobody from '@/features/teachers/nobody';
import type { ExtraSlide } from '@/features/teachers/schema';
import { HeroSearch } from '@/features/teachers/search/hero-search';
import { NO_FILTERS } from '@/features/teachers/search/search-url';
import { StyleChips } from '@/features/teachers/search/style-chips';
import { useMyCity } from '@/reads/my-city';
import { useAreas } from '@/reads/use-areas';
import { useNobody } from '@/reads/use-nobody';
import { OfflineIcon, SearchIcon, StarIcon, VerifiedIcon } from '@/ui/icons';
import { JsonLd } from '@/ui/json-ld';
import { later } from '@/ui/later';
import { LinkButton } from '@/ui/link-button';
import { CalendarIcon, WalletIcon } from '@/ui/more-icons';
import { Page } from '@/ui/page';
import { PageHead } from '@/ui/page-head';
import { PageHeading } from '@/ui/page-heading';
import { Ribbon } from '@/ui/ribbon';
import AlertOffer from './alert-offer';
import classes from './home-page.module.css';
import { useHearts } from './use-hearts';

const TalkQuestion = later(() => import('@/features/teachers/profile/talk-question'));

const STEPS = [
  {
    icon: SearchIcon,
    title: 'Encontre quem ensina',
    text: 'Busque por estilo e cidade, ou conte o que você quer e receba uma indicação.',
  },
  {
    icon: CalendarIcon,
    title: 'Combine direto',
    text: 'Fale com o professor e acertem dia, lugar e valor. Ninguém cobra comissão.',
  },
  {
    icon: StarIcon,
    title: 'Dance e conte como foi',
    text: 'Sua avaliação ajuda quem está começando a escolher também.',
  },
] as const;

const VERIFIED = {
  icon: VerifiedIcon,
  title: 'Professores verificados',
  text: 'Cada perfil é aprovado pela nossa equipe.',
} as const;

const PROMISES = [
  { icon: WalletIcon, title: 'Sem taxa', text: 'Você combina e paga a aula direto com o professor.' },
  {
    icon: OfflineIcon,
    title: 'Também sem internet',
    text: 'O que você já abriu uma vez continua no seu aparelho.',
  },
] as const;

/** The page's description while there is nobody to find. */
const WITHOUT_TEACHERS =
  'Aulas particulares de dança, combinadas e pagas direto com o professor, sem taxa. O site abre também sem internet.';

const FIRST_QUESTIONS = FAQ.slice(0, FAQ_ON_HOME);

const PROMOTION: ExtraSlide = { key: 'promotion', name: 'Apoie o Danceflix', card: <PromotionCard /> };

const slideOf = (sponsor: Sponsor): ExtraSlide => ({
  key: sponsor.id,
  name: `Patrocinado: ${sponsor.name}`,
  card: <SponsorCard sponsor={sponsor} />,
});

export default function HomePage() {
  const { corner, hearts } = useHearts();
  const sponsors = useCarouselSponsors();
  const { name: city } = useMyCity();
  const featured = useFeaturedTeachers(city);
  const nobody = useNobody();
  return (
    <>
      <PageHead
        title="Encontre seu professor de dança"
        description={nobody ? WITHOUT_TEACHERS : null}
        path="/"
      />
      <JsonLd data={siteData()} />
      <JsonLd data={faqData(FIRST_QUESTIONS)} />
      <section className={classes.hero} aria-label="Buscar professores">
        <Ribbon className={classes.ribbon} />
        <div className={classes.heroInner}>
          <PageHeading className={classes.heading}>Seu próximo passo começa com um bom professor</PageHeading>
          <p className={classes.lead}>
            {nobody
              ? 'Aulas particulares de dança, combinadas direto com quem ensina.'
              : 'Aulas particulares de dança perto de você.'}
          </p>
          <HeroSearch />
          {nobody ? null : (
            <LinkButton to="/encontrar-professor" variant="white">
              Receber uma indicação
            </LinkButton>
          )}
          <HeroFaces teachers={featured.data} />
        </div>
      </section>
      <Page>
        <TalkQuestion />
        {nobody ? null : <StyleChips />}
        {nobody ? (
          <Nobody
            style=""
            city={city ?? ''}
            alert={<AlertOffer sought={{ ...NO_FILTERS, city: city ?? '' }} isEmpty />}
          />
        ) : (
          <FeaturedTeachers
            featured={featured}
            after={[...sponsors.map(slideOf), PROMOTION]}
            corner={corner}
          />
        )}
        {hearts}
        <section className={classes.how} aria-labelledby="como-funciona">
          <h2 id="como-funciona">Como funciona</h2>
          <ol className={classes.steps}>
            {STEPS.map(({ icon: Icon, title, text }, index) => (
              <li key={title} className={classes.step}>
                <span className={classes.stepIcon} data-step={index + 1}>
                  <Icon size={26} />
                </span>
                <div>
                  <h3 className={classes.stepTitle}>{title}</h3>
                  <p>{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </section>
        <ul className={classes.promises}>
          {(nobody ? PROMISES : [VERIFIED, ...PROMISES]).map(({ icon: Icon, title, text }) => (
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
        {nobody ? null : (
          <section className={classes.section} aria-labelledby="na-sua-cidade">
            <h2 id="na-sua-cidade">Dance na sua cidade</h2>
            <AllLandings />
            <MoreAreas />
          </section>
        )}
        <section className={classes.section} aria-labelledby="duvidas">
          <h2 id="duvidas">Dúvidas frequentes</h2>
          <FaqList entries={FIRST_QUESTIONS} level={3} />
          <div>
            <LinkButton to="/duvidas" variant="outline">
              Ver todas as dúvidas
            </LinkButton>
          </div>
        </section>
      </Page>
    </>
  );
}

/** Where else lessons are given, from who teaches today. */
function MoreAreas() {
  const areas = useAreas('home')
    .map(({ city, styles }) => ({ city, styles: styles.filter((one) => !hasLanding(one.style, city)) }))
    .filter(({ styles }) => styles.length > 0);
  return (
    <>
      {areas.length > 0 ? <AreaLinks areas={areas} label="Mais estilos por cidade" /> : null}
      <div>
        <LinkButton to="/aulas" variant="outline">
          Ver todas as cidades
        </LinkButton>
      </div>
    </>
  );
}
