/**
 * Comments of the teachers whose pages were opened on this phone, to be read without a connection. Public data; renewed
 * with every visit that reaches the server.
 */

import { logger } from '@/lib/logger';
import { fieldsOf, isNumber, isText, readStored } from '@/lib/stored';
import { isList, type ReceivedPage } from './received';

const KEY = 'danceflix_cache_evaluations';
const VERSION = 1;
/** The last so many teachers: about 300 kB at worst. */
const TEACHERS = 20;

interface Kept {
  personId: string;
  page: ReceivedPage;
}

export function readKept(personId: string): ReceivedPage | null {
  return all().find((one) => one.personId === personId)?.page ?? null;
}

export function keep(personId: string, page: ReceivedPage): void {
  const others = all().filter((one) => one.personId !== personId);
  const teachers = [{ personId, page }, ...others].slice(0, TEACHERS);
  try {
    localStorage.setItem(KEY, JSON.stringify({ version: VERSION, teachers }));
  } catch (error) {
    logger.info('Comments not kept', error);
  }
}

function all(): Kept[] {
  const kept = readStored('localStorage', KEY, (value) => {
    const { version, teachers } = fieldsOf(value);
    return version === VERSION && Array.isArray(teachers) ? teachers.filter(isKept) : null;
  });
  return kept ?? [];
}

function isKept(value: unknown): value is Kept {
  const { personId, page } = fieldsOf(value);
  const { items, total, pages } = fieldsOf(page);
  return isText(personId) && isList(items) && isNumber(total) && isNumber(pages);
}
