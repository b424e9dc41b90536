-- What students write about themselves, and the page that others may see: off until its student switches it on.

alter table public.students
  add column is_public boolean not null default false,
  -- Made when the page is first switched on, and kept from then on. Never shaped like an id: the page takes both.
  add column slug text constraint students_slug_key unique constraint students_slug_check check (
    char_length(slug) <= 80 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'
    and slug !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
  ),
  add column bio text constraint students_bio_check check (char_length(bio) <= 1000),
  add column interests text[] not null default '{}' constraint students_interests_check check (
    interests <@ array['bailes', 'festivais', 'parceria', 'praticas', 'turmas', 'apresentacoes', 'viagens', 'musica']
    and array_position(interests, null) is null
  ),
  add column dancing_since smallint constraint students_dancing_since_check check (dancing_since between 1930 and 2100),
  -- From here on with the enhanced profile only.
  add column experience text constraint students_experience_check check (char_length(experience) <= 2000),
  add column favourite_songs text constraint students_favourite_songs_check check (char_length(favourite_songs) <= 300),
  add column instagram text constraint students_instagram_check check (instagram ~ '^[A-Za-z0-9._]{1,30}$'),
  add constraint students_public_has_slug check (not is_public or slug is not null);

-- What a person's support of the project brings, as names; nothing before there are programmes. Whoever replaces this
-- calls app.benefits_changed for everybody whose answer becomes another one.
create function app.benefits_of(person uuid) returns text[]
language sql stable set search_path = ''
as $$
  select '{}'::text[]
$$;

create function app.has_enhanced_profile(person uuid) returns boolean
language sql stable set search_path = ''
as $$
  select 'enhanced_profile' = any (app.benefits_of(person))
$$;

-- Tells the person's phones.
create function app.benefits_changed(person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.profile_versions v set changes = v.changes + 1 where v.id = person;
end
$$;

create trigger version_inserted after insert on public.students referencing new table as new_rows
  for each statement execute function app.version_profiles('id');
create trigger version_updated after update on public.students referencing new table as new_rows old table as old_rows
  for each statement execute function app.version_profiles('id');
create trigger version_deleted after delete on public.students referencing old table as old_rows
  for each statement execute function app.version_profiles('id');

-- As before, with the students' fields. `bio`, `experience`, `instagram` and `slug` are of whichever the person is.
create or replace view app.own_profiles as
select
  v.id, p.name, p.email, p.role, p.whatsapp, p.city_id, p.profile_image_url,
  case p.role
    when 'student' then array(
      select s.dance_style_id from public.student_dance_styles s where s.student_id = p.id order by s.dance_style_id)
    when 'teacher' then array(
      select s.dance_style_id from public.teacher_dance_styles s where s.teacher_id = p.id order by s.dance_style_id)
    when 'admin' then '{}'::uuid[]
  end as style_ids,
  coalesce(t.bio, s.bio) as bio, coalesce(t.experience, s.experience) as experience, t.neighborhood,
  coalesce(t.instagram, s.instagram) as instagram, t.modalidades_aula, t.is_active, t.is_paused, t.is_featured,
  t.approved_at, coalesce(t.slug, s.slug) as slug, p.created_at, v._xid, v._deleted,
  s.is_public, s.interests, s.dancing_since, s.favourite_songs,
  case when p.id is not null then app.benefits_of(p.id) end as benefits
from public.profile_versions v
left join public.user_profiles p on p.id = v.id and p.removed_at is null
left join public.teachers t on t.id = p.id and p.role = 'teacher'
left join public.students s on s.id = p.id and p.role = 'student';

-- Gives the student a slug made of the name unless there is one: the plain base, else the first free of base-2, base-3…
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
  -- Students of one name take turns here, so that the second sees the first's slug after its commit.
  perform pg_advisory_xact_lock(hashtextextended('danceflix student slug ' || base, 0));
  loop
    candidate := base || case when suffix = 1 then '' else '-' || suffix end;
    if not exists (select from public.students s where s.slug = candidate) then
      begin
        update public.students s set slug = candidate where s.id = person;
        return;
      exception when unique_violation then
        -- Taken meanwhile from another base ('ana-2' is also the base of a student named "Ana 2").
        candidate := null;
      end;
    end if;
    suffix := suffix + 1;
  end loop;
end
$$;

-- The part of update_profile that is in the table of students.
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
  -- Emptying is always possible: who no longer has the benefit may still take words back.
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

-- Command: changes fields of the caller's own profile; what `changes` does not name stays.
--   everyone: name, whatsapp|null, city_id|null, profile_image_url|null (in the own folder)
--   students and teachers: style_ids (all of them; a teacher has one at least)
--   teachers: bio|null, experience|null, neighborhood|null, instagram|null, modalidades_aula, is_paused
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
  of_teacher constant text[] := array['bio', 'experience', 'neighborhood', 'instagram', 'modalidades_aula', 'is_paused'];
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
  if changes ? 'is_paused' and jsonb_typeof(changes -> 'is_paused') <> 'boolean' then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'is_paused');
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

-- A removed student leaves nothing of the page.
create function app.forget_student() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.students s
    set is_public = false, slug = null, bio = null, interests = '{}', dancing_since = null, experience = null,
      favourite_songs = null, instagram = null
    where s.id = old.id;
  return null;
end
$$;
create trigger forget_student after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_student();

revoke all on app.own_profiles from public, anon, authenticated;
revoke all on function
  app.benefits_of(uuid), app.has_enhanced_profile(uuid), app.benefits_changed(uuid),
  app.give_student_slug(uuid, text), app.update_student(uuid, text, jsonb), app.forget_student()
  from public;
