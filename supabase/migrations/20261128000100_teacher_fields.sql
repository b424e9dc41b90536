-- The fields of a teacher's profile, listed once. What its owner may change, what goes to the owner's phone, the public
-- listing and its tombstone, the audit and the removal follow from the list, so that a field more is one call of
-- app.add_teacher_field in a migration (.github/CONTRIBUTING.md).

create table app.teacher_fields (
  field text primary key check (field ~ '^[a-z][a-z_]{1,39}$'),
  kind text not null check (kind in ('text', 'texts', 'number', 'flag')),
  -- Shown to visitors.
  is_listed boolean not null,
  -- The ones that the tables and views were made with stand in those by name.
  is_added boolean not null default true,
  place integer not null generated always as identity
);
insert into app.teacher_fields (field, kind, is_listed, is_added) values
  ('bio', 'text', true, false), ('experience', 'text', true, false), ('neighborhood', 'text', true, false),
  ('instagram', 'text', true, false), ('modalidades_aula', 'texts', true, false), ('is_paused', 'flag', false, false);

alter view app.teacher_source rename to teacher_source_core;
alter view app.own_profiles rename to own_profiles_core;

-- The views with the added fields at their ends.
create function app.define_teacher_views() returns void
language plpgsql set search_path = ''
as $$
declare
  owned text;
  listed text;
