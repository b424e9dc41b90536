import type { ReactNode } from 'react';
import type { Column } from './columns';
import type { Row } from './list';
import type { List } from './use-list';

export interface AdminTableProps<R extends Row> {
  list: List<R>;
  /** The table's name for screen readers. */
  label: string;
  /** Singular and plural, as in '2 professores'. */
  noun: readonly [string, string];
  /** The first column identifies the row. */
  columns: readonly [Column<R>, ...Column<R>[]];
  nameOf(row: R): string;
  /** Label of the search field; null for a list without search. */
  searchLabel: string | null;
  /** File name of the export; null for a list without export. */
  fileName: string | null;
  empty: { title: string; text: string; action?: ReactNode };
  actions?: (row: R) => ReactNode;
  /** Actions for the selected rows. Rows can be selected only when there are such actions. */
  bulk?: ReactNode;
}
