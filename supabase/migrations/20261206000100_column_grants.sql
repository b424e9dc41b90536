-- Column grants instead of table grants. A table grant makes the system columns of every row readable, and a row lock
-- leaves the number of its transaction in xmax: whoever read a request's xmax knew who had written the anonymous
-- evaluation of that moment, and a profile's xmax moved when somebody marked its owner privately. System columns are
-- readable by a table grant only, so no API role has one that reads or writes values. DELETE has no columns, and reads
-- none: those grants stay.
--
-- A later table is closed until its columns are granted, and a later column until it is: `grant select (column) on …`.
-- tests/database/matrix-columns.ts names them all.
do $$
declare
  granted record;
begin
  for granted in
    select c.oid::pg_catalog.regclass as relation, r.rolname as role, (
        select string_agg(format('%I', a.attname), ', ' order by a.attnum) from pg_catalog.pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ) as columns
    from pg_catalog.pg_class c
    cross join lateral pg_catalog.aclexplode(c.relacl) x
    join pg_catalog.pg_roles r on r.oid = x.grantee
    where c.relnamespace = 'public'::pg_catalog.regnamespace and c.relkind in ('r', 'v', 'm', 'p', 'f')
      and x.privilege_type = 'SELECT' and r.rolname in ('anon', 'authenticated')
    order by 1, 2
  loop
    execute format('revoke select on %s from %I', granted.relation, granted.role);
    execute format('grant select (%s) on %s to %I', granted.columns, granted.relation, granted.role);
  end loop;
end
$$;

-- Again, because setting up the embedded server's system once more used to bring the defaults back.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;

-- As before (…_teacher_fields.sql), and the column is read by whoever reads the table.
create or replace function app.add_teacher_field(field text, kind text, rule text, is_listed boolean) returns void
language plpgsql set search_path = ''
as $$
declare
  type constant text := case kind
    when 'text' then 'text' when 'texts' then 'text[]' when 'number' then 'integer' when 'flag' then 'boolean' end;
begin
  insert into app.teacher_fields (field, kind, is_listed) values (field, kind, is_listed);
  execute format('alter table public.teachers add column %I %s constraint %I check (%s)', field, type,
    'teachers_' || field || '_check', rule);
  execute format('grant insert (%1$I), update (%1$I) on public.teachers to authenticated', field);
  execute format('grant select (%I) on public.teachers to anon, authenticated', field);
  if is_listed then
    execute format('alter table public.teacher_listings add column %I %s', field, type);
    execute format('grant select (%I) on public.teacher_listings to anon, authenticated', field);
  end if;
  perform app.define_teacher_views();
  perform app.define_listings();
  drop trigger audit on public.teachers;
  perform app.audit_table('teachers', 'id', 'id', (
    select 'slug,' || string_agg(f.field, ',' order by f.place) from app.teacher_fields f
    where f.kind = 'text' or f.kind = 'texts' and f.is_added));
end
$$;
