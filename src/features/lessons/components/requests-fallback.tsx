import { Button } from '@mantine/core';
import { useSyncStatus } from '@/reads/sync-status';
import { Notice } from '@/ui/notice';
import classes from './requests.module.css';

interface RequestsFallbackProps {
  failed: boolean;
  level: 1 | 2;
  /** The page looks for one request; others may be here. */
  ofOne?: boolean;
}

/** Shown in place of requests that this device does not have. */
export function RequestsFallback({ failed, level, ofOne = false }: RequestsFallbackProps) {
  const offline = useSyncStatus(({ connection }) => connection === 'offline');
  if (!failed) {
    return (
      <div className={classes.waiting} role="status" aria-busy="true">
        Carregando pedidos…
      </div>
    );
  }
  return (
    <Notice
      level={level}
      role="alert"
      title={ofOne ? 'Não foi possível carregar o pedido' : 'Não foi possível carregar os pedidos'}
      text={
        offline
          ? `Você está sem conexão e este aparelho ainda não salvou ${ofOne ? 'este pedido. Ele aparece' : 'seus pedidos. Eles aparecem'} aqui quando a conexão voltar.`
          : 'Tente de novo daqui a pouco.'
      }
      action={<Button onClick={() => window.location.reload()}>Tentar de novo</Button>}
    />
  );
}
