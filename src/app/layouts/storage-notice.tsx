import { useEffect, useRef, useState } from 'react';
import { useSyncStatus } from '@/reads/sync-status';
import { CloseIcon, InfoIcon } from '@/ui/icons';
import { showToast } from '@/ui/toast';
import classes from './storage-notice.module.css';

const MEANING = {
  full: 'A memória deste aparelho está cheia: novidades não podem ser salvas. Com internet, tudo continua funcionando.',
  unavailable:
    'Este navegador não deixou salvar dados. Com internet, tudo funciona; sem internet, nada estará disponível.',
  ephemeral:
    'Esta janela apaga o que for salvo ao ser fechada. Para usar sem internet, abra o Danceflix em uma janela normal.',
} as const;

type Trouble = keyof typeof MEANING;

/**
 * One line about storage that cannot be relied on, and a toast for people who have scrolled past it when the problem
 * begins. Stays dismissed until the kind of problem changes.
 */
export function StorageNotice() {
  const storage = useSyncStatus((status) => status.storage);
  const [dismissed, setDismissed] = useState<Trouble | null>(null);
  const line = useRef<HTMLElement>(null);
  useEffect(() => {
    const isPassed = line.current !== null && line.current.getBoundingClientRect().bottom <= 0;
    if (storage !== 'ok' && isPassed) {
      void showToast({
        title: 'Aviso sobre a memória do aparelho',
        description: MEANING[storage],
        id: 'storage',
      });
    }
  }, [storage]);
  if (storage === 'ok' || storage === dismissed) return null;
  return (
    <aside ref={line} className={classes.notice} aria-label="Aviso sobre a memória do aparelho">
      <InfoIcon size={20} />
      <p>{MEANING[storage]}</p>
      <button
        type="button"
        className={classes.close}
        onClick={() => setDismissed(storage)}
        aria-label="Dispensar aviso"
      >
        <CloseIcon size={18} />
      </button>
    </aside>
  );
}
