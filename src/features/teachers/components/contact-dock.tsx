import { useRef } from 'react';
import { useIdentity } from '@/auth/identity';
import { instagramLink, whatsappLink } from '@/lib/phone';
import { siteAddress } from '@/lib/site';
import { InstagramIcon, RequestsIcon, WhatsappIcon } from '@/ui/icons';
import { LinkButton, OutsideLinkButton } from '@/ui/link-button';
import { ShareButton } from '@/ui/share-button';
import { useReservedHeight } from '@/ui/use-reserved-height';
import type { Teacher } from '../schema';
import classes from './contact-dock.module.css';
import { firstMessage } from './contact-text';
import { teacherPath } from './teacher-path';

/** How to reach the teacher: docked above the bottom bar on phones, beside the profile on large screens. */
export function ContactDock({ teacher }: { teacher: Teacher }) {
  const dock = useRef<HTMLDivElement>(null);
  useReservedHeight(dock, '--dock-height');
  const { identity } = useIdentity();
  // The guard of the page leads visitors to the login and back.
  const asks = !identity || identity.role === 'student';
  const whatsapp = whatsappLink(teacher.whatsapp, firstMessage(teacher.name));
  const instagram = instagramLink(teacher.instagram);
  return (
    <div ref={dock} className={classes.dock}>
      {asks ? (
        <LinkButton
          to={`/student/requests/new?professor=${encodeURIComponent(teacher.slug ?? teacher.id)}`}
          leftSection={<RequestsIcon size={22} />}
        >
          Pedir aula
        </LinkButton>
      ) : null}
      {whatsapp ? (
        <OutsideLinkButton href={whatsapp} leftSection={<WhatsappIcon size={22} />}>
          WhatsApp
        </OutsideLinkButton>
      ) : null}
      {!whatsapp && instagram ? (
        <OutsideLinkButton href={instagram.href} leftSection={<InstagramIcon size={22} />}>
          Instagram
        </OutsideLinkButton>
      ) : null}
      <ShareButton
        title={`${teacher.name} · Danceflix`}
        text={`Conheça ${teacher.name}, que dá aulas particulares de dança.`}
        url={siteAddress(teacherPath(teacher))}
      />
    </div>
  );
}
