import { isLoopbackAddress, isLoopbackHostname } from '@supabase/lite';
import type { Statements } from './database.ts';
import { StartFailure } from './start-failure.ts';

/** Whether a server on this host is reachable from this computer only. */
export const isLocalHost = (host: string) => isLoopbackHostname(host) || isLoopbackAddress(host);

/** E-mail pattern of the demo accounts (supabase/demo/accounts.json); the .test domain is reserved (RFC 2606). */
const DEMO_ACCOUNT = '%@danceflix.test';

/** Refuses to serve demo accounts on the network: their passwords are public, an administrator's too. Throws StartFailure. */
export function refuseDemo(host: string): never {
  throw new StartFailure(
    `HOST=${host} opens this server to others, and the passwords of its demo accounts are public. ` +
      'Choose SEED=none with another DATA_DIR, or add DEMO_ON_NETWORK=yes if everybody may be administrator.',
  );
}

/** Refuses the same when an earlier start has created demo accounts. */
export async function refuseDemoAccounts(database: Pick<Statements, 'query'>, host: string): Promise<void> {
  const known = await database.query('select from auth.users where email like $1 limit 1', [DEMO_ACCOUNT]);
  if (known.length > 0) refuseDemo(host);
}
