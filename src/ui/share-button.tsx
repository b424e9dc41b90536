import { Button, UnstyledButton } from '@mantine/core';
import { copyText, share } from '@/lib/browser/share';
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
  const toast = (await copyText(url))
    ? { title: 'Link copiado', description: 'Agora é só colar na conversa.' }
    : { title: 'Não foi possível copiar o link', description: url, variant: 'destructive' as const };
  await showToast(toast);
}

/** Opens the phone's own share sheet; where there is none, copies the link. */
export function ShareButton({ title, text, url, compact = false, light = false }: ShareButtonProps) {
  const offer = async () => {
    if ((await share({ title, text, url })) === 'refused') await copy(url);
  };
  if (compact) {
    return (
      <UnstyledButton className={classes.icon} aria-label="Compartilhar" onClick={() => void offer()}>
        <ShareIcon size={22} />
      </UnstyledButton>
    );
  }
  return (
    <Button
      variant={light ? 'white' : 'outline'}
      leftSection={<ShareIcon size={20} />}
      onClick={() => void offer()}
    >
      Compartilhar
    </Button>
  );
}
