import type { ReactNode } from 'react';
import type { Column } from './columns';
import type { Row } from './list';
import type { List } from './use-list';

export interface AdminTableProps<R extends Row> {
  list: List<R>;
  /** Of the table, for those who listen. */
  label: string;
  /** One and many, as in '2 professores'. */
  noun: readonly [string, string];
  /** The first column names the row. */
  columns: readonly [Column<R>, ...Column<R>[]];
  nameOf(row: R): string;
  /** What is searched; null without a search. */
  searchLabel: string | null;
  /** Without one there is no export. */
  fileName: string | null;
  empty: { title: string; text: string };
  actions?: (row: R) => ReactNode;
  /** What can be done with the chosen rows; with it, rows can be chosen. */
  bulk?: ReactNode;
}
