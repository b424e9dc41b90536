-- The own profile, replicated to its owner.
--
-- A profile is spread over user_profiles, teachers and the links to styles. No copy of it is kept: there is one
-- version row per person, which every change of a source touches, and the pull reads the sources beside it in the
-- same statement. Nothing private exists twice, and a removed profile has nothing more to blank.

create table public.profile_versions (
  id uuid primary key,
  changes bigint not null default 1,
  _xid bigint not null default 0,
  _deleted boolean not null default false
);
select app.replicate_private('profile_versions', 'profile', 'id');

insert into public.profile_versions (id, _deleted) select p.id, p.removed_at is not null from public.user_profiles p;

-- Statement triggers lock in the order of ids. Argument: the column with the person's id.
-- Only the profile itself says whether it is removed: a writer of another source may not have seen that yet.
create function app.version_profiles() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ids uuid[];
begin
  if tg_op = 'INSERT' then
    execute format('select array_agg(distinct r.%I) from new_rows r', tg_argv[0]) into ids;
  elsif tg_op = 'DELETE' then
    execute format('select array_agg(distinct r.%I) from old_rows r', tg_argv[0]) into ids;
  else
    execute format('select array_agg(distinct x.id) from (select n.%1$I as id from new_rows n
      union select o.%1$I from old_rows o) x', tg_argv[0]) into ids;
  end if;
  if ids is null then
    return null;
  end if;
  perform from public.profile_versions v where v.id = any (ids) order by v.id for update;
  if tg_table_name <> 'user_profiles' then
    update public.profile_versions v set changes = v.changes + 1 where v.id = any (ids);
  elsif tg_op = 'DELETE' then
    update public.profile_versions v set changes = v.changes + 1, _deleted = true where v.id = any (ids);
  else
    insert into public.profile_versions as v (id, _deleted)
      select n.id, n.removed_at is not null from new_rows n order by n.id
      on conflict (id) do update set changes = v.changes + 1, _deleted = excluded._deleted;
  end if;
  return null;
end
$$;

do $$
declare
  source record;
