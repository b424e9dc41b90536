import { FavouriteList } from '@/features/favourites/components/favourite-list';
import { useCardsOf } from '@/features/teachers/card-queries';
import { TeacherGrid } from '@/features/teachers/cards/teacher-grid';
import { Page } from '@/ui/page';

export default function FavouritesPage() {
  return (
    <Page>
      <FavouriteList
        useCards={useCardsOf}
        grid={(teachers, corner) => <TeacherGrid teachers={teachers} corner={corner} />}
      />
    </Page>
  );
}
