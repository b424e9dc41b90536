/**
 * Evaluations of the teachers whose pages were opened on this device, for reading offline. Public data, refreshed at
 * every visit that reaches the server.
 */

import { fieldsOf, isNumber, isText, stored } from '@/lib/stored';
import { isList, type ReceivedPage } from './received';

/** Number of teachers kept, the latest ones: about 300 kB at worst. */
const TEACHERS = 20;

interface Kept {
  personId: string;
  page: ReceivedPage;
}

const kept = stored(
  'danceflix_cache_evaluations',
  (value) => {
    const { teachers } = fieldsOf(value);
    return Array.isArray(teachers) ? { teachers: teachers.filter(isKept) } : null;
  },
  { version: 1 },
);

const all = (): Kept[] => kept.read()?.teachers ?? [];

export function readKept(personId: string): ReceivedPage | null {
  return all().find((one) => one.personId === personId)?.page ?? null;
}

export function keep(personId: string, page: ReceivedPage): void {
  const others = all().filter((one) => one.personId !== personId);
  kept.write({ teachers: [{ personId, page }, ...others].slice(0, TEACHERS) });
}

function isKept(value: unknown): value is Kept {
  const { personId, page } = fieldsOf(value);
  const { items, total, pages } = fieldsOf(page);
  return isText(personId) && isList(items) && isNumber(total) && isNumber(pages);
}
