import { Button } from '@mantine/core';
import type { Row } from './list';
import classes from './table.module.css';
import type { List } from './use-list';

/** Buttons for the next and the previous page; hidden when all rows fit on one page. */
export function Pager<R extends Row>({ list, label }: { list: List<R>; label: string }) {
  const { address, query } = list;
  const next = query.value?.next ?? null;
  if (next === null && address.after === null) return null;
  const waits = query.status === 'stale' || query.status === 'loading';
  const go = (move: () => void) => {
    move();
    window.scrollTo({ top: 0 });
  };
  return (
    <nav className={classes.pager} aria-label={`Páginas: ${label}`}>
      <Button
        variant="outline"
        disabled={address.after === null || waits}
        onClick={() => go(address.previous)}
      >
        Anterior
      </Button>
      <span>Página {address.page}</span>
      <Button
        variant="outline"
        disabled={next === null || waits}
        onClick={() => go(() => address.next(next))}
      >
        Próxima
      </Button>
    </nav>
  );
}
