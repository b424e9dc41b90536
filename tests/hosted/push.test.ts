/**
 * The product is pushed to a project by the Supabase CLI, as postgres, which is no superuser there.
 */
import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlState } from '../support/database.ts';
import { migrationsDir } from '../support/migrations-dir.ts';
import { emptyDatabase, ownTemplate } from '../support/postgres-template.ts';
import { asSuperuser, createProject, loginAs, startHostedCluster, within } from './cluster.ts';
import { otherPostgres } from './postgres-17.ts';
import { type Push, pushMigrations } from './push.ts';

/** The cluster in which a test creates its projects. */
interface Place {
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
}

const places: [string, () => Promise<Place>][] = [
  [
    'the PostgreSQL of these tests',
    async () => {
      const url = (await ownTemplate())?.url ?? '';
      return { createDatabase: () => emptyDatabase(asSuperuser(url)), stop: async () => undefined };
    },
  ],
];
const other = otherPostgres();
if (other !== null) places.push(['PostgreSQL 17', () => startHostedCluster({ programs: other })]);

const files = readdirSync(migrationsDir).filter((file) => file.endsWith('.sql'));

describe.each(places)('on %s', (_, start) => {
  let place: Place;
  let closed: string;
  let open: string;
  let first: Push;
  beforeAll(async () => {
    place = await start();
    [closed, open] = [await createProject(place), await createProject(place, 'open')];
    first = await pushMigrations(closed);
  });
  afterAll(() => place.stop());

  it('everything is applied, in the order of the files, without a warning', async () => {
    expect(first).toMatchObject({ status: 0 });
    expect(first.output).not.toMatch(/WARNING|NOTICE|ERROR/);
    const applied = await within(
      closed,
      (sql) => sql`select version from supabase_migrations.schema_migrations`,
    );
    expect(applied).toHaveLength(files.length);
    const [who] = await within(
      closed,
      (sql) => sql<{ is_super: boolean; owners: string[] }[]>`
        select (select rolsuper from pg_roles where rolname = current_user) as is_super,
          array(select distinct relowner::regrole::text from pg_class where relnamespace = 'public'::regnamespace) as owners`,
    );
    expect(who).toEqual({ is_super: false, owners: ['postgres'] });
  });

  it('a second time finds nothing to do', async () => {
    const second = await pushMigrations(closed);
    expect(second).toMatchObject({ status: 0 });
    expect(second.output).toContain('up to date');
  });

  it('grants are the same where everything new in public is granted by default', async () => {
    expect(await pushMigrations(open)).toMatchObject({ status: 0 });
    const [here, there] = [await granted(closed), await granted(open)];
    expect(here.length).toBeGreaterThan(100);
    expect(here.filter((grant) => !there.includes(grant))).toEqual([]);
    // From 17 on the server's own role keeps VACUUM and similar rights there, which no request of
    // the API can use.
    const beyond = there.filter(
      (grant) => !here.includes(grant) && !/^service_role may maintain/.test(grant),
    );
    // Functions that it may call there too. They require a person, and there is none.
    for (const grant of beyond) expect(grant).toMatch(/^service_role may execute public\.\w+\(/);
    const answering: string[] = [];
    for (const grant of beyond) {
      const call = callOf(grant.replace('service_role may execute ', ''));
      const asServer = () =>
        within(loginAs(open, 'authenticator'), (sql) =>
          sql.begin(async (tx) => {
            await tx`set local role service_role`;
            await tx.unsafe(call);
          }),
        );
      if ((await sqlState(asServer)) !== 'PT401') answering.push(call);
    }
    expect(answering).toEqual([]);
  });
});

it('a migration that needs a superuser stops the push, with what went wrong', async () => {
  const url = (await ownTemplate())?.url ?? '';
  const project = await createProject({ createDatabase: () => emptyDatabase(asSuperuser(url)) });
  const folder = await mkdtemp(join(tmpdir(), 'danceflix-migrations-'));
  try {
    await writeFile(join(folder, '20260101000000_table.sql'), 'create table public.first (id int);');
    const setting = `create function public.f() returns int language sql set "request.jwt.claims" = '{}' as 'select 1';`;
    await writeFile(join(folder, '20260101000001_setting.sql'), setting);
    const { status, output } = await pushMigrations(project, folder);
    expect(status).toBe(1);
    expect(output).toContain('permission denied to set parameter "request.jwt.claims"');
    const [there] = await within(
      project,
      (sql) => sql`select to_regclass('public.first') is not null as first`,
    );
    expect(there).toEqual({ first: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/**
 * `role may privilege object`, for everything that is not Supabase's own, for the API's roles and
 * PUBLIC.
 */
async function granted(url: string): Promise<string[]> {
  const rows = await within(
    url,
    (sql) => sql<{ grant: string }[]>`
      with own as (select oid from pg_namespace where nspname in ('public', 'app')),
      acl as (
        select c.oid::regclass::text as object, x.* from pg_class c, aclexplode(c.relacl) x
        where c.relnamespace in (select oid from own)
        union all
        select c.oid::regclass || '.' || a.attname, x.* from pg_attribute a join pg_class c on c.oid = a.attrelid,
          aclexplode(a.attacl) x
        where c.relnamespace in (select oid from own)
        union all
        select n.nspname || '.' || p.proname || '(' || oidvectortypes(p.proargtypes) || ')', x.*
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace,
          aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x
        where n.oid in (select oid from own)
        union all
        select n.nspname, x.* from pg_namespace n, aclexplode(n.nspacl) x where n.oid in (select oid from own)
      )
      select distinct coalesce(r.rolname, 'public') || ' may ' || lower(privilege_type) || ' ' || object as grant
      from acl left join pg_roles r on r.oid = acl.grantee
      where coalesce(r.rolname, 'public') in ('public', 'anon', 'authenticated', 'service_role')
      order by 1`,
  );
  return rows.map(({ grant }) => grant);
}

/** Calls `public.f(uuid, text)` with nulls only. */
function callOf(signature: string): string {
  const [, name = '', types = ''] = /^(.+?)\((.*)\)$/.exec(signature) ?? [];
  const nulls = types === '' ? [] : types.split(', ').map((type) => `null::${type}`);
  return `select ${name}(${nulls.join(', ')})`;
}
