-- One's own profile, replicated to its owner.
--
-- A profile is spread over user_profiles, teachers and the links to styles. It is not copied: there is one version row
-- per person, which every change of a source updates, and the pull reads the sources beside it in the same statement. So
-- no private data exist twice, and removing a profile has no copy to blank.

create table public.profile_versions (
  id uuid primary key,
  changes bigint not null default 1,
  _xid bigint not null default 0,
  _deleted boolean not null default false
);
select app.replicate_private('profile_versions', 'profile', 'id');

-- Statement triggers lock in the order of ids. Argument: the column with the person's id.
-- Only a change of the profile itself tells that it is removed: writers of other sources may not have seen that yet.
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
      ('user_profiles', 'id'), ('students', 'id'), ('teachers', 'id'),
      ('student_dance_styles', 'student_id'), ('teacher_dance_styles', 'teacher_id')
    ) as v (relation, id_column)
  loop
    -- Named to run after the listing's triggers: all take the listing's lock first, then the version's.
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

-- Profiles in the shape that their owners' phones hold; `_xid` is the version. `bio`, `experience`, `instagram` and
-- `slug` come from the person's role, fields of the other role are null; of a removed profile all but the id is null.
-- `checks`: of each kind the passed check that holds longest, expired ones too, as [{ kind, checked_at, expires_on }].
-- app.own_profiles (…_teacher_fields.sql) adds the fields of app.teacher_fields that are added there.
create view app.own_profiles_core as
select
  v.id, p.name, p.email, p.role, p.whatsapp, p.city_id, p.profile_image_url,
  case p.role
    when 'student' then array(
      select s.dance_style_id from public.student_dance_styles s where s.student_id = p.id order by s.dance_style_id)
    when 'teacher' then array(
      select s.dance_style_id from public.teacher_dance_styles s where s.teacher_id = p.id
      order by s.position, s.dance_style_id)
    when 'admin' then '{}'::uuid[]
  end as style_ids,
  coalesce(t.bio, s.bio) as bio, coalesce(t.experience, s.experience) as experience, t.neighborhood,
  coalesce(t.instagram, s.instagram) as instagram, t.modalidades_aula, t.is_active, t.is_paused, t.is_featured,
  t.approved_at, coalesce(t.slug, s.slug) as slug, p.created_at, v._xid, v._deleted,
  s.is_public, s.interests, s.dancing_since, s.favourite_songs,
  case when p.id is not null then app.benefits_of(p.id) end as benefits, p.muted_notifications,
  a.message as adjustment, a.adjusted_at,
  case when t.id is not null then (
    select coalesce(jsonb_agg(jsonb_build_object('kind', k.kind, 'checked_at', k.checked_at, 'expires_on', k.expires_on)
      order by k.kind), '[]')
    from (
      select distinct on (c.kind) c.kind, c.checked_at, c.expires_on from public.teacher_checks c
      where c.teacher_id = t.id and c.outcome = 'passed' and c.revoked_at is null
      order by c.kind, c.expires_on desc, c.checked_at desc
    ) k
  ) end as checks,
  p.adult_stated_at
from public.profile_versions v
left join public.user_profiles p on p.id = v.id and p.removed_at is null
left join public.teachers t on t.id = p.id and p.role = 'teacher'
left join public.students s on s.id = p.id and p.role = 'student'
left join lateral app.adjustment_of(t.id) a on true;

-- The texts of an array, each once, in its order. Hint as app.text_items.
create function app.ordered_items(content jsonb, key text) returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  items constant text[] := app.text_items(content, key);
  given constant text[] := array(select jsonb_array_elements_text(content -> key));
begin
  return array(select i from unnest(items) i order by array_position(given, i));
end
$$;

