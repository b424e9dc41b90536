import { env } from '@/lib/env';
import { teamLink } from '@/lib/phone';

interface TeamLinkProps {
  /** The message that the person may change before sending it. */
  message: string;
  className?: string | undefined;
}

/** A link that writes to the team: by WhatsApp where it has a number, else by e-mail. */
export function TeamLink({ message, className }: TeamLinkProps) {
  const chat = teamLink(message);
  if (chat === null) {
    return (
      <a className={className} href={`mailto:${env.operator.email}?body=${encodeURIComponent(message)}`}>
        Falar com a equipe por e-mail
      </a>
    );
  }
  return (
    <a className={className} href={chat} target="_blank" rel="noopener">
      Falar com a equipe no WhatsApp
    </a>
  );
}
