import { Button } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { fold } from '@/lib/text';
import { useSyncStatus } from '@/reads/sync-status';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';
import { useIsPainted } from '@/ui/use-after-paint';
import { VisuallyHidden } from '@/ui/visually-hidden';
import { TeacherCardSkeleton } from '../cards/teacher-card';
import { TeacherGrid } from '../cards/teacher-grid';
import type { TeacherSearch } from '../queries';
import { type CornerOf, PAGE_SIZE, type TeacherCard } from '../schema';

const SKELETONS = Array.from({ length: PAGE_SIZE / 2 }, (_, index) => `skeleton-${index}`);

/** The list in each of its states; 'Nenhum professor encontrado' appears only when the answer is complete. */
export function SearchResults({
  search,
  style,
  typed,
  onClear,
  corner = null,
  alert,
  nobody,
}: {
  search: TeacherSearch;
  /** The chosen style, which cards name first. */
  style: string;
  /** The name, if the list answers to a keystroke in it and another may follow. */
  typed: string | null;
  onClear(): void;
  corner?: CornerOf | null;
  /** The offer to be told of teachers. */
  alert: ReactNode;
  /** Stands for the empty list where nobody teaches at all; null where somebody does. */
  nobody: ReactNode;
}) {
  const offline = useSyncStatus((status) => status.connection === 'offline');
  const { data: result, status } = search;

  const teachers = useMemo(() => withStyleFirst(result?.teachers ?? [], style), [result?.teachers, style]);
  const isEmpty = result?.totalCount === 0;
  // During a new request the former results stay, dimmed. An empty list stays mounted and hidden, because the next
  // keystroke may fill it again.
  if (result && (status === 'ready' || !isEmpty)) {
    return (
      <>
        {isEmpty
          ? (nobody ?? (
              <NoResults
                emptyArea={result.emptyArea}
                isTyped={typed !== null}
                onClear={onClear}
                alert={alert}
              />
            ))
          : null}
        <TeacherGrid
          teachers={teachers}
          styled={style !== ''}
          stale={status === 'loading'}
          typed={typed}
          corner={corner}
          empty={isEmpty}
        />
      </>
    );
  }
  if (status === 'failed') return <CouldNotLoad search={search} offline={offline} />;
  return (
    <div aria-busy="true">
      <VisuallyHidden>A lista aparece aqui.</VisuallyHidden>
      <TeacherGrid>
        {SKELETONS.map((key) => (
          <li key={key}>
            <TeacherCardSkeleton />
          </li>
        ))}
      </TeacherGrid>
    </div>
  );
}

interface NoResultsProps {
  emptyArea: string | undefined;
  isTyped: boolean;
  onClear(): void;
  alert: ReactNode;
}

/** After a keystroke the buttons appear one frame later: two of them take a slow phone as long as the rest. */
function NoResults({ emptyArea, isTyped, onClear, alert }: NoResultsProps) {
  const hasButtons = useIsPainted(isTyped);
  return (
    <Notice
      title="Nenhum professor encontrado"
      text={
        emptyArea
          ? `Ninguém em ${emptyArea}, e nos outros bairros ninguém combina com os demais filtros. Tire um filtro ou toque em Avise-me.`
          : 'Ninguém combina com todos os filtros escolhidos. Tente outro nome, estilo ou cidade.'
      }
      action={
        hasButtons ? (
          <>
            {alert}
            <Button variant="outline" onClick={onClear}>
              Limpar filtros e tentar novamente
            </Button>
            <LinkButton to="/encontrar-professor" variant="outline">
              Receber uma indicação
            </LinkButton>
          </>
        ) : null
      }
    />
  );
}

/** With data being saved. */
const offlineText = (city: string | null) =>
  city === null
    ? 'Você está sem conexão. Com a economia de dados ligada e sem uma cidade escolhida, nenhum professor fica salvo aqui.'
    : `Você está sem conexão. Com a economia de dados ligada, só os professores de ${city} ficam salvos aqui: escolha ${city} para buscar entre eles.`;

function CouldNotLoad({ search, offline }: { search: TeacherSearch; offline: boolean }) {
  return (
    <Notice
      role="status"
      title="Não foi possível carregar os professores"
      text={
        offline && search.keepsOnly
          ? offlineText(search.keepsOnly.city)
          : offline
            ? 'Você está sem conexão e ainda não há professores salvos aqui. Conecte-se uma vez: depois a busca funciona também sem internet.'
            : 'O servidor não respondeu. Confira sua conexão e tente de novo em instantes.'
      }
      action={
        <Button loading={search.refreshing} onClick={() => void search.refresh()}>
          Atualizar
        </Button>
      }
    />
  );
}

/**
 * Cards with the searched style first and the others in their order. Cards that have it first already stay the same
 * objects.
 */
export function withStyleFirst(cards: readonly TeacherCard[], style: string): readonly TeacherCard[] {
  const wanted = fold(style);
  if (wanted === '') return cards;
  return cards.map((card) => {
    const found = card.styles.find((one) => fold(one) === wanted);
    if (found === undefined || card.styles[0] === found) return card;
    return { ...card, styles: [found, ...card.styles.filter((one) => one !== found)] };
  });
}
