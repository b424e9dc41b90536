/** Lists of few rows that the back-office reads whole from their table, and searches and cuts into pages itself. */
import type { z } from 'zod';
import { fold } from '@/lib/text';
import { type Answer, select } from '../core/server';
import type { ListRequest, ListSource, Row } from './list';

/** As many as PostgREST gives at once. */
const AT_ONCE = 1000;

interface WholeTable<R extends Row> {
  table: string;
  /** PostgREST's parameters: columns, and what is left out. */
  query: Record<string, string>;
  row: z.ZodType<R>;
  /** What is searched in. */
  textOf(row: R): string;
  /** By the name of a sort, without sign. */
  orders: Record<string, (a: R, b: R) => number>;
  passes?(row: R, filters: ListRequest['filters']): boolean;
}

interface Whole {
  rows: unknown[];
  request: ListRequest;
}

export function wholeTable<R extends Row>(of: WholeTable<R>): ListSource<R> {
  return {
    name: of.table,
    ask: async (request, signal): Promise<Answer<Whole>> => {
      const rows: unknown[] = [];
      let total = Number.POSITIVE_INFINITY;
      while (rows.length < total) {
        const page = { order: 'id.asc', limit: String(AT_ONCE), offset: String(rows.length) };
        const answer = await select(of.table, { ...of.query, ...page }, signal);
        if (answer.kind !== 'ok') return answer;
        rows.push(...answer.value.rows);
        total = answer.value.rows.length < AT_ONCE ? rows.length : (answer.value.total ?? total);
      }
      return { kind: 'ok', value: { rows, request } };
    },
    read: (value) => {
      const { rows, request } = value as Whole;
      const { q, filters, sort, after, size } = request;
      const words = fold(q).split(' ');
      const key = sort.replace(/^-/, '');
      const order = of.orders[key] ?? (() => 0);
      const sign = sort.startsWith('-') ? -1 : 1;
      const found = rows
        .map((row) => of.row.parse(row))
        .filter((row) => words.every((word) => fold(of.textOf(row)).includes(word)))
        .filter((row) => of.passes?.(row, filters) ?? true)
        .sort((a, b) => sign * order(a, b));
      const from = typeof after === 'number' ? after : 0;
      const next = from + size < found.length ? from + size : null;
      return { rows: found.slice(from, from + size), next, total: found.length, capped: false };
    },
  };
}
