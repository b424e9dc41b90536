import { openDatabase } from '../../supabase/embedded/database/open.ts';
import type { Database, Statements } from '../../supabase/embedded/database.ts';
import { loginAs } from './cluster.ts';
import { loadParser, unscopedWrites } from './unscoped.ts';

export type Gateway = Pick<Database, 'transaction' | 'close'>;

/**
 * Sessions like PostgREST's: the login of authenticator, whose limits count until a role brings its
 * own, and which may do nothing before it has switched to another role. Statements that
 * pg_safeupdate would refuse are refused here; tests/hosted/unscoped-writes.test.ts checks the
 * functions that they call.
 */
export async function openGateway(url: string): Promise<Gateway> {
  await loadParser();
  const database = await openDatabase({ driver: 'postgres', url: loginAs(url, 'authenticator') });
  return {
    transaction: (work) => database.transaction((tx) => work(refusingUnscoped(tx))),
    close: () => database.close(),
  };
}

function refusingUnscoped(tx: Statements): Statements {
  const check = (sql: string) => {
    const [found] = unscopedWritesIfSql(sql);
    if (found === undefined) return;
    const verb = found.startsWith('update') ? 'UPDATE' : 'DELETE';
    throw Object.assign(new Error(`${verb} requires a WHERE clause`), { code: '21000' });
  };
  return {
    exec: async (sql) => {
      check(sql);
      await tx.exec(sql);
    },
    query: async (sql, params) => {
      check(sql);
      return tx.query(sql, params);
    },
  };
}

/** PostgreSQL itself refuses text that is no SQL. */
function unscopedWritesIfSql(sql: string): string[] {
  try {
    return unscopedWrites(sql);
  } catch {
    return [];
  }
}
