import { spokenStart } from '@/db/lesson-words';
import { whatsappLink } from '@/lib/phone';
import { firstName } from '@/lib/text';
import { OutsideLinkButton } from '@/ui/link-button';
import { WhatsappIcon } from '@/ui/more-icons';
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
  const link = whatsappLink(request.other_whatsapp, text);
  if (!link) return null;
  return (
    <OutsideLinkButton href={link} variant="outline" leftSection={<WhatsappIcon size={22} />}>
      Abrir WhatsApp
    </OutsideLinkButton>
  );
}
