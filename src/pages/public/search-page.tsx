import { TeacherSearch } from '@/features/teachers/components/teacher-search';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';

export default function SearchPage() {
  return (
    <Page>
      <PageHeading>Encontrar Professores de Dança</PageHeading>
      <TeacherSearch />
    </Page>
  );
}
