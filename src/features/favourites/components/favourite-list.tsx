import { Button } from '@mantine/core';
import { type ReactNode, useCallback, useId } from 'react';
import type { ListQuery } from '@/reads/query';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { PageHeading } from '@/ui/page-heading';
import { showToast } from '@/ui/toast';
import hidden from '@/ui/visually-hidden.module.css';
import { setFavourite } from '../actions';
import { useFavourites } from '../queries';
import classes from './favourite-list.module.css';
import { Heart } from './heart';

interface FavouriteListProps<T> {
  /** A hook that returns the cards of those teachers who are listed. */
  useCards(ids: readonly string[]): ListQuery<T, 'loading' | 'failed'>;
  /** Renders the cards, each with its corner button. */
  grid(teachers: T[], corner: (teacher: { id: string; name: string }) => ReactNode): ReactNode;
}

/** The card disappears once the removal is stored; the notice offers to undo it. */
async function change({ id, name }: { id: string; name: string }, wanted: boolean): Promise<void> {
  const isStored = await setFavourite(id, wanted);
  if (!isStored || wanted) return;
  await showToast({
    title: `${name} saiu de Meus professores`,
    action: { label: 'Desfazer', onClick: () => void setFavourite(id, true) },
    id: `favourite-${id}`,
  });
}

const onToggle = (teacher: { id: string; name: string }, wanted: boolean) => void change(teacher, wanted);

/** 'Meus professores': the student's favourites, offline too. */
export function FavouriteList<T extends { id: string }>({ useCards, grid }: FavouriteListProps<T>) {
  const title = useId();
  const { status, data } = useFavourites();
  const { listed: ids, saving } = data;
  const cards = useCards(ids);
  const full = useCallback(
    ({ id, name }: { id: string; name: string }) => (
      <Heart id={id} name={name} pressed={!saving.has(id)} saving={saving.has(id)} onToggle={onToggle} />
    ),
    [saving],
  );
  if (status === 'ready' && ids.length === 0) {
    return (
      <>
        <PageHeading>Meus professores</PageHeading>
        <Notice
          title="Nenhum professor salvo ainda"
          text="Toque no coração de um professor para encontrá-lo aqui, também sem internet."
          action={<LinkButton to="/search">Encontrar Professor</LinkButton>}
        />
      </>
    );
  }
  const failed = status === 'failed' || cards.status === 'failed';
  if (failed && cards.data.length === 0) {
    return (
      <>
        <PageHeading>Meus professores</PageHeading>
        <Notice
          role="alert"
          title="Não foi possível abrir sua lista"
          text="Ela ainda não chegou a este aparelho e o servidor não respondeu. Confira sua conexão e tente de novo."
          action={<Button onClick={() => window.location.reload()}>Tentar de novo</Button>}
        />
      </>
    );
  }
  if (status !== 'ready' || (cards.status === 'loading' && cards.data.length === 0)) {
    return (
      <>
        <PageHeading>Meus professores</PageHeading>
        <p role="status" aria-busy="true">
          Carregando sua lista…
        </p>
      </>
    );
  }
  const found = new Set(cards.data.map(({ id }) => id));
  const away = cards.status === 'ready' ? ids.filter((id) => !found.has(id)) : [];
  return (
    <>
      <PageHeading>Meus professores</PageHeading>
      {cards.data.length > 0 ? (
        <section aria-labelledby={title}>
          <h2 id={title} className={hidden.hidden}>
            Professores salvos
          </h2>
          {grid(cards.data, full)}
        </section>
      ) : null}
      {away.length > 0 ? <Away ids={away} /> : null}
    </>
  );
}

/** Favourites who pause or have left: their listing is no longer on this device, and neither is their name. */
function Away({ ids }: { ids: string[] }) {
  return (
    <section className={classes.away}>
      <h2>Fora da busca agora</h2>
      <p>
        {ids.length === 1
          ? '1 professor que você salvou não está recebendo alunos. Se ele voltar, aparece aqui de novo.'
          : `${ids.length} professores que você salvou não estão recebendo alunos. Se voltarem, aparecem aqui de novo.`}
      </p>
      <Button variant="outline" onClick={() => ids.forEach((id) => void setFavourite(id, false))}>
        {ids.length === 1 ? 'Tirar da lista' : 'Tirar todos da lista'}
      </Button>
    </section>
  );
}
