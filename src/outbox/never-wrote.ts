/** Looks for the outbox without opening it, which would make an empty one. */
import { logger } from '@/lib/logger';
import { OUTBOX_NAME } from './command';

/** Whether nothing was ever written on this phone; false where the browser cannot tell. */
export async function neverWrote(): Promise<boolean> {
  try {
    const databases = await globalThis.indexedDB?.databases?.();
    return Boolean(databases && !databases.some(({ name }) => name === OUTBOX_NAME));
  } catch (error) {
    // A blocked store throws at once instead of rejecting. Opening the database will show whether it works.
    logger.info('No list of databases', error);
    return false;
  }
}
