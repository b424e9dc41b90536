-- The back-office's access check: all of its procedures raise 42501 with the hint `admin_only` for other callers. And the
-- audit: every change that an administrator makes to a row in any way (procedures, PostgREST, side effects of either).
-- Triggers on the tables write it; rows are never changed, deleted or written by hand, and are kept for good.
--
-- Personal data must go with the account, but a log must stay. So values of personal columns are stored beside it
-- (app.audit_personal) as long as the account exists; the log keeps the columns' names. Values of more than 10,000
-- bytes (articles) are stored as { bytes, sha256 }.

-- The id of the calling administrator. Hints: not_signed_in (PT401), admin_only (42501).
create function app.require_admin() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
begin
  -- The role alone: a command that has arrived before a suspension is repeated, and begin_command refuses the others.
  if not app.has_role('admin') then
    perform app.refuse('42501', 'admin_only', 'only administrators do this');
  end if;
  return me;
end
$$;

create table public.audit_log (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null default clock_timestamp(),
  -- Null: no person, but a rule.
  actor_id uuid,
  action text not null constraint audit_log_action_check check (action in ('insert', 'update', 'delete')),
  table_name text not null,
  -- The row's key as text; a key of two columns as 'one/other'.
  row_id text not null,
  -- The changed columns; for a new or deleted row all that have a value.
  before jsonb,
  after jsonb,
  -- Further changed columns, whose values are in app.audit_personal.
  personal text[] not null default '{}',
  words tsvector not null
);
create index audit_log_newest on public.audit_log (at, id);
create index audit_log_actor on public.audit_log (actor_id, at, id);
create index audit_log_table on public.audit_log (table_name, at, id);
create index audit_log_action on public.audit_log (action, at, id);
create index audit_log_row on public.audit_log (row_id, at, id);
create index audit_log_words on public.audit_log using gin (words);

create table app.audit_personal (
  audit_id uuid primary key references public.audit_log (id),
  -- The person whose data these are; for a person without account only the address.
  person_id uuid,
  email text,
  before jsonb,
  after jsonb
);
create index audit_personal_person on app.audit_personal (person_id) where person_id is not null;
create index audit_personal_email on app.audit_personal (email) where email is not null;

create function app.refuse_audit_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'the audit is written once and stays' using errcode = 'restrict_violation';
end
$$;
create trigger append_only before update or delete or truncate on public.audit_log
  for each statement execute function app.refuse_audit_change();

-- The values of a row for the audit: without derived columns and nulls, long values as their digest.
create function app.audited_values(content jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(v.key, case when octet_length(v.value::text) > 10000
    then jsonb_build_object('bytes', octet_length(v.value::text),
      'sha256', encode(sha256(convert_to(v.value::text, 'UTF8')), 'hex'))
    else v.value end), '{}')
  from jsonb_each(content) v
  where v.key not in ('_xid', 'updated_at') and v.value <> 'null'
$$;

-- Arguments: key columns, the column with the owner ('' when the row has none), personal columns; lists separated by ','.
create function app.audit() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  keys constant text[] := string_to_array(tg_argv[0], ',');
  personal constant text[] := string_to_array(tg_argv[2], ',');
  former jsonb := '{}';
  later jsonb := '{}';
  content jsonb;
  changed text[];
  person uuid;
  line uuid;
