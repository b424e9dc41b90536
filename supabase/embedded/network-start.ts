import { isLoopbackAddress, isLoopbackHostname } from '@supabase/lite';
import type { Statements } from './database.ts';
import { StartFailure } from './start-failure.ts';

/** Whether only programs on this computer reach a server that listens there. */
export const isLocalHost = (host: string) => isLoopbackHostname(host) || isLoopbackAddress(host);

/** The demo's people (supabase/demo/accounts.json); nobody else can have such an address (RFC 2606). */
const DEMO_ACCOUNT = '%@danceflix.test';

/** Everybody knows the passwords of the demo accounts, an administrator's too. Throws StartFailure. */
export function refuseDemo(host: string): never {
  throw new StartFailure(
    `HOST=${host} opens this server to others, and the passwords of its demo accounts are public. ` +
      'Choose SEED=none with another DATA_DIR, or add DEMO_ON_NETWORK=yes if everybody may be administrator.',
  );
}

/** As above for accounts of an earlier start. */
export async function refuseDemoAccounts(database: Pick<Statements, 'query'>, host: string): Promise<void> {
  const known = await database.query('select from auth.users where email like $1 limit 1', [DEMO_ACCOUNT]);
  if (known.length > 0) refuseDemo(host);
}
