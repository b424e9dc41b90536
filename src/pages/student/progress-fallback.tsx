import { Button } from '@mantine/core';
import { useSyncStatus } from '@/reads/sync-status';
import { Notice } from '@/ui/notice';
import classes from './student-pages.module.css';

/** Shown while this phone does not have the data of the progress. */
export function ProgressFallback({ failed }: { failed: boolean }) {
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  if (!failed) {
    return (
      <div className={classes.waiting} role="status" aria-busy="true">
        Somando seus passos…
      </div>
    );
  }
  return (
    <Notice
      role="alert"
      title="Não foi possível carregar seu progresso"
      text={
        offline
          ? 'Você está sem conexão e este aparelho ainda não salvou suas aulas. Elas aparecem aqui quando a conexão voltar.'
          : 'Tente de novo daqui a pouco.'
      }
      action={<Button onClick={() => window.location.reload()}>Tentar de novo</Button>}
    />
  );
}
