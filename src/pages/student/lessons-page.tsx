import { LessonAgenda } from '@/features/lessons/components/lesson-agenda';
import { CardNotes } from '@/features/notebook/components/card-notes';
import { Page } from '@/ui/page';

export default function StudentLessonsPage() {
  return (
    <Page>
      <LessonAgenda side="student" notes={(lesson, other) => <CardNotes lesson={lesson} other={other} />} />
    </Page>
  );
}
