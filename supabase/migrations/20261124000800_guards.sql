-- Rules for every table, so they come last: typed texts are folded and checked, suspended and removed accounts cannot
-- write, the planner reveals nothing about private rows, statements of the API's roles have time limits.

-- Every column that people type into, and its kind. tests/database/security/typed-texts.test.ts fails for a text column
-- that is neither here nor in its list of columns written by programs.
create table app.typed_texts (
  relation text not null,
  column_name text not null,
  kind text not null check (kind in ('name', 'line', 'text', 'items', 'json')),
  primary key (relation, column_name)
);

-- Folds and checks the written columns; other columns of the row may hold older values. The error looks like that of a
-- check constraint: procedures return it as invalid_value with the constraint's name.
create function app.clean_typed_texts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  now_row constant jsonb := to_jsonb(new);
  old_row constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  folded jsonb := '{}';
  typed record;
  value jsonb;
  clean boolean;
begin
  for typed in select t.column_name, t.kind from app.typed_texts t where t.relation = tg_table_name loop
    value := now_row -> typed.column_name;
    continue when coalesce(value, 'null') = 'null' or value = old_row -> typed.column_name;
    if typed.kind in ('items', 'json') then
      clean := not exists (
        select from jsonb_path_query(value, 'lax $.**') v
        where jsonb_typeof(v) = 'string' and not app.is_clean_text(v #>> '{}', typed.kind)
      );
    else
      value := to_jsonb(app.folded_text(value #>> '{}', typed.kind));
      clean := app.is_clean_text(value #>> '{}', typed.kind);
      if value <> now_row -> typed.column_name then
        folded := folded || jsonb_build_object(typed.column_name, value);
      end if;
    end if;
    if not clean then
      raise exception 'this text has characters that are not allowed' using errcode = 'check_violation',
        hint = 'invalid_value', detail = typed.column_name, table = tg_table_name, column = typed.column_name,
        constraint = tg_table_name || '_' || typed.column_name || '_check';
    end if;
  end loop;
  if folded <> '{}' then
    new := jsonb_populate_record(new, folded);
  end if;
  return new;
end
$$;

insert into app.typed_texts (relation, column_name, kind) values
  ('user_profiles', 'name', 'name'),
  ('teachers', 'bio', 'text'), ('teachers', 'experience', 'text'), ('teachers', 'neighborhood', 'line'),
  ('teachers', 'story', 'text'), ('teachers', 'music', 'text'),
  ('students', 'bio', 'text'), ('students', 'experience', 'text'), ('students', 'favourite_songs', 'text'),
  ('students', 'interests', 'items'),
  ('student_leads', 'nome', 'line'), ('student_leads', 'cidade', 'line'), ('student_leads', 'estilo_danca', 'line'),
  ('student_leads', 'objetivos', 'text'),
  ('lesson_requests', 'message', 'text'), ('lesson_requests', 'reason', 'text'),
  ('lesson_evaluations', 'comment', 'text'),
  ('posts', 'text', 'text'), ('posts', 'removal_reason', 'text'),
  ('blocks', 'name', 'line'),
  ('reports', 'details', 'text'), ('report_decisions', 'reason', 'text'), ('teacher_verifications', 'note', 'text'),
  -- Its own constraint refuses line breaks.
  ('events', 'title', 'text'), ('events', 'organiser', 'line'), ('events', 'venue', 'line'), ('events', 'price', 'line'),
  ('events', 'description', 'text'),
  ('blog_categories', 'name', 'line'),
  ('blog_posts', 'title', 'line'), ('blog_posts', 'excerpt', 'text'), ('blog_posts', 'author_name', 'line'),
  ('blog_posts', 'cover_alt', 'line'), ('blog_posts', 'body', 'json'),
  ('dance_steps', 'name', 'line'), ('dance_steps', 'description', 'text'),
  ('cities', 'name', 'line'), ('dance_styles', 'name', 'line'),
  ('sponsors', 'name', 'line'), ('sponsors', 'tagline', 'line'),
  ('supporter_tiers', 'display_name', 'line'), ('supporter_tiers', 'email', 'line'),
  ('support_sync_logs', 'email', 'line'), ('support_sync_logs', 'message', 'text'),
  ('bulk_notifications', 'title', 'line'), ('bulk_notifications', 'body', 'text'),
  ('app_settings', 'description', 'line'), ('app_settings', 'value', 'json'),
  ('terms_and_policies', 'title', 'line');

-- A new text field of teachers is a typed text too.
create function app.type_teacher_field() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into app.typed_texts (relation, column_name, kind)
    values ('teachers', new.field, case new.kind when 'texts' then 'items' else 'text' end)
    on conflict do nothing;
  return null;
end
$$;
create trigger typed after insert on app.teacher_fields for each row when (new.kind in ('text', 'texts'))
  execute function app.type_teacher_field();

do $$
declare
  typed record;
begin
  for typed in select distinct t.relation from app.typed_texts t order by 1 loop
    -- Named to run first of the BEFORE triggers, so that the others see the stored text.
    execute format('create trigger aa_clean before insert or update on public.%I
      for each row execute function app.clean_typed_texts()', typed.relation);
  end loop;
end
$$;

-- Refuses writes of suspended accounts outside of commands: direct writes and other procedures. On every table, so that a
-- procedure is covered by the tables it writes; a new table with direct writes needs one too (banned.test.ts). Only
-- command_log has none, because a repeated command must be answered.
create function app.refuse_banned_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.refuse_banned();
  return null;
end
$$;
do $$
declare
  one record;
begin
  for one in
    select c.relname from pg_catalog.pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'command_log'
  loop
    execute format(
      'create trigger banned_refused before insert or update or delete on public.%I
         for each statement execute function app.refuse_banned_write()', one.relname);
  end loop;
end
$$;

-- For every table with direct writes; tests/database/accounts/living-accounts.test.ts fails for a new one without.
create function app.hold_to_living_accounts(relation regclass) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format('create trigger a_living_account before insert or update or delete on %s for each statement
    when (current_user = %L) execute function app.require_living_account()', relation, 'authenticated');
end
$$;

do $$
declare
  relation regclass;
begin
  for relation in
    select c.oid::regclass from pg_catalog.pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and (has_any_column_privilege('authenticated', c.oid, 'insert') or has_any_column_privilege('authenticated', c.oid, 'update')
        or has_table_privilege('authenticated', c.oid, 'delete'))
    order by c.relname
  loop
    perform app.hold_to_living_accounts(relation);
  end loop;
end
$$;

-- The planner's row estimate is readable with `Prefer: count=planned` by every role that may read a column. It comes from
-- samples of all rows, not only those that a policy shows, and for a small table from every row: it would reveal who has
-- reported, who has written anonymous evaluations and when, and who has got notifications. Without samples the estimate
-- is the same for everybody. These columns are looked up by index, or by few people.
do $$
declare
  private record;
begin
  for private in
    select a.attrelid::pg_catalog.regclass as relation, a.attname as name
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::pg_catalog.regnamespace and a.attnum > 0 and not a.attisdropped and (
      c.relname in ('lesson_evaluations', 'reports', 'report_decisions', 'notifications', 'pwa_subscriptions')
      or (c.relname, a.attname) in (('user_profiles', 'email'), ('user_profiles', 'whatsapp'), ('supporter_tiers', 'email'),
        ('supporter_tiers', 'user_id'), ('lesson_requests', 'message'), ('lesson_requests', 'reason'))
    )
    order by 1, a.attnum
  loop
    execute format('alter table %s alter column %I set statistics 0', private.relation, private.name);
  end loop;
end
$$;

-- Time limits of statements and lock waits of the API's roles. These are hosted Supabase's own values, written here so
-- that every database has them: PostgREST sets them for each request of the role, the embedded server too.
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
    -- Roles belong to the whole cluster: an existing setting is not written again for another database.
    continue when exists (
      select from pg_catalog.pg_roles r
      where r.rolname = wanted.role and wanted.name || '=' || wanted.value = any (r.rolconfig)
    );
    begin
      execute pg_catalog.format('alter role %I set %I = %L', wanted.role, wanted.name, wanted.value);
    exception
      -- Another owner of these roles has set limits, or two databases write the same at once.
      when insufficient_privilege or internal_error then
        raise notice '% of % stays as it is: %', wanted.name, wanted.role, sqlerrm;
    end;
  end loop;
end $$;

-- The server itself may call every procedure; those of the team still check the caller.
grant execute on all functions in schema public to service_role;
