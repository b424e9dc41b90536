/**
 * Evaluations of the teachers whose pages were opened on this device, for reading offline. Public data, refreshed at
 * every visit that reaches the server.
 */

import { fieldsOf, isNumber, isText, stored } from '@/lib/stored';
import { textHash } from '@/lib/text-hash';
import { isList, type ReceivedPage } from './received';

/** Number of teachers kept, the latest ones: about 300 kB at worst. */
const TEACHERS = 20;

interface Kept {
  personId: string;
  page: ReceivedPage;
  /** The blocks that the page was read with (see `blocksKey`): a page read before a block shows blocked people. */
  without: string;
}

const kept = stored(
  'danceflix_cache_evaluations',
  (value) => {
    const { teachers } = fieldsOf(value);
    return Array.isArray(teachers) ? { teachers: teachers.filter(isKept) } : null;
  },
  { version: 2 },
);

const all = (): Kept[] => kept.read()?.teachers ?? [];

/** Stands for a set of blocked people without naming them: the kept pages stay on the phone after a sign-out. */
export const blocksKey = (hidden: ReadonlySet<string>): string =>
  hidden.size === 0 ? '' : String(textHash([...hidden].sort().join()));

export function readKept(personId: string, without: string): ReceivedPage | null {
  return all().find((one) => one.personId === personId && one.without === without)?.page ?? null;
}

export function keep(personId: string, page: ReceivedPage, without: string): void {
  const others = all().filter((one) => one.personId !== personId);
  kept.write({ teachers: [{ personId, page, without }, ...others].slice(0, TEACHERS) });
}

function isKept(value: unknown): value is Kept {
  const { personId, page, without } = fieldsOf(value);
  const { items, total, pages } = fieldsOf(page);
  return isText(personId) && isText(without) && isList(items) && isNumber(total) && isNumber(pages);
}