begin
  select coalesce(string_agg(format(', t.%I', f.field), '' order by f.place), ''),
    coalesce(string_agg(format(', t.%I', f.field), '' order by f.place) filter (where f.is_listed), '')
    into owned, listed
    from app.teacher_fields f where f.is_added;
  drop view if exists app.teacher_source, app.own_profiles;
  execute format('create view app.teacher_source as
    select c.*%s from app.teacher_source_core c join public.teachers t on t.id = c.id', listed);
  execute format('create view app.own_profiles as
    select c.*%s from app.own_profiles_core c left join public.teachers t on t.id = c.id and c.role = %L',
    owned, 'teacher');
  revoke all on app.teacher_source, app.own_profiles from public, anon, authenticated;
end
$$;

-- app.recompute_listings and the listing's tombstone, written out for the columns that public.teacher_listings has now.
create function app.define_listings() returns void
language plpgsql set search_path = ''
as $define$
declare
  contents constant text[] := array(
    select quote_ident(a.attname) from pg_catalog.pg_attribute a
    where a.attrelid = 'public.teacher_listings'::pg_catalog.regclass and a.attnum > 0 and not a.attisdropped
      and a.attname not in ('id', '_xid', '_deleted')
    order by a.attnum
  );
  names constant text := array_to_string(contents, ', ');
begin
  execute format($sql$
    -- Makes the listings of these teachers what their sources say now. Locks in the order of ids; each statement after
    -- the lock sees what the former holder committed. Writes only what differs, so that nothing is sent for nothing.
    create or replace function app.recompute_listings(ids uuid[]) returns void
    language plpgsql volatile security definer set search_path = ''
    as $body$
    begin
      insert into app.listing_locks as l (id)
        select distinct i from unnest(ids) i where i is not null order by i
        on conflict (id) do update set recomputed = l.recomputed + 1;
      insert into public.teacher_listings as l (id, %1$s)
        select s.id, %2$s from app.teacher_source s where s.id = any (ids) and s.is_live order by s.id
        on conflict (id) do update set %3$s, _deleted = false
        where (%4$s, l._deleted) is distinct from (%5$s, false);
      update public.teacher_listings l set %6$s, _deleted = true
        where l.id = any (ids) and not l._deleted
          and not exists (select from app.teacher_source s where s.id = l.id and s.is_live);
    end
    $body$
  $sql$, names,
    (select string_agg('s.' || c, ', ') from unnest(contents) c),
    (select string_agg(c || ' = excluded.' || c, ', ') from unnest(contents) c),
    (select string_agg('l.' || c, ', ') from unnest(contents) c),
    (select string_agg('excluded.' || c, ', ') from unnest(contents) c),
    (select string_agg(c || ' = null', ', ') from unnest(contents) c));
  alter table public.teacher_listings drop constraint teacher_listings_tombstone;
  execute format('alter table public.teacher_listings add constraint teacher_listings_tombstone
    check (not _deleted or num_nonnulls(%s) = 0)', names);
end
$define$;

-- For migrations. `kind`: text, texts, number or flag; `rule`: a condition on the column that null fulfils; `is_listed`:
-- shown to visitors. A profile that was written before has null. Removal empties the field, and the log of
-- administrators' changes keeps no words of it.
create function app.add_teacher_field(field text, kind text, rule text, is_listed boolean) returns void
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
  if is_listed then
    execute format('alter table public.teacher_listings add column %I %s', field, type);
  end if;
  perform app.define_teacher_views();
  perform app.define_listings();
  drop trigger audit on public.teachers;
  perform app.audit_table('teachers', 'id', 'id', (
    select 'slug,' || string_agg(f.field, ',' order by f.place) from app.teacher_fields f
    where f.kind = 'text' or f.kind = 'texts' and f.is_added));
end
$$;

-- The flag of a JSON object; invalid_value when it is something else.
create function app.flag_field(content jsonb, key text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(content -> key) is distinct from 'boolean' then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', key);
  end if;
  return (content ->> key)::boolean;
end
$$;

-- The whole number of a JSON object, null for null; invalid_value when it is something else.
create function app.number_field(content jsonb, key text) returns integer
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(content -> key) not in ('number', 'null') or content ->> key !~ '^-?[0-9]{1,9}$' then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', key);
  end if;
  return (content ->> key)::integer;
end
$$;

-- The part of update_profile that is in the table of teachers.
create function app.update_teacher(person uuid, changes jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  assignments constant text := (
    select string_agg(format('%1$I = app.%2$I($1, %1$L)', f.field, case f.kind
      when 'text' then 'text_field' when 'texts' then 'text_items' when 'number' then 'number_field'
      when 'flag' then 'flag_field' end), ', ' order by f.place)
    from app.teacher_fields f where changes ? f.field);
  changed integer;
begin
  execute format('update public.teachers t set %s where t.id = $2', assignments) using changes, person;
  get diagnostics changed = row_count;
  if changed = 0 then
    perform app.refuse('PT409', 'profile_missing', 'the registration is not complete');
  end if;
end
$$;

-- As before, a teacher's fields by the list.
-- Command: changes fields of the caller's own profile; what `changes` does not name stays.
--   everyone: name, whatsapp|null, city_id|null, profile_image_url|null (in the own folder)
--   students and teachers: style_ids (all of them; a teacher has one at least)
--   teachers: the fields of app.teacher_fields
--   students: bio|null, interests, dancing_since|null (a year), is_public (the first time makes the page's slug);
--     with the enhanced profile also experience|null, favourite_songs|null, instagram|null
-- `base_version`: the version that the person saw. Fields are merged: the answer { command_id, version, merged } says
-- whether the profile had moved on since.
-- Hints: field_not_allowed, benefit_missing (42501, the field in DETAIL), invalid_value (22023, the field or constraint
-- in DETAIL), city_unknown, style_unknown, styles_missing, picture_not_own (22023), profile_missing (PT409).
create or replace function public.update_profile(command_id uuid, changes jsonb, base_version bigint default null)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'profile.update',
    jsonb_build_object('changes', changes, 'base_version', base_version));
  of_profile constant text[] := array['name', 'whatsapp', 'city_id', 'profile_image_url'];
  of_teacher constant text[] := array(select f.field from app.teacher_fields f);
  of_student constant text[] := array['bio', 'interests', 'dancing_since', 'is_public', 'experience', 'favourite_songs',
    'instagram'];
  profile public.user_profiles;
  former bigint;
  allowed text[];
  refused text;
  rule text;
  city uuid;
begin
  if answer is not null then
    return answer;
  end if;
  if jsonb_typeof(changes) is distinct from 'object' or changes = '{}' or octet_length(changes::text) > 40000 then
    perform app.refuse('22023', 'invalid_value', 'there is nothing to change', 'changes');
  end if;
  perform app.lock_person(me);
  select * into profile from public.user_profiles p where p.id = me and p.removed_at is null;
  if not found then
    perform app.refuse('PT409', 'profile_missing', 'the registration is not complete');
  end if;
  select v._xid into former from public.profile_versions v where v.id = me;

  allowed := of_profile || case profile.role
    when 'teacher' then array['style_ids'] || of_teacher
    when 'student' then array['style_ids'] || of_student
    else '{}' end;
  select k into refused from jsonb_object_keys(changes) k where k <> all (allowed) limit 1;
  if refused is not null then
    perform app.refuse('42501', 'field_not_allowed', 'this field is not its owner''s to change', refused);
  end if;

  city := app.id_field(changes, 'city_id');
  if city is distinct from profile.city_id
    and not exists (select from public.cities c where c.id = city and c.active and not c._deleted)
    and city is not null
  then
    perform app.refuse('22023', 'city_unknown', 'there is no such city', 'city_id');
  end if;
  if app.text_field(changes, 'profile_image_url') is distinct from profile.profile_image_url
    and not app.is_own_picture(me, app.text_field(changes, 'profile_image_url'))
  then
    perform app.refuse('22023', 'picture_not_own', 'a profile picture lives in the folder of its owner',
      'profile_image_url');
  end if;

  begin
    if changes ?| of_profile then
      update public.user_profiles p set
        name = case when changes ? 'name' then app.text_field(changes, 'name') else p.name end,
        whatsapp = case when changes ? 'whatsapp' then app.text_field(changes, 'whatsapp') else p.whatsapp end,
        city_id = case when changes ? 'city_id' then city else p.city_id end,
        profile_image_url = case when changes ? 'profile_image_url' then app.text_field(changes, 'profile_image_url')
          else p.profile_image_url end
      where p.id = me
      returning * into profile;
    end if;
    if profile.role = 'student' and changes ?| of_student then
      perform app.update_student(me, profile.name, changes);
    end if;
    if profile.role = 'teacher' and changes ?| of_teacher then
      perform app.update_teacher(me, changes);
    end if;
  exception when check_violation or not_null_violation then
    get stacked diagnostics rule = constraint_name;
    if rule = '' then
      get stacked diagnostics rule = column_name;
    end if;
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', rule);
  end;
  if changes ? 'style_ids' then
    perform app.set_styles(me, profile.role, app.text_items(changes, 'style_ids'));
  end if;

  return app.finish_command(command_id, (
    select jsonb_build_object('version', v._xid, 'merged', coalesce(former > base_version, false))
    from public.profile_versions v where v.id = me
  ));
end
$$;

-- A removed teacher leaves nothing of the added fields; the first ones go in app.forget_user.
create function app.forget_teacher() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  emptied constant text := (
    select string_agg(format('%I = null', f.field), ', ') from app.teacher_fields f where f.is_added);
begin
  if emptied is not null then
    execute format('update public.teachers t set %s where t.id = $1', emptied) using old.id;
  end if;
  return null;
end
$$;
create trigger forget_teacher after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_teacher();

select app.define_teacher_views();
select app.define_listings();

revoke all on app.teacher_fields, app.teacher_source_core, app.own_profiles_core from public, anon, authenticated;
revoke all on function
  app.define_teacher_views(), app.define_listings(), app.add_teacher_field(text, text, text, boolean),
  app.flag_field(jsonb, text), app.number_field(jsonb, text), app.update_teacher(uuid, jsonb), app.forget_teacher()
  from public;
