import { teamLink } from '@/lib/phone';
import { siteAddress } from '@/lib/site';
import { OutsideLinkButton } from '@/ui/link-button';
import { WhatsappIcon } from '@/ui/more-icons';
import { ShareButton } from '@/ui/share-button';
import classes from './team-chat.module.css';

/** Link to a chat with the team with `text` prepared; null where no number is configured. */
export function teamChat(text: string): string | null {
  return teamLink(text);
}

/** Contact with the team. Until it has a number, another way to help. */
export function TeamChat({ text, label, light = false }: { text: string; label: string; light?: boolean }) {
  const chat = teamChat(text);
  return chat ? (
    <OutsideLinkButton href={chat} variant={light ? 'white' : 'filled'} leftSection={<WhatsappIcon />}>
      {label}
    </OutsideLinkButton>
  ) : (
    <>
      <p className={classes.silent} data-light={light || undefined}>
        Em breve você fala com a equipe por aqui, pelo WhatsApp. Até lá, conte do Danceflix a quem dança: isso
        também ajuda.
      </p>
      <ShareButton
        title="Danceflix"
        text="Encontre seu professor de dança no Danceflix, sem taxa:"
        url={siteAddress('/')}
        light={light}
      />
    </>
  );
}
