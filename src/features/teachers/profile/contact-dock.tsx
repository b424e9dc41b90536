import { useEffect, useRef, useState } from 'react';
import { useIdentity } from '@/auth/identity';
import { hasWhatsapp, instagramLink } from '@/lib/phone';
import { PersonContact } from '@/ui/contact/person-contact';
import { RequestsIcon } from '@/ui/icons';
import { LinkButton, OutsideLinkButton } from '@/ui/link-button';
import { InstagramIcon } from '@/ui/more-icons';
import { useReservedHeight } from '@/ui/use-reserved-height';
import type { Teacher } from '../schema';
import { lastFilters } from '../search/search-for';
import { keepTalk } from '../talks';
import classes from './contact-dock.module.css';
import { firstMessage, NOTHING_SOUGHT, type Sought } from './contact-text';

interface ContactDockProps {
  teacher: Teacher;
  /** The person's wishes, kept on this phone; null in a preview. */
  sought: ((styles: readonly string[]) => Sought) | null;
}

/** Contact with the teacher: docked at the bottom on phones, beside the profile on large screens. */
export function ContactDock({ teacher, sought: readSought }: ContactDockProps) {
  const dock = useRef<HTMLDivElement>(null);
  useReservedHeight(dock, '--dock-height');
  const { identity } = useIdentity();
  // Visitors see the button too: they fill the request before they have an account.
  const asks = !identity || identity.role === 'student';
  const isOwn = readSought !== null && identity?.userId === teacher.id;
  // After the first render, since a prerendered page is the same for everybody.
  const [sought, setSought] = useState(NOTHING_SOUGHT);
  const { id, slug, name, styles } = teacher;
  useEffect(() => {
    if (readSought) setSought(readSought(styles));
  }, [readSought, styles]);
  const instagram = instagramLink(teacher.instagram);
  if (isOwn) {
    return (
      <div ref={dock} className={classes.dock}>
        <LinkButton to="/teacher/profile">Editar meu perfil</LinkButton>
      </div>
    );
  }
  return (
    <div ref={dock} className={classes.dock}>
      <PersonContact
        teacherId={id}
        phone={teacher.whatsapp}
        text={firstMessage(name, sought)}
        label="WhatsApp"
        variant={asks ? 'outline' : 'filled'}
        onOpen={() => {
          const { style, when } = sought;
          if (readSought)
            keepTalk({ teacherId: id, slug, name, style, when, city: lastFilters().city }, Date.now());
        }}
      />
      {!hasWhatsapp(teacher.whatsapp) && instagram ? (
        <OutsideLinkButton
          href={instagram.href}
          variant={asks ? 'outline' : 'filled'}
          leftSection={<InstagramIcon size={22} />}
        >
          Instagram
        </OutsideLinkButton>
      ) : null}
      {asks ? (
        <LinkButton
          to={`/student/requests/new?professor=${encodeURIComponent(teacher.slug ?? teacher.id)}`}
          leftSection={<RequestsIcon size={22} />}
        >
          Pedir aula
        </LinkButton>
      ) : null}
    </div>
  );
}
