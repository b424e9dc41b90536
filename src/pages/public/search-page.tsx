import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { FREE_TEXT } from '@/features/teachers/search/search-url';
import { TeacherSearch } from '@/features/teachers/search/teacher-search';
import { drawnOptional } from '@/ui/later';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';
import { alertOf } from './alert-of';
import classes from './search-page.module.css';
import { useHearts } from './use-hearts';

/** Seldom: only after the home page's form was sent before scripts had loaded. */
const FreeText = drawnOptional(() => import('@/features/teachers/search/free-text'));

export default function SearchPage() {
  const { corner, hearts } = useHearts();
  const { search } = useLocation();
  return (
    <Page>
      <PageHeading className={classes.heading}>Encontrar Professores de Dança</PageHeading>
      <TeacherSearch corner={corner} alertOf={alertOf} />
      {hearts}
      {search.includes(`${FREE_TEXT}=`) ? (
        <Suspense fallback={null}>
          <FreeText />
        </Suspense>
      ) : null}
    </Page>
  );
}
