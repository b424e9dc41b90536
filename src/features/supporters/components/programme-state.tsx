import { Button } from '@mantine/core';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { VisuallyHidden } from '@/ui/visually-hidden';
import waiting from '@/ui/waiting.module.css';
import type { ProgrammeState } from '../queries';
import classes from './programme-state.module.css';

/** Shown while the programme is not available: during loading, offline before the first visit, after a failure. */
export function NotReady({ state, cards }: { state: ProgrammeState; cards: number }) {
  if (state.status === 'unavailable') {
    return (
      <Notice
        title="Ainda não há nada salvo neste aparelho"
        text="Conecte-se uma vez e esta página passa a abrir também sem internet."
        action={
          <LinkButton to="/search" variant="outline">
            Ir para a busca
          </LinkButton>
        }
      />
    );
  }
  if (state.status === 'failed') {
    return (
      <Notice
        role="alert"
        title="Não foi possível carregar esta parte"
        text="O servidor não respondeu como deveria. Tente de novo em alguns instantes."
        action={
          <Button variant="outline" onClick={state.retry}>
            Atualizar
          </Button>
        }
      />
    );
  }
  return (
    <div className={classes.skeletons} aria-busy="true">
      <VisuallyHidden>Carregando…</VisuallyHidden>
      {Array.from({ length: cards }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are all the same
        <div key={place} className={`${classes.skeleton} ${waiting.light}`} />
      ))}
    </div>
  );
}
