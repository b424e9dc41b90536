import type { ReactNode } from 'react';
import type { Cell } from './csv';
import type { Row } from './list';

export interface Column<R extends Row> {
  title: string;
  cell(row: R): ReactNode;
  /** The same for a spreadsheet. */
  csv(row: R): Cell;
  /** The list's name of this order, without sign: the heading becomes a button. */
  sort?: string;
  isNumber?: boolean;
}
