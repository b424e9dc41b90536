import { useEffect, useRef, useState } from 'react';
import { CloseIcon, InfoIcon } from '@/ui/more-icons';
import { showToast } from '@/ui/toast';
import classes from './storage-trouble.module.css';

const MEANING = {
  full: 'A memória deste aparelho está cheia: novidades não podem ser salvas. Com internet, tudo continua funcionando.',
  unavailable:
    'Este navegador não deixou salvar dados. Com internet, tudo funciona; sem internet, nada estará disponível.',
  ephemeral:
    'Esta janela apaga o que for salvo ao ser fechada. Para usar sem internet, abra o Danceflix em uma janela normal.',
} as const;

type Trouble = keyof typeof MEANING;

/** Kept outside the component, which leaves with the problem and may return with it. */
let dismissed: Trouble | null = null;

/**
 * The line, and a toast for people who have scrolled past it when the problem begins. Stays dismissed until the kind of
 * problem changes.
 */
export default function StorageTrouble({ trouble }: { trouble: Trouble }) {
  const [isDismissed, setDismissed] = useState(trouble === dismissed);
  const line = useRef<HTMLElement>(null);
  useEffect(() => {
    setDismissed(trouble === dismissed);
    const isPassed = line.current !== null && line.current.getBoundingClientRect().bottom <= 0;
    if (isPassed) {
      void showToast({
        title: 'Aviso sobre a memória do aparelho',
        description: MEANING[trouble],
        id: 'storage',
      });
    }
  }, [trouble]);
  if (isDismissed) return null;
  return (
    <aside ref={line} className={classes.notice} aria-label="Aviso sobre a memória do aparelho">
      <InfoIcon size={20} />
      <p>{MEANING[trouble]}</p>
      <button
        type="button"
        className={classes.close}
        onClick={() => {
          dismissed = trouble;
          setDismissed(true);
        }}
        aria-label="Dispensar aviso"
      >
        <CloseIcon size={18} />
      </button>
    </aside>
  );
}
