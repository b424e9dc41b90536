import { LessonAgenda } from '@/features/lessons/components/lesson-agenda';
import { CardNotes } from '@/features/notebook/components/card-notes';
import { Page } from '@/ui/page';

export default function TeacherLessonsPage() {
  return (
    <Page>
      <LessonAgenda side="teacher" notes={(lesson, other) => <CardNotes lesson={lesson} other={other} />} />
    </Page>
  );
}
