import { z } from 'zod';
import type { Database } from './database.ts';
import { requestContext } from './request-context.ts';

type Settings = ReadonlyArray<readonly [name: string, value: string]>;

/** The role of a token, parsed like in the library. */
const actor = z.object({ role: z.string() }).catch({ role: 'anon' });
const TIMEOUTS = ['statement_timeout', 'lock_timeout'];

/**
 * Begins every request like PostgREST, in its transaction, after its role and claims are set, with one statement:
 * - The time limits of the role: `alter role … set` takes effect at login, but a request only switches to the role.
 *   `limit`: milliseconds that replace the roles' own limits. PGlite has none, because it cannot interrupt a statement
 *   (database/pglite.ts).
 * - For the data API, method and path, and the door (`door.before_request`), which may refuse the request. Storage, Auth
 *   and Realtime do not pass it. A database without the product has no door.
 */
export async function startRequests(database: Database, limit?: number): Promise<void> {
  const known: ReadonlyMap<string, Settings> =
    database.driver === 'pglite' ? new Map() : await readLimits(database);
  const own: Settings | undefined =
    database.driver === 'pglite' || limit === undefined ? undefined : [['statement_timeout', `${limit}ms`]];
  const hasDoor = await readDoor(database);
  const { connection } = database;
  const withContext = connection.withContext.bind(connection);
  connection.withContext = async <T>(
    ...[vars, work, opts]: Parameters<typeof withContext<T>>
  ): Promise<T> => {
    const { role } = actor.parse(vars?.auth);
    const asked = hasDoor ? requestContext.getStore()?.asked : undefined;
    const settings = [
      ...(own ?? known.get(role) ?? []),
      ...(asked === undefined
        ? []
        : ([
            ['request.method', asked.method],
            ['request.path', asked.path],
          ] as const)),
    ];
    if (vars === undefined || settings.length === 0) return withContext<T>(vars, work, opts);
    return withContext<T>(
      vars,
      async (db) => {
        await db
          .selectNoFrom((eb) => [
            ...settings.map(([name, value]) =>
              eb.fn('set_config', [eb.val(name), eb.val(value), eb.val(true)]).as(name),
            ),
            // Last: it reads what the others set.
            ...(asked === undefined ? [] : [eb.fn('door.before_request', []).as('door')]),
          ])
          .execute();
        return work(db);
      },
      opts,
    );
  };
}

async function readDoor(database: Database): Promise<boolean> {
  const [row] = await database.query<{ there: boolean }>(
    `select to_regprocedure('door.before_request()') is not null as there`,
  );
  return row?.there ?? false;
}

async function readLimits(database: Database): Promise<ReadonlyMap<string, Settings>> {
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
