import { Button } from '@mantine/core';
import { ShareIcon } from '@/ui/icons';
import { showToast } from '@/ui/toast';

interface ShareButtonProps {
  title: string;
  text: string;
  /** Absolute. */
  url: string;
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    await showToast({ title: 'Link copiado', description: 'Agora é só colar na conversa.' });
  } catch {
    await showToast({ title: 'Não foi possível copiar o link', description: url, variant: 'destructive' });
  }
}

/** The phone's own share sheet; where there is none, the link goes to the clipboard. */
export function ShareButton({ title, text, url }: ShareButtonProps) {
  const share = async () => {
    if (!navigator.share) return copy(url);
    try {
      await navigator.share({ title, text, url });
    } catch (error) {
      // Closing the sheet is an answer, not a failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy(url);
    }
  };
  return (
    <Button variant="outline" leftSection={<ShareIcon size={20} />} onClick={() => void share()}>
      Compartilhar
    </Button>
  );
}
