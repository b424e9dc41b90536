/**
 * The fields of a lesson request beside teacher and style, once each: the row on both phones, the form's
 * values, their draft and what is sent follow from this table. Adding a field begins here; see CONTRIBUTING.
 */

import { sendable } from '@/lib/sent-text';
import { fieldsOf, isText, textsOf } from '@/lib/stored';

interface WishSpec {
  /** In the table, in `create_lesson_request` and on the phones. */
  column: string;
  kind: 'list' | 'text';
}

/** In the order of the form. */
export const WISH_FIELDS = {
  /** Version of the terms that a guardian accepts (guardian-terms.ts); empty for the student's own lessons. */
  guardian: { column: 'guardian_terms', kind: 'text' },
  /** segunda, terca, quarta, quinta, sexta, sabado, domingo; empty: any. */
  days: { column: 'preferred_days', kind: 'list' },
  /** manha, tarde, noite; empty: any. */
  times: { column: 'preferred_times', kind: 'list' },
  message: { column: 'message', kind: 'text' },
} as const satisfies Record<string, WishSpec>;

type Table = typeof WISH_FIELDS;
export type WishName = keyof Table;
type Held = { list: string[]; text: string | null };
type Typed = { list: string[]; text: string };

/** As rows and writes have it. */
export type WishColumns = { [N in WishName as Table[N]['column']]: Held[Table[N]['kind']] };
export type WishColumn = keyof WishColumns;
/** As the form has it: texts instead of nulls. */
export type TypedWish = { [N in WishName]: Typed[Table[N]['kind']] };

const NAMES = Object.keys(WISH_FIELDS) as WishName[];
const SPECS: Record<WishName, WishSpec> = WISH_FIELDS;

const build = <T>(make: (name: WishName, spec: WishSpec) => unknown): T =>
  Object.fromEntries(NAMES.map((name) => [name, make(name, SPECS[name])])) as T;

export const BLANK_WISH: TypedWish = /* @__PURE__ */ build((_, { kind }) => (kind === 'list' ? [] : ''));

/** The form's values of a row or a write. */
export function typedWish(columns: WishColumns): TypedWish {
  const row: Readonly<Record<string, unknown>> = { ...columns };
  return build((_, { column, kind }) => row[column] ?? (kind === 'list' ? [] : ''));
}

/** The form's values as they are sent. */
export function wishColumns(typed: TypedWish): WishColumns {
  return Object.fromEntries(
    NAMES.map((name) => {
      const value = typed[name];
      return [SPECS[name].column, typeof value === 'string' ? sendable(value) || null : value];
    }),
  ) as unknown as WishColumns;
}

/** The form's values in something that this phone has kept; null when it is no wish. */
export function readWish(kept: unknown): TypedWish | null {
  const fields = fieldsOf(kept);
  const isWish = NAMES.every((name) => SPECS[name].kind === 'list' || isText(fields[name]));
  if (!isWish) return null;
  return build((name, { kind }) => {
    const value = fields[name];
    return kind === 'list' ? textsOf(value) : isText(value) ? value : '';
  });
}

/** Whether a row from the server has the columns of a wish. */
export function hasWish(row: Readonly<Record<string, unknown>>): boolean {
  return NAMES.every((name) => {
    const { column, kind } = SPECS[name];
    const value = row[column] ?? null;
    if (kind === 'text') return value === null || isText(value);
    return Array.isArray(value) && value.every(isText);
  });
}
