-- The roles of a hosted project, for a cluster whose superuser is supabase_admin. Roles belong to
-- the whole cluster. pg_safeupdate is not available here, so authenticator preloads nothing: hosted
-- Supabase refuses UPDATE and DELETE without WHERE, which tests/hosted/unscoped-writes.test.ts
-- checks instead.

create role postgres login nosuperuser createdb createrole replication bypassrls;

create role anon nologin inherit;
create role authenticated nologin inherit;
create role service_role nologin inherit bypassrls;
create role authenticator login noinherit;

create role supabase_auth_admin login noinherit nocreaterole noreplication;
create role supabase_storage_admin login noinherit createrole noreplication;
create role supabase_realtime_admin nologin noinherit noreplication;
create role supabase_replication_admin login replication;
create role supabase_read_only_user login bypassrls;
create role dashboard_user nologin createdb createrole replication;

grant anon, authenticated, service_role to authenticator;
grant authenticator to supabase_storage_admin;
grant pg_monitor, pg_read_all_data, pg_signal_backend to postgres;
grant pg_read_all_data to supabase_read_only_user;

-- Up to 15, a role with CREATEROLE may grant any membership; from 16 on it needs the admin option.
do $$ begin
  if current_setting('server_version_num')::int >= 160000 then
    grant anon, authenticated, service_role to postgres with admin option;
  else
    grant anon, authenticated, service_role to postgres;
  end if;
end $$;

-- On hosted Supabase an extension (supautils) lets postgres set PostgREST's settings (pgrst.*) on its login. Without that
-- extension a role needs the right to the setting, and from 16 on the admin option on the role.
grant set on parameter "pgrst.db_pre_request" to postgres;
do $$ begin
  if current_setting('server_version_num')::int >= 160000 then
    execute 'grant authenticator to postgres with admin true, inherit false, set false';
  end if;
end $$;

alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
alter role supabase_auth_admin set idle_in_transaction_session_timeout = 60000;
alter role supabase_auth_admin set search_path = auth;
alter role supabase_storage_admin set search_path = storage;
alter role postgres set search_path = "$user", public, extensions;
alter role supabase_admin set search_path = "$user", public, auth, extensions;
