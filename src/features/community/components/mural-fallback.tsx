import { Button } from '@mantine/core';
import type { ContentAbsence } from '@/reads/use-content';
import { Notice } from '@/ui/notice';
import classes from './mural.module.css';

/** Stands in for posts that are not on this phone. */
export function MuralFallback({ status, retry }: { status: ContentAbsence; retry(): void }) {
  if (status === 'loading') {
    return (
      <div role="status" aria-busy="true" className={classes.list}>
        <span className={classes.listeners}>Carregando o Mural…</span>
        {['a', 'b', 'c'].map((key) => (
          <div key={key} className={classes.skeleton} aria-hidden="true" />
        ))}
      </div>
    );
  }
  return (
    <Notice
      role="alert"
      title="Não foi possível carregar o Mural"
      text={
        status === 'unavailable'
          ? 'Este aparelho ainda não salvou as publicações. Elas aparecem aqui quando a conexão voltar.'
          : 'O servidor não respondeu. Tente de novo daqui a pouco.'
      }
      action={<Button onClick={retry}>Tentar de novo</Button>}
    />
  );
}
