import { spokenStart } from '@/db/words/lesson-words';
import { firstName } from '@/lib/text';
import { PersonContact } from '@/ui/contact/person-contact';
import type { ShownLesson } from '../lesson-overlay';
import { isAgreed, type ShownRequest } from '../overlay';
import { otherName } from '../texts';

interface LessonContactProps {
  /** A confirmed lesson. */
  lesson: ShownLesson;
  requests: readonly ShownRequest[];
}

/** Opens the conversation with the other person, about this lesson; nothing where they gave no WhatsApp. */
export function LessonContact({ lesson, requests }: LessonContactProps) {
  const request = requests.find(({ id }) => id === lesson.request_id);
  if (!request || !isAgreed(request) || !lesson.agreed) return null;
  const other = firstName(otherName(request));
  const text = `Oi, ${other}! Sobre nossa aula de ${spokenStart(lesson.agreed.starts_local)}: `;
  return (
    <PersonContact
      teacherId={request.side === 'student' ? request.teacher_id : null}
      phone={request.other_whatsapp}
      text={text}
      variant="outline"
    />
  );
}
