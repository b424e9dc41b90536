-- Facts about Supabase's own schemas and roles that the product relies on, as one JSON object of
-- plain words. The query reads catalogues only, so that postgres can run it in a real project. Only
-- privileges of the roles below are listed; 'maintain' is left out, because PostgreSQL has it from
-- 17 on.
with relevant(role) as (
  values ('public'), ('anon'), ('authenticated'), ('service_role'), ('postgres'),
    ('supabase_auth_admin'), ('supabase_storage_admin'), ('supabase_realtime_admin')
), platform as (
  select oid, nspname, nspowner, nspacl from pg_namespace where nspname in ('auth', 'storage', 'realtime', 'extensions')
), acl as (
  select 'schema' as kind, n.oid, x.* from platform n, aclexplode(coalesce(n.nspacl, acldefault('n', n.nspowner))) x
  union all
  select 'relation', c.oid, x.* from pg_class c join platform n on n.oid = c.relnamespace,
    aclexplode(coalesce(c.relacl, acldefault(case c.relkind when 'S' then 's' else 'r' end::"char", c.relowner))) x
  union all
  select 'function', p.oid, x.* from pg_proc p join platform n on n.oid = p.pronamespace,
    aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x
), privileges as (
  select a.kind, a.oid, jsonb_object_agg(a.role, a.words order by a.role) as granted
  from (
    select a.kind, a.oid, coalesce(r.rolname, 'public') as role,
      string_agg(distinct lower(a.privilege_type), ', ' order by lower(a.privilege_type)) as words
    from acl a left join pg_roles r on r.oid = a.grantee
    where a.privilege_type <> 'MAINTAIN'
    group by 1, 2, 3
  ) a
  where a.role in (select role from relevant)
  group by 1, 2
)
select jsonb_build_object(
  'roles', (
    select jsonb_object_agg(r.rolname, jsonb_build_object(
      'attributes', concat_ws(', ',
        case when r.rolsuper then 'superuser' end, case when r.rolcanlogin then 'login' end,
        case when r.rolinherit then 'inherit' end, case when r.rolcreaterole then 'createrole' end,
        case when r.rolcreatedb then 'createdb' end, case when r.rolreplication then 'replication' end,
        case when r.rolbypassrls then 'bypassrls' end),
      'limits', coalesce((
        select jsonb_object_agg(split_part(c, '=', 1), split_part(c, '=', 2)) from unnest(r.rolconfig) c
        where split_part(c, '=', 1) in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
      ), '{}'),
      'member_of', coalesce((
        select jsonb_object_agg(g.rolname, true)
        from pg_auth_members m join pg_roles g on g.oid = m.roleid
        where m.member = r.oid and g.rolname in ('anon', 'authenticated', 'service_role', 'authenticator',
          'supabase_auth_admin', 'supabase_storage_admin', 'supabase_realtime_admin', 'pg_signal_backend')
      ), '{}')))
    from pg_roles r join relevant v on v.role = r.rolname or r.rolname = 'authenticator' and v.role = 'public'
  ),
  'schemas', (
    select jsonb_object_agg(n.nspname, jsonb_build_object(
      'owner', n.nspowner::regrole::text, 'privileges', coalesce(p.granted, '{}')))
    from platform n left join privileges p on p.kind = 'schema' and p.oid = n.oid
  ),
  'tables', (
    select jsonb_object_agg(c.oid::regclass::text, jsonb_build_object(
      'owner', c.relowner::regrole::text,
      'kind', case c.relkind when 'p' then 'partitioned' else 'table' end,
      'row_security', c.relrowsecurity,
      'privileges', coalesce(p.granted, '{}'),
      'key', (
        select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid and k.contype = 'p'
      ),
      'columns', (
        select jsonb_object_agg(a.attname, concat_ws(' ', format_type(a.atttypid, a.atttypmod),
          case when a.attnotnull then 'not null' end, case when a.attgenerated = 's' then 'generated' end,
          case when a.attgenerated = '' and d.oid is not null then 'default' end))
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ),
      'references', coalesce((
        select jsonb_object_agg(pg_get_constraintdef(k.oid), true)
        from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'
      ), '{}'),
      'triggers', coalesce((
        select jsonb_object_agg(t.tgname, t.tgfoid::regproc::text)
        from pg_trigger t join pg_proc f on f.oid = t.tgfoid
        where t.tgrelid = c.oid and not t.tgisinternal and f.pronamespace in (select oid from platform)
      ), '{}')))
    from pg_class c
    join platform n on n.oid = c.relnamespace and n.nspname <> 'extensions'
    left join privileges p on p.kind = 'relation' and p.oid = c.oid
    where c.relkind in ('r', 'p') and not c.relispartition
  ),
  'functions', (
    select jsonb_object_agg(f.oid::regprocedure::text, jsonb_build_object(
      'owner', f.proowner::regrole::text,
      'returns', pg_get_function_result(f.oid),
      'runs_as', case when f.prosecdef then 'owner' else 'caller' end,
      'privileges', coalesce(p.granted, '{}')))
    from pg_proc f
    join platform n on n.oid = f.pronamespace and n.nspname <> 'extensions'
    left join privileges p on p.kind = 'function' and p.oid = f.oid
  ),
  'extensions', (
    select jsonb_object_agg(e.extname, n.nspname)
    from pg_extension e join pg_namespace n on n.oid = e.extnamespace
  ),
  'publications', (select coalesce(jsonb_object_agg(pubname, pubowner::regrole::text), '{}') from pg_publication),
  'default_privileges', coalesce((
    select jsonb_object_agg(d.what, d.granted) from (
      select d.defaclobjtype::text as what,
        jsonb_agg(distinct coalesce(r.rolname, 'public') order by coalesce(r.rolname, 'public')) as granted
      from pg_default_acl d cross join lateral aclexplode(d.defaclacl) x left join pg_roles r on r.oid = x.grantee
      where d.defaclnamespace = 'public'::regnamespace and d.defaclrole = 'postgres'::regrole
        and coalesce(r.rolname, 'public') in ('public', 'anon', 'authenticated', 'service_role')
      group by 1
    ) d
  ), '{}')
) as facts
