import { Button } from '@mantine/core';
import type { OwnAbsence } from '@/reads/query';
import { useSyncStatus } from '@/reads/sync-status';
import { Notice } from '@/ui/notice';
import classes from './own.module.css';

/** Stands in for the user's profile: a skeleton while loading, the reason when loading fails. */
export function OwnProfileFallback({ status }: { status: OwnAbsence | 'ready' }) {
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  if (status !== 'failed') {
    return (
      <div className={classes.waiting} role="status" aria-busy="true">
        Carregando seu perfil…
      </div>
    );
  }
  return (
    <Notice
      role="alert"
      title="Não foi possível carregar seu perfil"
      text={
        offline
          ? 'Você está sem conexão e seu perfil ainda não foi salvo neste aparelho. Ele aparece aqui quando a conexão voltar.'
          : 'Tente de novo daqui a pouco.'
      }
      action={<Button onClick={() => window.location.reload()}>Tentar de novo</Button>}
    />
  );
}
