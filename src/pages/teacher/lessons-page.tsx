import { LessonAgenda } from '@/features/lessons/components/lesson-agenda';
import { Page } from '@/ui/page';

export default function TeacherLessonsPage() {
  return (
    <Page>
      <LessonAgenda side="teacher" />
    </Page>
  );
}
