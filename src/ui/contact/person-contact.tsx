import { type MouseEvent, type ReactNode, useState } from 'react';
import { whatsappLink } from '@/lib/phone';
import { stored, textsOf } from '@/lib/stored';
import { OutsideLinkButton } from '../link-button';
import { WhatsappIcon } from '../more-icons';
import { onDemand } from '../on-demand';
import classes from './contact.module.css';

const [AdviceSheet, usePreparedSheet] = onDemand(() => import('./advice-sheet'));

interface PersonContactProps {
  /** The teacher whom the advice is about; null where a teacher writes to a student, or where the advice stands beside. */
  teacherId: string | null;
  /** The stored WhatsApp number; without a usable one there is no link to it. */
  phone: string | null;
  email?: string | null;
  /** The first message, already typed. */
  text: string;
  label?: string;
  variant?: 'filled' | 'outline';
  className?: string;
  /** A link was followed, after the advice. */
  onOpen?(): void;
  /** Another way, below the links in the advice. */
  more?: ReactNode;
}

/**
 * The one way from a screen to a person's WhatsApp or e-mail. The first press for a teacher opens the advice before the
 * first meeting, with the same links in it; later ones lead there at once.
 */
export function PersonContact({
  teacherId,
  phone,
  email = null,
  text,
  label = 'Abrir WhatsApp',
  variant = 'filled',
  className = '',
  onOpen,
  more,
}: PersonContactProps) {
  const [isAdvising, setAdvising] = useState(false);
  usePreparedSheet();
  const whatsapp = whatsappLink(phone, text);

  function follow(event: MouseEvent) {
    if (teacherId === null || isAdvised(teacherId)) {
      onOpen?.();
      return;
    }
    event.preventDefault();
    keepAdvised(teacherId);
    setAdvising(true);
  }
  const ways = (onPress: (event: MouseEvent) => void) => (
    <>
      {whatsapp ? (
        <OutsideLinkButton
          className={className}
          href={whatsapp}
          variant={variant}
          leftSection={<WhatsappIcon size={22} />}
          onClick={onPress}
        >
          {label}
        </OutsideLinkButton>
      ) : null}
      {email ? (
        <a className={classes.email} href={`mailto:${email}`} onClick={onPress}>
          {email}
        </a>
      ) : null}
    </>
  );
  return (
    <>
      {ways(follow)}
      {isAdvising ? (
        <AdviceSheet
          onClose={() => setAdvising(false)}
          ways={(close) => (
            <>
              {ways(() => {
                onOpen?.();
                close();
              })}
              {more}
            </>
          )}
        />
      ) : null}
    </>
  );
}

/** Teachers remembered, the latest ones. */
const MOST = 200;

const advised = stored('danceflix_private_advised', textsOf);

export const isAdvised = (teacherId: string): boolean => (advised.read() ?? []).includes(teacherId);

export function keepAdvised(teacherId: string): void {
  const others = (advised.read() ?? []).filter((id) => id !== teacherId);
  advised.write([teacherId, ...others].slice(0, MOST));
}
