/**
 * Parsers for the two languages in PostgREST's addresses: selections and logic trees.
 * Source: https://docs.postgrest.org/en/stable/references/api/tables_views.html
 */

/** One item of a selection: a column, or an embedded table with its own selection. */
export interface Selected {
  /** Name that filters use for an embedded table. */
  alias: string;
  name: string;
  /** Suffix after the name: a JSON path, a cast, an aggregate. */
  rest: string;
  /** The selection of an embedded table; null for a column. */
  inner: string | null;
}

export interface Condition {
  name: string;
  /** Operator and value, as after the `=` of a filter. */
  value: string;
}

/** Splits at commas outside of quotes and brackets; null when those are not closed. */
export function splitList(text: string): string[] | null {
  const parts: string[] = [];
  const open: string[] = [];
  let part = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (isQuoted && character === '\\') {
      part += character + text.charAt(++at);
      continue;
    }
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && '({'.includes(character)) open.push(character);
    else if (!isQuoted && ')}'.includes(character)) {
      if (open.pop() !== (character === ')' ? '(' : '{')) return null;
    }
    if (character === ',' && !isQuoted && open.length === 0) {
      parts.push(part);
      part = '';
    } else part += character;
  }
  parts.push(part);
  return isQuoted || open.length > 0 ? null : parts;
}

const SELECTED = /^(?:\.\.\.)?(?:((?:"[^"]*"|[^":(])+):(?!:))?("[^"]*"|[^":(!.]+?)((?:->|::|!|\.|$).*|)$/s;
const unquoted = (name: string) => name.trim().replace(/^"(.*)"$/s, '$1');

/** Items of a selection; null when it is invalid. */
export function readSelection(text: string): Selected[] | null {
  const items = splitList(text);
  if (items === null) return null;
  const read: Selected[] = [];
  for (const item of items) {
    if (item.trim() === '') continue;
    const body = /^([^(]*)\((.*)\)$/s.exec(item.trim());
    const isAggregate =
      body !== null && body[2] === '' && /(^|[.:])(count|sum|avg|min|max)$/.test(body[1] ?? '');
    if (isAggregate) {
      read.push({ alias: '', name: body[1] ?? '', rest: '()', inner: null });
      continue;
    }
    const inner = body === null ? null : (body[2] ?? '');
    const found = SELECTED.exec(body === null ? item.trim() : (body[1] ?? ''));
    if (found === null) return null;
    const [, alias, name = '', rest = ''] = found;
    read.push({ alias: unquoted(alias ?? name), name: unquoted(name.replace(/->.*$/s, '')), rest, inner });
  }
  return read;
}

/** Conditions of `or=(…)` and their nesting depth; null for an invalid logic tree. */
export function readLogic(text: string, depth = 1): { conditions: Condition[]; depth: number } | null {
  const body = /^\s*\((.*)\)\s*$/s.exec(text)?.[1];
  const items = body === undefined ? null : splitList(body);
  if (items === null) return null;
  const conditions: Condition[] = [];
  let deepest = depth;
  for (const item of items) {
    const nested = /^\s*(?:not\.)?(?:and|or)\s*(\(.*\))\s*$/s.exec(item)?.[1];
    if (nested !== undefined) {
      const inner = readLogic(nested, depth + 1);
      if (inner === null) return null;
      conditions.push(...inner.conditions);
      deepest = Math.max(deepest, inner.depth);
      continue;
    }
    const [, name, value] = /^\s*("[^"]*"|[^".]+)\.(.*)$/s.exec(item) ?? [];
    if (name === undefined || value === undefined) return null;
    conditions.push({ name: columnOf(name), value });
  }
  return { conditions, depth: deepest };
}

/** A column's name without its JSON path and quotes. */
export const columnOf = (name: string): string => unquoted(unquoted(name).replace(/->.*$/s, ''));
