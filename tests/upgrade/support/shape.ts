/** The shape of JSON: names and types, merged over all values that were seen. */

export interface Shape {
  /** Sorted: null, boolean, number, string, object, array. */
  types: string[];
  /** Fields of objects. Keys that are ids or days count as one, `*`. */
  fields?: Record<string, Field>;
  /** Items of arrays; absent while all were empty. */
  items?: Shape;
}

interface Field extends Shape {
  /** Some object did not have it. */
  optional?: true;
}

/** Keys that are values themselves: ids, files named by an id, days, numbers. */
const VALUE_KEY = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}.*|\d{4}-\d\d(-\d\d)?.*|\d+)$/;

/** The field that a key stands for. */
const fieldOf = (key: string): string => (VALUE_KEY.test(key) ? '*' : key);

export function shapeOf(value: unknown): Shape {
  if (Array.isArray(value)) {
    const items = value
      .map(shapeOf)
      .reduce<Shape | undefined>((all, one) => mergeShapes(all, one), undefined);
    return { types: ['array'], ...(items && { items }) };
  }
  if (value === null || typeof value !== 'object') return { types: [value === null ? 'null' : typeof value] };
  const fields: Record<string, Field> = {};
  for (const [key, inner] of Object.entries(value)) {
    const name = fieldOf(key);
    const known = Object.hasOwn(fields, name) ? fields[name] : undefined;
    fields[name] = {
      ...mergeShapes(known, shapeOf(inner)),
      ...(name === '*' && { optional: true as const }),
    };
  }
  return { types: ['object'], fields };
}

export function mergeShapes(one: Shape | undefined, other: Shape | undefined): Shape {
  if (!one || !other) return one ?? other ?? { types: [] };
  const items = one.items || other.items ? mergeShapes(one.items, other.items) : undefined;
  const fields = mergeFields(one, other);
  return {
    types: [...new Set([...one.types, ...other.types])].sort(),
    ...(fields && { fields }),
    ...(items && { items }),
  };
}

function mergeFields(one: Shape, other: Shape): Record<string, Field> | undefined {
  // A null or a text beside an object says nothing about the object's fields.
  if (!one.fields || !other.fields) return one.fields ?? other.fields;
  const merged: Record<string, Field> = {};
  for (const name of [...new Set([...Object.keys(one.fields), ...Object.keys(other.fields)])].sort()) {
    const [a, b] = [own(one.fields, name), own(other.fields, name)];
    const isOptional = !a || !b || a.optional || b.optional;
    merged[name] = { ...mergeShapes(a, b), ...(isOptional && { optional: true as const }) };
  }
  return merged;
}

const own = (fields: Record<string, Field>, name: string): Field | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/**
 * The things that a phone that expects `promised` would miss in answers of shape `given`: a field that was always there, or a value
 * of another type. Null says nothing, in either: whether a value was missing depends on the rows that were asked for.
 */
export function missedIn(promised: Shape, given: Shape, path = ''): string[] {
  const expected = promised.types.filter((type) => type !== 'null');
  if (expected.length === 0) return [];
  const faults = given.types
    .filter((type) => type !== 'null' && !expected.includes(type))
    .map((type) => `${path || 'the answer'} is ${type} instead of ${expected.join(' or ')}`);
  if (promised.items && given.items) faults.push(...missedIn(promised.items, given.items, `${path}[]`));
  for (const [key, field] of Object.entries(promised.fields ?? {})) {
    if (!given.fields) break;
    // Release 1.0.0 kept files named by an id as fields of that name.
    const name = fieldOf(key);
    const there = own(given.fields, name);
    const at = path ? `${path}.${name}` : name;
    if (there) faults.push(...missedIn(field, there, at));
    if (name !== '*' && !field.optional && (!there || there.optional)) faults.push(`${at} is missing`);
  }
  return faults;
}
