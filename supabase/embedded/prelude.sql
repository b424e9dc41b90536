-- Objects that a hosted Supabase project has before its first migration. Safe to run again.

-- Roles belong to the whole cluster, so two databases may create them at the same moment.
do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('anon', 'nologin'),
      ('authenticated', 'nologin'),
      ('service_role', 'nologin bypassrls'),
      ('supabase_auth_admin', 'nologin noinherit'),
      ('authenticator', 'nologin noinherit')
    ) as roles(name, attributes)
  loop
    begin
      if not exists (select from pg_catalog.pg_roles where rolname = wanted.name) then
        execute format('create role %I %s', wanted.name, wanted.attributes);
      end if;
    exception when duplicate_object or unique_violation then
      null;
    end;
  end loop;
end $$;

do $$
declare
  member text;
begin
  foreach member in array array['authenticator', current_user] loop
    begin
      execute format('grant anon, authenticated, service_role to %I', member);
    exception when others then
      raise notice 'roles not granted to %: %', member, sqlerrm;
    end;
  end loop;
end $$;

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;

grant usage on schema public, extensions, auth, storage to anon, authenticated, service_role;
grant all on all tables in schema storage to anon, authenticated, service_role;
grant execute on all functions in schema storage to anon, authenticated, service_role;
-- New objects in public have no grants by default: so do new projects since 30 May 2026, older ones since 30 October
-- 2026. tests/hosted also runs the migrations on a project with the old default.

-- Claims are set whole in request.jwt.claims and, for two of them, also one by one.
create or replace function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;
create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;
create or replace function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )
$$;
create or replace function auth.email() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )
$$;
grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to public;

do $$ begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end $$;

-- Not part of Supabase: says that this server reads every picture where it is stored (storage-adapter.ts), so that rows may
-- name it at once (…_files.sql).
create or replace function storage.reads_pictures() returns boolean language sql immutable as $$ select true $$;
