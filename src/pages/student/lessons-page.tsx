import { LessonAgenda } from '@/features/lessons/components/lesson-agenda';
import { Page } from '@/ui/page';

export default function StudentLessonsPage() {
  return (
    <Page>
      <LessonAgenda side="student" />
    </Page>
  );
}
