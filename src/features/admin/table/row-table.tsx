import { useEffect, useRef } from 'react';
import { VisuallyHidden } from '@/ui/visually-hidden';
import type { Column } from './columns';
import type { Row } from './list';
import classes from './table.module.css';
import type { AdminTableProps } from './table-props';
import type { List } from './use-list';

/** The list on a large screen: a table with headings that sort, and checkboxes where rows can be selected. */
export function RowTable<R extends Row>({ list, label, columns, nameOf, actions, bulk }: AdminTableProps<R>) {
  const [first, ...others] = columns;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable with the keyboard.
    <div className={classes.scroll} tabIndex={0}>
      <table className={classes.table}>
        <caption>
          <VisuallyHidden>{label}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {bulk ? (
              <td>
                <ChooseAll list={list} />
              </td>
            ) : null}
            {columns.map((column) => (
              <Heading key={column.title} column={column} list={list} />
            ))}
            {actions ? (
              <th scope="col" className={classes.pinned}>
                Ações
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {list.rows.map((row) => (
            <tr key={row.id}>
              {bulk ? (
                <td>
                  <Choose list={list} row={row} name={nameOf(row)} />
                </td>
              ) : null}
              <th scope="row">{first.cell(row)}</th>
              {others.map((column) => (
                <td key={column.title} data-number={column.isNumber || undefined}>
                  {column.cell(row)}
                </td>
              ))}
              {actions ? (
                <td className={classes.pinned}>
                  <div className={classes.actions}>{actions(row)}</div>
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Heading<R extends Row>({ column, list }: { column: Column<R>; list: List<R> }) {
  const { title, sort, isNumber } = column;
  if (sort === undefined) {
    return (
      <th scope="col" data-number={isNumber || undefined}>
        {title}
      </th>
    );
  }
  const { address, sorts } = list;
  const now = address.sort === sort ? 'ascending' : address.sort === `-${sort}` ? 'descending' : 'none';
  const natural = sorts.find(({ key }) => key === sort || key === `-${sort}`)?.key ?? sort;
  const turned = natural.startsWith('-') ? sort : `-${sort}`;
  return (
    <th scope="col" aria-sort={now} data-number={isNumber || undefined}>
      <button
        type="button"
        className={classes.sort}
        onClick={() => address.change({ sort: address.sort === natural ? turned : natural })}
      >
        {title}
        <span aria-hidden="true">{now === 'ascending' ? '▲' : now === 'descending' ? '▼' : '↕'}</span>
      </button>
    </th>
  );
}

export function Choose<R extends Row>({ list, row, name }: { list: List<R>; row: R; name: string }) {
  const ids = list.selected.map(({ id }) => id);
  return (
    <label className={classes.choose}>
      <input
        type="checkbox"
        checked={ids.includes(row.id)}
        onChange={({ currentTarget: { checked } }) =>
          list.select(checked ? [...ids, row.id] : ids.filter((id) => id !== row.id))
        }
      />
      <VisuallyHidden>Escolher {name}</VisuallyHidden>
    </label>
  );
}

export function ChooseAll<R extends Row>({ list, shown = false }: { list: List<R>; shown?: boolean }) {
  const { rows, selected } = list;
  const all = rows.length > 0 && selected.length === rows.length;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected.length > 0 && !all;
  }, [selected.length, all]);
  const text = 'Escolher todos desta página';
  return (
    <label className={classes.choose}>
      <input
        ref={box}
        type="checkbox"
        checked={all}
        onChange={() => list.select(all ? [] : rows.map(({ id }) => id))}
      />
      {shown ? text : <VisuallyHidden>{text}</VisuallyHidden>}
    </label>
  );
}
