import { chatShareLink } from '@/lib/phone';
import { OutsideLinkButton } from '@/ui/link-button';
import { WhatsappIcon } from '@/ui/more-icons';

interface WhatsappShareProps {
  /** Written before the address; the person can change it in WhatsApp. */
  text: string;
  /** The absolute address. */
  url: string;
  variant?: 'filled' | 'outline' | 'white';
}

/** 'Compartilhar no WhatsApp': opens WhatsApp with the message written, and lets the person choose the conversation. */
export function WhatsappShare({ text, url, variant = 'filled' }: WhatsappShareProps) {
  return (
    <OutsideLinkButton
      href={chatShareLink(`${text} ${url}`)}
      variant={variant}
      leftSection={<WhatsappIcon size={22} />}
    >
      Compartilhar no WhatsApp
    </OutsideLinkButton>
  );
}
