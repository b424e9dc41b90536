import type { ComponentType } from 'react';
import { LessonAgenda } from '@/features/lessons/components/lesson-agenda';
import { RequestList } from '@/features/lessons/components/request-list';
import { CardNotes } from '@/features/notebook/components/card-notes';
import { Portrait } from '@/features/teachers/cards/portrait';
import type { Path } from '@/lib/paths';
import { Page } from '@/ui/page';

const BOX = { width: 56, height: 56 };

function Lessons() {
  return (
    <Page>
      <LessonAgenda side="teacher" notes={(lesson, other) => <CardNotes lesson={lesson} other={other} />} />
    </Page>
  );
}

function Requests() {
  return (
    <Page>
      <RequestList side="teacher" portrait={(person) => <Portrait {...person} box={BOX} />} />
    </Page>
  );
}

export const PAGES = {
  '/teacher/lessons': Lessons,
  '/teacher/requests': Requests,
} as const satisfies Partial<Record<Path, ComponentType>>;
