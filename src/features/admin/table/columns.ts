import type { ReactNode } from 'react';
import type { Cell } from './csv';
import type { Row } from './list';

export interface Column<R extends Row> {
  title: string;
  cell(row: R): ReactNode;
  /** The cell's value in an exported spreadsheet. */
  csv(row: R): Cell;
  /** Name of the sort order, without sign. With it, the heading is a button that sorts. */
  sort?: string;
  isNumber?: boolean;
}
