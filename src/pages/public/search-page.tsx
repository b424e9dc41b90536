import { useCallback, useState } from 'react';
import { TeacherSearch } from '@/features/teachers/components/teacher-search';
import type { CornerOf } from '@/features/teachers/schema';
import { later } from '@/ui/later';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';

/** Not in the first bundle: the page is in the entry, and its first results do not wait for hearts. */
const Hearts = later(() => import('@/features/favourites/components/hearts'));

export default function SearchPage() {
  const [corner, setCorner] = useState<CornerOf | null>(null);
  const onCorner = useCallback((next: CornerOf | null) => setCorner(() => next), []);
  return (
    <Page>
      <PageHeading>Encontrar Professores de Dança</PageHeading>
      <TeacherSearch corner={corner} />
      <Hearts onCorner={onCorner} />
    </Page>
  );
}
