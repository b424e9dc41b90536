-- Projects made before 30 May 2026 grant everything new in public to the API's roles. Since 30
-- October 2026 they no longer do, unless their owner chose to keep it.
alter default privileges for role postgres in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on routines to anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on sequences to anon, authenticated, service_role;
