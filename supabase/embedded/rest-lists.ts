/** PostgreSQL's text of a list that is not empty: `{a,b}`. The library takes an empty one for a value of another type. */
export const isListText = (text: string): boolean => /^\s*\{[^{}]+\}\s*$/s.test(text);

/** Operators that compare lists as wholes or by their items. */
const OF_LISTS = new Set(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'isdistinct', 'cs', 'cd', 'ov']);

/** Whether an operand fits a column of this type (pg_type's name; `_uuid` is a list of uuids). */
export function fitsColumn(type: string | undefined, operator: string, operand: string): boolean {
  if (!type?.startsWith('_') || operator === 'is') return true;
  return OF_LISTS.has(operator) && isListText(operand);
}
