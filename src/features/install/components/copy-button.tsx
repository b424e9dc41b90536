import { Button } from '@mantine/core';
import { useState } from 'react';
import { copyText } from '@/lib/browser/share';
import { LinkIcon } from '@/ui/more-icons';
import classes from './wanted-dialog.module.css';

/**
 * Copies the page's URL. Browsers inside other apps often block the clipboard: then the URL is shown as selectable
 * text.
 */
export function CopyButton() {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);

  const copy = async () => {
    setOutcome((await copyText(location.href)) ? 'copied' : 'refused');
  };

  return (
    <div className={classes.copy}>
      <Button variant="outline" fullWidth leftSection={<LinkIcon size={20} />} onClick={() => void copy()}>
        Copiar link
      </Button>
      <p role="status">
        {outcome === 'copied' ? 'Link copiado. Agora é só colar no navegador.' : null}
        {outcome === 'refused' ? (
          <>
            Não foi possível copiar. O link é <strong className={classes.address}>{location.href}</strong>
          </>
        ) : null}
      </p>
    </div>
  );
}
