import { Button } from '@mantine/core';
import type { ContentAbsence } from '@/reads/use-content';
import { Notice } from '@/ui/notice';
import classes from './events.module.css';

/** Shown in place of events while this device has none. */
export function EventsFallback({ status, retry }: { status: ContentAbsence; retry(): void }) {
  if (status === 'loading') {
    return (
      <div role="status" aria-busy="true" className={classes.list}>
        <span className={classes.listeners}>Carregando eventos…</span>
        {['a', 'b', 'c'].map((key) => (
          <div key={key} className={classes.skeleton} aria-hidden="true">
            <span />
            <span />
            <span />
          </div>
        ))}
      </div>
    );
  }
  return (
    <Notice
      role="alert"
      title="Não foi possível carregar os eventos"
      text={
        status === 'unavailable'
          ? 'Este aparelho ainda não salvou a agenda. Ela aparece aqui quando a conexão voltar, e depois fica disponível também sem internet.'
          : 'O servidor não respondeu. Tente de novo daqui a pouco.'
      }
      action={<Button onClick={retry}>Tentar de novo</Button>}
    />
  );
}