begin
  for source in
    select * from (values
      ('user_profiles', 'id'), ('teachers', 'id'),
      ('student_dance_styles', 'student_id'), ('teacher_dance_styles', 'teacher_id')
    ) as v (relation, id_column)
  loop
    -- After the listing's triggers by name: all take the listing's lock first, then the version's.
    execute format('create trigger version_inserted after insert on public.%I referencing new table as new_rows
      for each statement execute function app.version_profiles(%L)', source.relation, source.id_column);
    execute format('create trigger version_updated after update on public.%I
      referencing new table as new_rows old table as old_rows
      for each statement execute function app.version_profiles(%L)', source.relation, source.id_column);
    execute format('create trigger version_deleted after delete on public.%I referencing old table as old_rows
      for each statement execute function app.version_profiles(%L)', source.relation, source.id_column);
  end loop;
end
$$;

-- Profiles as their owners hold them; `_xid` is the version. Of students the teacher's fields are null, of removed
-- profiles all but the id.
create view app.own_profiles as
select
  v.id, p.name, p.email, p.role, p.whatsapp, p.city_id, p.profile_image_url,
  case p.role
    when 'student' then array(
      select s.dance_style_id from public.student_dance_styles s where s.student_id = p.id order by s.dance_style_id)
    when 'teacher' then array(
      select s.dance_style_id from public.teacher_dance_styles s where s.teacher_id = p.id order by s.dance_style_id)
    when 'admin' then '{}'::uuid[]
  end as style_ids,
  t.bio, t.experience, t.neighborhood, t.instagram, t.modalidades_aula, t.is_active, t.is_paused, t.is_featured,
  t.approved_at, t.slug, p.created_at, v._xid, v._deleted
from public.profile_versions v
left join public.user_profiles p on p.id = v.id and p.removed_at is null
left join public.teachers t on t.id = p.id and p.role = 'teacher';

-- The caller's own profile, when it changed: one row at most.
create function public.pull_profile(
  after_xid bigint default null, after_id uuid default null, page_size integer default 500
) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  select app.pull_private('app.own_profiles', 'id', after_xid, after_id, page_size)
$$;

-- A text of a JSON object: null for null and for blank; invalid_value when it is no text or has control characters
-- other than line breaks.
create function app.text_field(content jsonb, key text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  value constant text := nullif(btrim(content ->> key), '');
begin
  if jsonb_typeof(content -> key) not in ('string', 'null') or value ~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]' then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', key);
  end if;
  return value;
end
$$;

-- The texts of a JSON array, each once; invalid_value for anything else or more than 100.
create function app.text_items(content jsonb, key text) returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  items constant jsonb := content -> key;
begin
  if jsonb_typeof(items) <> 'array' or jsonb_array_length(items) > 100
    or exists (select from jsonb_array_elements(items) i where jsonb_typeof(i) <> 'string')
  then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', key);
  end if;
  return array(select distinct i from jsonb_array_elements_text(items) i order by i);
end
$$;

-- The id in a JSON object; invalid_value when it is none.
create function app.id_field(content jsonb, key text) returns uuid
language plpgsql immutable set search_path = ''
as $$
begin
  return app.text_field(content, key)::uuid;
exception when invalid_text_representation then
  perform app.refuse('22023', 'invalid_value', 'this value is not allowed', key);
end
$$;

-- Command: changes fields of the caller's own profile; what `changes` does not name stays.
--   everyone: name, whatsapp|null, city_id|null, profile_image_url|null (in the own folder)
--   students and teachers: style_ids (all of them; a teacher has one at least)
--   teachers: bio|null, experience|null, neighborhood|null, instagram|null, modalidades_aula, is_paused
-- `base_version`: the version that the person saw. Fields are merged: the answer { command_id, version, merged } says
-- whether the profile had moved on since.
-- Hints: field_not_allowed (42501), invalid_value (22023, the field or constraint in DETAIL), city_unknown,
-- style_unknown, styles_missing, picture_not_own (22023), profile_missing (PT409).
create function public.update_profile(command_id uuid, changes jsonb, base_version bigint default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'profile.update',
    jsonb_build_object('changes', changes, 'base_version', base_version));
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

  allowed := array['name', 'whatsapp', 'city_id', 'profile_image_url']
    || case when profile.role = 'admin' then '{}' else array['style_ids'] end
    || case when profile.role = 'teacher' then
      array['bio', 'experience', 'neighborhood', 'instagram', 'modalidades_aula', 'is_paused'] else '{}' end;
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
  if changes ? 'is_paused' and jsonb_typeof(changes -> 'is_paused') <> 'boolean' then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'is_paused');
  end if;

  begin
    if changes ?| array['name', 'whatsapp', 'city_id', 'profile_image_url'] then
      update public.user_profiles p set
        name = case when changes ? 'name' then app.text_field(changes, 'name') else p.name end,
        whatsapp = case when changes ? 'whatsapp' then app.text_field(changes, 'whatsapp') else p.whatsapp end,
        city_id = case when changes ? 'city_id' then city else p.city_id end,
        profile_image_url = case when changes ? 'profile_image_url' then app.text_field(changes, 'profile_image_url')
          else p.profile_image_url end
      where p.id = me;
    end if;
    if changes ?| array['bio', 'experience', 'neighborhood', 'instagram', 'modalidades_aula', 'is_paused'] then
      update public.teachers t set
        bio = case when changes ? 'bio' then app.text_field(changes, 'bio') else t.bio end,
        experience = case when changes ? 'experience' then app.text_field(changes, 'experience') else t.experience end,
        neighborhood = case when changes ? 'neighborhood' then app.text_field(changes, 'neighborhood')
          else t.neighborhood end,
        instagram = case when changes ? 'instagram' then app.text_field(changes, 'instagram') else t.instagram end,
        modalidades_aula = case when changes ? 'modalidades_aula' then app.text_items(changes, 'modalidades_aula')
          else t.modalidades_aula end,
        is_paused = case when changes ? 'is_paused' then (changes ->> 'is_paused')::boolean else t.is_paused end
      where t.id = me;
      if not found then
        perform app.refuse('PT409', 'profile_missing', 'the registration is not complete');
      end if;
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

-- Whether this is no picture, or a file in the person's own folder: any other address would tell its owner who looks.
create function app.is_own_picture(person uuid, url text) returns boolean
language sql immutable set search_path = ''
as $$
  select url is null
    or (starts_with(url, '/storage/v1/object/public/profile-images/' || person || '/') and url !~ '\.\.')
$$;

-- Makes these the person's styles. A style that is no longer offered stays with who has it; nobody else gets it.
create function app.set_styles(person uuid, role text, wanted text[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  ids uuid[];
begin
  begin
    ids := wanted::uuid[];
  exception when invalid_text_representation then
    perform app.refuse('22023', 'style_unknown', 'there is no such dance style', 'style_ids');
  end;
  if role = 'teacher' and cardinality(ids) = 0 then
    perform app.refuse('22023', 'styles_missing', 'a teacher has one dance style at least', 'style_ids');
  end if;
  if exists (
    select from unnest(ids) i
    where not exists (select from public.dance_styles d where d.id = i and d.active and not d._deleted)
      and not exists (select from public.teacher_dance_styles l where l.teacher_id = person and l.dance_style_id = i)
      and not exists (select from public.student_dance_styles l where l.student_id = person and l.dance_style_id = i)
  ) then
    perform app.refuse('22023', 'style_unknown', 'there is no such dance style', 'style_ids');
  end if;
  if role = 'teacher' then
    delete from public.teacher_dance_styles l where l.teacher_id = person and l.dance_style_id <> all (ids);
    insert into public.teacher_dance_styles select person, i from unnest(ids) i on conflict do nothing;
  else
    delete from public.student_dance_styles l where l.student_id = person and l.dance_style_id <> all (ids);
    insert into public.student_dance_styles select person, i from unnest(ids) i on conflict do nothing;
  end if;
end
$$;
