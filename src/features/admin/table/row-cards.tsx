import type { Row } from './list';
import { Choose, ChooseAll } from './row-table';
import classes from './table.module.css';
import type { AdminTableProps } from './table-props';

/** The list on a phone: one card per row, with the columns' titles beside their values. */
export function RowCards<R extends Row>({ list, label, columns, nameOf, actions, bulk }: AdminTableProps<R>) {
  const [first, ...others] = columns;
  return (
    <>
      {bulk ? <ChooseAll list={list} shown /> : null}
      <ul className={classes.cards} aria-label={label}>
        {list.rows.map((row) => (
          <li key={row.id} className={classes.card}>
            <div className={classes.name}>
              <div>{first.cell(row)}</div>
              {bulk ? <Choose list={list} row={row} name={nameOf(row)} /> : null}
            </div>
            <dl>
              {others.map((column) => {
                const value = column.cell(row);
                return value === null || value === '' ? null : (
                  <div key={column.title}>
                    <dt>{column.title}</dt>
                    <dd>{value}</dd>
                  </div>
                );
              })}
            </dl>
            {actions ? <div className={classes.actions}>{actions(row)}</div> : null}
          </li>
        ))}
      </ul>
    </>
  );
}
