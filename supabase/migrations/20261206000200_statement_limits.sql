-- How long a statement of the API's roles may run, and wait for a lock. These are hosted Supabase's own values, written
-- down so that every database has them: PostgREST sets them for each request of the role, the embedded server too.
do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('anon', 'statement_timeout', '3s'),
      ('authenticated', 'statement_timeout', '8s'),
      ('service_role', 'statement_timeout', '8s'),
      ('anon', 'lock_timeout', '8s'),
      ('authenticated', 'lock_timeout', '8s'),
      ('service_role', 'lock_timeout', '8s')
    ) as settings(role, name, value)
  loop
    -- Roles belong to the whole cluster: what is there already is not written again beside another database.
    continue when exists (
      select from pg_catalog.pg_roles r
      where r.rolname = wanted.role and wanted.name || '=' || wanted.value = any (r.rolconfig)
    );
    begin
      execute pg_catalog.format('alter role %I set %I = %L', wanted.role, wanted.name, wanted.value);
    exception
      -- Where these roles are somebody else's, their owner has set limits; two databases at once write the same.
      when insufficient_privilege or internal_error then
        raise notice '% of % stays as it is: %', wanted.name, wanted.role, sqlerrm;
    end;
  end loop;
end $$;
