import { Button, UnstyledButton } from '@mantine/core';
import { ShareIcon } from '@/ui/more-icons';
import { showToast } from '@/ui/toast';
import classes from './share-button.module.css';

interface ShareButtonProps {
  title: string;
  text: string;
  /** The absolute address. */
  url: string;
  /** Only an icon, for a row with other actions. */
  compact?: boolean;
  /** On a dark surface. */
  light?: boolean;
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    await showToast({ title: 'Link copiado', description: 'Agora é só colar na conversa.' });
  } catch {
    await showToast({ title: 'Não foi possível copiar o link', description: url, variant: 'destructive' });
  }
}

/** Opens the phone's own share sheet; where there is none, copies the link. */
export function ShareButton({ title, text, url, compact = false, light = false }: ShareButtonProps) {
  const share = async () => {
    if (!navigator.share) return copy(url);
    try {
      await navigator.share({ title, text, url });
    } catch (error) {
      // Closing the sheet is the person's choice, not a failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy(url);
    }
  };
  if (compact) {
    return (
      <UnstyledButton className={classes.icon} aria-label="Compartilhar" onClick={() => void share()}>
        <ShareIcon size={22} />
      </UnstyledButton>
    );
  }
  return (
    <Button
      variant={light ? 'white' : 'outline'}
      leftSection={<ShareIcon size={20} />}
      onClick={() => void share()}
    >
      Compartilhar
    </Button>
  );
}
