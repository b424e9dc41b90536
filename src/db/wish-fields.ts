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
  /** True for fields that rows of earlier releases lack. */
  later?: true;
}

/** In the order of the form. */
export const WISH_FIELDS = {
  /** Version of the terms that a guardian accepts (guardian-terms.ts); empty for the student's own lessons. */
  guardian: { column: 'guardian_terms', kind: 'text', later: true },
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
type Columns<W extends WishName> = { [N in W as Table[N]['column']]: Held[Table[N]['kind']] };
type Later = { [N in WishName]: Table[N] extends { later: true } ? N : never }[WishName];

/** As rows and writes have it. */
export type WishColumns = Columns<Exclude<WishName, Later>> & {
  [C in keyof Columns<Later>]?: Columns<Later>[C] | undefined;
};
/** The columns of all fields, later ones included. */
export type WishColumn = keyof Columns<WishName>;
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

/** The form's values as they are sent. Empty later fields are left out: an earlier server refuses unknown ones. */
export function wishColumns(typed: TypedWish): WishColumns {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const { column, later } = SPECS[name];
      const typedValue = typed[name];
      const value = typeof typedValue === 'string' ? sendable(typedValue) || null : typedValue;
      return later && value === null ? [] : [[column, value]];
    }),
  ) as unknown as WishColumns;
}

/** The form's values in something that this phone has kept; null when it is no wish. */
export function readWish(kept: unknown): TypedWish | null {
  const fields = fieldsOf(kept);
  const isWish = NAMES.every(
    (name) => SPECS[name].kind === 'list' || SPECS[name].later || isText(fields[name]),
  );
  if (!isWish) return null;
  return build((name, { kind }) => {
    const value = fields[name];
    return kind === 'list' ? textsOf(value) : isText(value) ? value : '';
  });
}

/** Whether a row from the server has the columns of a wish. */
export function hasWish(row: Readonly<Record<string, unknown>>): boolean {
  return NAMES.every((name) => {
    const { column, kind, later } = SPECS[name];
    const value = row[column] ?? null;
    if (value === null) return kind === 'text' || later === true;
    return kind === 'text' ? isText(value) : Array.isArray(value) && value.every(isText);
  });
}
