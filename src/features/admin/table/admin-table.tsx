import { useId } from 'react';
import { Notice } from '@/ui/notice';
import { useLargeScreen } from '@/ui/use-large-screen';
import { KeptNote, NoAnswer } from '../core/answer-state';
import type { Row } from './list';
import { Pager } from './pager';
import { RowCards } from './row-cards';
import { RowTable } from './row-table';
import classes from './table.module.css';
import type { AdminTableProps } from './table-props';
import { Toolbar } from './toolbar';

/** A list of the back-office with search, filters, order, pages and export: a table, or cards on a phone. */
export function AdminTable<R extends Row>(props: AdminTableProps<R>) {
  const { list, label, noun, empty, bulk } = props;
  const { query, rows, selected, address, total } = list;
  const large = useLargeScreen();
  const id = useId();
  const narrowed =
    address.q !== '' ||
    list.filters.some(({ key, initial }) => key in address.filters && address.filters[key] !== initial);
  const Rows = large ? RowTable : RowCards;
  return (
    <section className={classes.list} aria-label={label}>
      <Toolbar {...props} large={large} />
      <KeptNote query={query} />
      <p className={classes.total} role="status" id={id}>
        {total ? totalText(total.total, total.capped, noun) : ''}
      </p>
      {bulk && selected.length > 0 ? (
        <div className={classes.bulk} role="toolbar" aria-label="Ações para os escolhidos">
          <strong>{selected.length === 1 ? '1 escolhido' : `${selected.length} escolhidos`}</strong>
          {bulk}
          <button type="button" className={classes.clear} onClick={() => list.select([])}>
            Desfazer escolha
          </button>
        </div>
      ) : null}
      {query.value === null ? (
        <NoAnswer query={query} />
      ) : rows.length === 0 ? (
        <Notice
          {...(narrowed
            ? { title: 'Nada com estes filtros', text: 'Mude a busca ou tire um filtro.' }
            : empty)}
        />
      ) : (
        <div data-stale={query.status === 'stale' || undefined} className={classes.body}>
          <Rows {...props} />
        </div>
      )}
      <Pager list={list} label={label} />
    </section>
  );
}

function totalText(total: number, capped: boolean, [one, many]: readonly [string, string]): string {
  const count = total.toLocaleString('pt-BR');
  if (capped) return `Mais de ${count} ${many}`;
  return total === 1 ? `1 ${one}` : `${count} ${many}`;
}