begin
  if me is null or not (app.is_admin()
    -- An administrator who gives up the role is not an administrator any more when this runs.
    or tg_table_name = 'user_profiles' and tg_op = 'UPDATE' and to_jsonb(old) ->> 'id' = me::text
      and to_jsonb(old) ->> 'role' = 'admin')
  then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    former := app.audited_values(to_jsonb(old));
  end if;
  if tg_op <> 'DELETE' then
    later := app.audited_values(to_jsonb(new));
  end if;
  select array_agg(k order by k) into changed from (
    select jsonb_object_keys(former) union select jsonb_object_keys(later)
  ) c (k) where former -> k is distinct from later -> k;
  if changed is null then
    return null;
  end if;
  content := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  person := (content ->> nullif(tg_argv[1], ''))::uuid;
  former := (select jsonb_object_agg(k, former -> k) from unnest(changed) k where tg_op <> 'INSERT');
  later := (select jsonb_object_agg(k, later -> k) from unnest(changed) k where tg_op <> 'DELETE');

  insert into public.audit_log (actor_id, action, table_name, row_id, before, after, personal, words)
    values (me, lower(tg_op), tg_table_name,
      (select string_agg(content ->> k, '/' order by n) from unnest(keys) with ordinality o (k, n)),
      former - personal, later - personal,
      array(select k from unnest(changed) k where k = any (personal)),
      app.search_words(app.fold(left(concat_ws(' ', tg_table_name,
        (select string_agg(content ->> k, ' ') from unnest(keys) k),
        (select string_agg(v.value, ' ') from jsonb_each_text(coalesce(former, '{}') - personal) v),
        (select string_agg(v.value, ' ') from jsonb_each_text(coalesce(later, '{}') - personal) v)), 2000))))
    returning id into line;
  -- Personal values of a person who is leaving are not stored again.
  if changed && personal and not exists (
    select from public.user_profiles p where p.id = person and p.removed_at is not null
  ) then
    insert into app.audit_personal (audit_id, person_id, email, before, after)
      values (line, person, lower(content ->> 'email'),
        (select jsonb_object_agg(v.key, v.value) from jsonb_each(former) v where v.key = any (personal)),
        (select jsonb_object_agg(v.key, v.value) from jsonb_each(later) v where v.key = any (personal)));
  end if;
  return null;
end
$$;

-- Audits public.<relation>. `condition`: of the trigger, when not every write is an administrator's own.
create function app.audit_table(
  relation text, keys text, person_column text default '', personal text default '', condition text default 'true'
) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format('create trigger audit after insert or update or delete on public.%I for each row when (%s)
    execute function app.audit(%L, %L, %L)', relation, condition, keys, person_column, personal);
end
$$;

-- All that an administrator can change is audited; later tables say so themselves. Not included: consequences by triggers
-- (listings, content, versions, statistics, slots), people's own favourites, blocks and inboxes, and logs.
do $$
begin
  perform app.audit_table('cities', 'id');
  perform app.audit_table('dance_styles', 'id');
  perform app.audit_table('app_settings', 'key');
  perform app.audit_table('user_profiles', 'id', 'id', 'name,email,whatsapp,profile_image_url');
  perform app.audit_table('students', 'id', 'id', 'slug,bio,interests,experience,favourite_songs,instagram');
  perform app.audit_table('teachers', 'id', 'id', 'slug,bio,experience,neighborhood,instagram,story,music');
  perform app.audit_table('student_dance_styles', 'student_id,dance_style_id', 'student_id');
  perform app.audit_table('teacher_dance_styles', 'teacher_id,dance_style_id', 'teacher_id');
  perform app.audit_table('supporter_tiers', 'id', 'user_id', 'email,display_name');
  perform app.audit_table('supporter_tier_definitions', 'tier');
  perform app.audit_table('terms_and_policies', 'id');
end
$$;

-- Account deletion (LGPD art. 18): changes by the team are exported to the person concerned, and their personal values
-- are removed with the account.

create function app.forget_audit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from app.audit_personal a where a.person_id = old.id or a.email = lower(nullif(old.email, ''));
  return null;
end
$$;
create trigger forget_audit_of_removed after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_audit();
create trigger forget_audit_of_deleted after delete on public.user_profiles
  for each row execute function app.forget_audit();

-- Privileges and policies; tests/database/matrix.ts has the same as data.

alter table public.audit_log enable row level security;
alter table app.audit_personal enable row level security;

grant select on public.audit_log to service_role;

grant select (id, at, actor_id, action, table_name, row_id, before, after, personal, words
  ) on public.audit_log to authenticated;
create policy "admins read the audit" on public.audit_log for select to authenticated using ((select app.is_admin()));