-- Command: changes fields of the caller's own profile; fields missing in `changes` stay.
--   everyone: name, whatsapp|null, city_id|null, profile_image_url|null (in the own folder)
--   students and teachers: style_ids (the complete list; a teacher has at least one)
--   teachers: the fields of app.teacher_fields
--   students: bio|null, interests, dancing_since|null (a year), is_public (the first time creates the page's slug);
--     with the enhanced profile also experience|null, favourite_songs|null, instagram|null
-- `base_version`: the version that the person saw. Fields are merged: `merged` of the result { command_id, version,
-- merged } says whether the profile had changed since.
-- Hints: field_not_allowed, benefit_missing (42501, the field in DETAIL), invalid_value (22023, the field or constraint
-- in DETAIL), city_unknown, style_unknown, styles_missing, picture_not_own (22023), profile_missing (PT409).
create function public.update_profile(command_id uuid, changes jsonb, base_version bigint default null)
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

  changes := app.latest_fields('profile ', changes, former <= base_version);
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
    perform app.set_styles(me, profile.role, app.ordered_items(changes, 'style_ids'));
  end if;

  return app.finish_command(command_id, (
    select jsonb_build_object('version', v._xid, 'merged', coalesce(former > base_version, false))
    from public.profile_versions v where v.id = me
  ));
end
$$;

-- Writes the styles of a person; a teacher's keep the order of `wanted`. Hints: style_unknown, styles_missing (22023).
create function app.set_styles(person uuid, role text, wanted text[]) returns void
language plpgsql set search_path = ''
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
    insert into public.teacher_dance_styles as l (teacher_id, dance_style_id, position)
      select person, w.id, min(w.place) from unnest(ids) with ordinality w (id, place) group by w.id
      on conflict (teacher_id, dance_style_id) do update set position = excluded.position
        where l.position <> excluded.position;
  else
    delete from public.student_dance_styles l where l.student_id = person and l.dance_style_id <> all (ids);
    insert into public.student_dance_styles select person, i from unnest(ids) i on conflict do nothing;
  end if;
end
$$;

-- Writes the fields of update_profile that are in the table of students.
create function app.update_student(person uuid, name text, changes jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  enhanced constant text[] := array['experience', 'favourite_songs', 'instagram'];
  since constant jsonb := changes -> 'dancing_since';
begin
  if changes ? 'is_public' and jsonb_typeof(changes -> 'is_public') <> 'boolean' then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'is_public');
  end if;
  if jsonb_typeof(since) not in ('number', 'null') or coalesce(since #>> '{}', '2000') !~ '^[0-9]{4}$' then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'dancing_since');
  end if;
  -- Emptying needs no benefit, so that texts can be withdrawn after the benefit has ended.
  if exists (select from unnest(enhanced) f where jsonb_typeof(changes -> f) not in ('null'))
    and not app.has_enhanced_profile(person)
  then
    perform app.refuse('42501', 'benefit_missing', 'this field comes with the enhanced profile',
      (select f from unnest(enhanced) f where jsonb_typeof(changes -> f) not in ('null') limit 1));
  end if;
  if (changes ->> 'is_public')::boolean then
    perform app.give_student_slug(person, name);
  end if;
  update public.students s set
    is_public = case when changes ? 'is_public' then (changes ->> 'is_public')::boolean else s.is_public end,
    bio = case when changes ? 'bio' then app.text_field(changes, 'bio') else s.bio end,
    interests = case when changes ? 'interests' then app.text_items(changes, 'interests') else s.interests end,
    dancing_since = case when changes ? 'dancing_since' then (since #>> '{}')::smallint else s.dancing_since end,
    experience = case when changes ? 'experience' then app.text_field(changes, 'experience') else s.experience end,
    favourite_songs = case when changes ? 'favourite_songs' then app.text_field(changes, 'favourite_songs')
      else s.favourite_songs end,
    instagram = case when changes ? 'instagram' then app.text_field(changes, 'instagram') else s.instagram end
  where s.id = person;
  if not found then
    perform app.refuse('PT409', 'profile_missing', 'the registration is not complete');
  end if;
end
$$;

-- Gives a student without a slug one derived from the name: the plain base, else the first free of base-2, base-3…
create function app.give_student_slug(person uuid, name text) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  base constant text := case app.slug_base(name) when 'professor' then 'bailudo' else app.slug_base(name) end;
  candidate text;
  suffix integer := 1;
begin
  if exists (select from public.students s where s.id = person and s.slug is not null) then
    return;
  end if;
  -- Serialises students with the same base, so that the second sees the first's slug after its commit.
  perform pg_advisory_xact_lock(hashtextextended('danceflix student slug ' || base, 0));
  loop
    candidate := base || case when suffix = 1 then '' else '-' || suffix end;
    if not exists (select from public.students s where s.slug = candidate) then
      begin
        update public.students s set slug = candidate where s.id = person;
        return;
      exception when unique_violation then
        -- Taken meanwhile by another base ('ana-2' is also the base of a student named "Ana 2").
        candidate := null;
      end;
    end if;
    suffix := suffix + 1;
  end loop;
end
$$;

-- Privileges and policies; tests/database/matrix.ts has the same as data.

alter table public.profile_versions enable row level security;

grant select, insert, update, delete on public.profile_versions to service_role;

grant execute on function public.update_profile(uuid, jsonb, bigint) to authenticated;

-- The owner's phones get the full list with the profile.
create trigger version_inserted after insert on public.teacher_checks referencing new table as new_rows
  for each statement execute function app.version_profiles('teacher_id');
create trigger version_updated after update on public.teacher_checks
  referencing old table as old_rows new table as new_rows for each statement
  when (coalesce(current_setting('app.marks_only', true), '') <> 'on') execute function app.version_profiles('teacher_id');
create trigger version_deleted after delete on public.teacher_checks referencing old table as old_rows
  for each statement execute function app.version_profiles('teacher_id');

-- The request reaches the teacher's phones with the profile.
create trigger version_inserted after insert on public.teacher_reviews referencing new table as new_rows
  for each statement execute function app.version_profiles('teacher_id');
create trigger version_updated after update on public.teacher_reviews
  referencing new table as new_rows old table as old_rows
  for each statement execute function app.version_profiles('teacher_id');
create trigger version_deleted after delete on public.teacher_reviews referencing old table as old_rows
  for each statement execute function app.version_profiles('teacher_id');
