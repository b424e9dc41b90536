import { TeacherSearch } from '@/features/teachers/search/teacher-search';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';
import { alertOf } from './alert-of';
import classes from './search-page.module.css';
import { useHearts } from './use-hearts';

export default function SearchPage() {
  const { corner, hearts } = useHearts();
  return (
    <Page>
      <PageHeading className={classes.heading}>Encontrar Professores de Dança</PageHeading>
      <TeacherSearch corner={corner} alertOf={alertOf} />
      {hearts}
    </Page>
  );
}
