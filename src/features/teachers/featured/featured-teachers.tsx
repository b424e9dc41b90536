import { useMemo, useRef } from 'react';
import type { Catalog } from '@/db/memory/catalog';
import { inPlace } from '@/lib/portuguese';
import { useMyCity } from '@/reads/my-city';
import { useCatalog } from '@/reads/use-catalog';
import { Link } from '@/ui/link';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { useLinkClicks } from '@/ui/use-link-clicks';
import { VisuallyHidden } from '@/ui/visually-hidden';
import type { Cards } from '../card-queries';
import type { CornerOf, ExtraSlide } from '../schema';
import { lastStyle } from '../search/last-search';
import { NO_FILTERS, queryWithFilters } from '../search/search-url';
import { countLocally } from '../search-local';
import { FeaturedCardSkeleton } from './featured-card';
import { FeaturedCarousel } from './featured-carousel';
import classes from './featured-teachers.module.css';

interface FeaturedTeachersProps {
  featured: Cards;
  /** Slides after the teachers. */
  after?: readonly ExtraSlide[];
  corner?: CornerOf | null;
}

export function FeaturedTeachers({ featured, after = [], corner = null }: FeaturedTeachersProps) {
  const around = useRef<HTMLDivElement>(null);
  useLinkClicks(around);
  return (
    <div ref={around} className={classes.featured}>
      <div className={classes.head}>
        <h2>Professores em destaque</h2>
        <Link className={classes.all} to="/search">
          Ver Todos
        </Link>
        <p className={classes.near}>
          <NearLine />
        </p>
      </div>
      <Slides featured={featured} after={after} corner={corner} />
    </div>
  );
}

function Slides({ featured, after, corner }: Required<FeaturedTeachersProps>) {
  const { status, data: teachers } = featured;
  if (teachers.length > 0) return <FeaturedCarousel teachers={teachers} after={after} corner={corner} />;
  if (status === 'loading') return <Skeletons />;
  return (
    <Notice
      title={
        status === 'failed'
          ? 'Não foi possível carregar os destaques'
          : 'Ainda não há professores em destaque'
      }
      text={
        status === 'failed'
          ? 'Confira sua conexão. A busca mostra o que já está salvo neste aparelho.'
          : 'Procure na busca, por estilo e cidade.'
      }
      action={
        <LinkButton to="/search" variant="outline">
          Ir para a busca
        </LinkButton>
      }
    />
  );
}

/** '2 professores de zouk em Vitória'; as high without a city, so that nothing moves when it appears. */
function NearLine() {
  const { name: city } = useMyCity();
  const catalog = useCatalog();
  const near = useMemo(
    () => (city === null || catalog.phase !== 'complete' ? null : nearestTo(catalog, city, lastStyle())),
    [catalog, city],
  );
  if (city === null) return 'De todas as cidades, outros a cada dia';
  if (near === null) return `Primeiro os de ${city}`;
  if (near.count === 0) return `Ainda não há professores ${inPlace(city)}`;
  const search = queryWithFilters('', { ...NO_FILTERS, style: near.style, city });
  const teachers = near.count === 1 ? '1 professor' : `${near.count} professores`;
  return (
    <Link to={{ pathname: '/search', search }}>
      {near.style === ''
        ? `${teachers} ${inPlace(city)}`
        : `${teachers} de ${near.style.toLowerCase()} ${inPlace(city)}`}
    </Link>
  );
}

/** The count for the style searched last, where the city has it, else for all styles. */
function nearestTo(catalog: Catalog, city: string, style: string): { style: string; count: number } {
  const ofStyle = style === '' ? 0 : countLocally(catalog, { style, city });
  return ofStyle > 0
    ? { style, count: ofStyle }
    : { style: '', count: countLocally(catalog, { style: '', city }) };
}

function Skeletons() {
  return (
    <div className={classes.skeletons} aria-busy="true">
      <VisuallyHidden>Carregando professores em destaque…</VisuallyHidden>
      <FeaturedCardSkeleton />
      <FeaturedCardSkeleton />
      <FeaturedCardSkeleton />
    </div>
  );
}
