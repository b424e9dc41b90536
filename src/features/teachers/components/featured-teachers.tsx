import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { VisuallyHidden } from '@/ui/visually-hidden';
import { useFeaturedTeachers } from '../queries';
import { FeaturedCardSkeleton } from './featured-card';
import classes from './featured-teachers.module.css';

const FeaturedCarousel = lazy(() => import('./featured-carousel'));

/** The carousel of the home page; `last` is its last slide. */
export function FeaturedTeachers({ last }: { last?: ReactNode }) {
  return (
    <div className={classes.featured}>
      <div className={classes.head}>
        <h2>Professores em destaque</h2>
        <Link className={classes.all} to="/search">
          Ver Todos
        </Link>
      </div>
      <Slides last={last} />
    </div>
  );
}

function Slides({ last }: { last: ReactNode }) {
  const { status, teachers } = useFeaturedTeachers();
  if (teachers.length > 0) {
    return (
      <Suspense fallback={<Skeletons />}>
        <FeaturedCarousel teachers={teachers} last={last} />
      </Suspense>
    );
  }
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
