import { z } from 'zod';
import type { Database } from './database.ts';

type Settings = ReadonlyArray<readonly [name: string, value: string]>;

/** The role of a token, parsed like in the library. */
const actor = z.object({ role: z.string() }).catch({ role: 'anon' });
const TIMEOUTS = ['statement_timeout', 'lock_timeout'];

/**
 * Applies a role's time limits to every request of that role, like PostgREST: `alter role … set` takes effect at
 * login, but a request only switches to the role. `limit`: milliseconds that replace the roles' own limits.
 */
export async function limitStatements(database: Database, limit?: number): Promise<void> {
  // PGlite cannot interrupt a statement: see database/pglite.ts.
  if (database.driver === 'pglite') return;
  const known = await readSettings(database);
  const { connection } = database;
  const withContext = connection.withContext.bind(connection);
  connection.withContext = async <T>(
    ...[vars, work, opts]: Parameters<typeof withContext<T>>
  ): Promise<T> => {
    const { role } = actor.parse(vars?.auth);
    const settings =
      limit === undefined ? (known.get(role) ?? []) : [['statement_timeout', `${limit}ms`] as const];
    if (vars === undefined || settings.length === 0) return withContext<T>(vars, work, opts);
    return withContext<T>(
      vars,
      async (db) => {
        await db
          .selectNoFrom((eb) =>
            settings.map(([name, value]) =>
              eb.fn('set_config', [eb.val(name), eb.val(value), eb.val(true)]).as(name),
            ),
          )
          .execute();
        return work(db);
      },
      opts,
    );
  };
}

async function readSettings(database: Database): Promise<ReadonlyMap<string, Settings>> {
  const rows = await database.query<{ role: string; name: string; value: string }>(
    `select r.rolname as role, split_part(c, '=', 1) as name, split_part(c, '=', 2) as value
     from pg_catalog.pg_roles r, unnest(r.rolconfig) c
     where r.rolname in ('anon', 'authenticated', 'service_role')`,
  );
  const settings = new Map<string, Array<readonly [string, string]>>();
  for (const { role, name, value } of rows) {
    if (!TIMEOUTS.includes(name)) continue;
    settings.set(role, [...(settings.get(role) ?? []), [name, value]]);
  }
  return settings;
}
