import { useRef } from 'react';
import { useIdentity } from '@/auth/identity';
import { instagramLink, whatsappLink } from '@/lib/phone';
import { InstagramIcon, RequestsIcon, WhatsappIcon } from '@/ui/icons';
import { LinkButton, OutsideLinkButton } from '@/ui/link-button';
import { useReservedHeight } from '@/ui/use-reserved-height';
import type { Teacher } from '../schema';
import classes from './contact-dock.module.css';
import { firstMessage } from './contact-text';

/** Contact with the teacher: docked at the bottom on phones, beside the profile on large screens. */
export function ContactDock({ teacher }: { teacher: Teacher }) {
  const dock = useRef<HTMLDivElement>(null);
  useReservedHeight(dock, '--dock-height');
  const { identity } = useIdentity();
  // Visitors see the button too: they fill the request before they have an account.
  const asks = !identity || identity.role === 'student';
  const whatsapp = whatsappLink(teacher.whatsapp, firstMessage(teacher.name));
  const instagram = instagramLink(teacher.instagram);
  return (
    <div ref={dock} className={classes.dock}>
      {whatsapp ? (
        <OutsideLinkButton
          href={whatsapp}
          variant={asks ? 'outline' : 'filled'}
          leftSection={<WhatsappIcon size={22} />}
        >
          WhatsApp
        </OutsideLinkButton>
      ) : null}
      {!whatsapp && instagram ? (
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
