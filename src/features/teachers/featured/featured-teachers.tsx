import { useRef } from 'react';
import { Link } from '@/ui/link';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { useLinkClicks } from '@/ui/use-link-clicks';
import { VisuallyHidden } from '@/ui/visually-hidden';
import type { Cards } from '../queries';
import type { CornerOf, ExtraSlide } from '../schema';
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
          : 'Todos os professores estão na busca.'
      }
      action={
        <LinkButton to="/search" variant="outline">
          Ir para a busca
        </LinkButton>
      }
    />
  );
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
