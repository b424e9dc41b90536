import { openDatabase } from '../../supabase/embedded/database/open.ts';
import type { Database, Statements } from '../../supabase/embedded/database.ts';
import { loginAs } from './cluster.ts';
import { loadParser, unscopedWrites } from './unscoped.ts';

export type Gateway = Pick<Database, 'transaction' | 'close'>;

/**
 * Sessions as PostgREST has them: the login of authenticator, whose limits count until a role brings its own, and who
 * may do nothing before it has taken on another role. What pg_safeupdate would refuse of a statement is refused here;
 * of the functions that it calls, tests/hosted/unscoped-writes.test.ts has read every one.
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

/** What is no SQL, PostgreSQL itself refuses. */
function unscopedWritesIfSql(sql: string): string[] {
  try {
    return unscopedWrites(sql);
  } catch {
    return [];
  }
}
