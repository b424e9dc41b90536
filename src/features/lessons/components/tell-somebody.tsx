import { chatShareLink } from '@/lib/phone';
import { useStyleNames } from '@/reads/use-names';
import { OutsideLinkButton } from '@/ui/link-button';
import { ShareIcon } from '@/ui/more-icons';
import { useNow } from '@/ui/use-now';
import type { ShownRequest } from '../overlay';
import { useTeacherAddress, useTellableLesson } from '../queries';
import { tellingText } from '../telling';
import { otherName } from '../texts';
import classes from './requests.module.css';

/** 'Avisar alguém': opens WhatsApp with lesson, place and the teacher's page written. Works from the phone's own rows. */
export function TellSomebody({ request }: { request: ShownRequest }) {
  const { side, teacher_id, dance_style_id } = request;
  const lesson = useTellableLesson(request.id, useNow());
  const address = useTeacherAddress(teacher_id);
  const style = useStyleNames()(dance_style_id) ?? 'dança';
  const text = tellingText({
    side,
    other: otherName(request),
    style,
    lesson,
    address: side === 'student' ? address : null,
  });
  return (
    <OutsideLinkButton
      className={classes.act ?? ''}
      href={chatShareLink(text)}
      variant="outline"
      leftSection={<ShareIcon size={20} />}
    >
      Avisar alguém
    </OutsideLinkButton>
  );
}
