-- Cities and dance styles (both replicated), settings, and the profile of each person.
--
-- user_profiles.id is the auth user's id, deliberately without a foreign key to auth.users: removing the auth user
-- leaves a blanked profile (…_accounts.sql), so that listings and histories become tombstones instead of vanishing.

-- Blanks a removed row except for its id.
create function app.blank_name() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new._deleted then
    new.name := null;
    new.active := false;
  else
    new.name := btrim(new.name);
  end if;
  return new;
end
$$;

create table public.cities (
  id uuid primary key default gen_random_uuid(),
  name text,
  active boolean not null default true,
  _xid bigint not null default 0,
  _deleted boolean not null default false,
  constraint cities_name_key unique (name),
  constraint cities_name_check check (_deleted or char_length(name) between 2 and 80),
  constraint cities_name_present check (_deleted = (name is null))
);

-- Filters compare folded names, so "Vitoria" beside "Vitória" would be two cities under one name.
create unique index cities_folded_name on public.cities (app.fold(name));
create trigger blank_name before insert or update on public.cities for each row execute function app.blank_name();
select app.replicate('cities', 'cities');

create table public.dance_styles (
  id uuid primary key default gen_random_uuid(),
  name text,
  active boolean not null default true,
  _xid bigint not null default 0,
  _deleted boolean not null default false,
  constraint dance_styles_name_key unique (name),
  constraint dance_styles_name_check check (_deleted or char_length(name) between 2 and 80),
  constraint dance_styles_name_present check (_deleted = (name is null))
);
create unique index dance_styles_folded_name on public.dance_styles (app.fold(name));
create trigger blank_name before insert or update on public.dance_styles for each row execute function app.blank_name();
select app.replicate('dance_styles', 'dance_styles');

-- Settings that the team changes without a release. Rows with `is_public` are readable by all, others by admins.
create table public.app_settings (
  key text primary key check (key ~ '^[a-z][a-z0-9_]{1,60}$'),
  value jsonb not null,
  is_public boolean not null default false,
  description text not null default '' check (char_length(description) <= 300),
  updated_at timestamptz not null default now(),
  constraint app_settings_value_size check (octet_length(value::text) <= 20000)
);
create trigger touch_updated_at before update on public.app_settings for each row execute function app.touch_updated_at();

create index cities_by_name on public.cities ((app.fold(name) collate "C"), id) where not _deleted;
create index cities_words on public.cities using gin (app.search_words(app.fold(name))) where not _deleted;
create index dance_styles_by_name on public.dance_styles ((app.fold(name) collate "C"), id) where not _deleted;
create index dance_styles_words on public.dance_styles using gin (app.search_words(app.fold(name))) where not _deleted;

create function public.pull_cities(
  after_xid bigint default null, after_id uuid default null, page_size integer default 500
) returns json
language sql volatile security definer set search_path = ''
as $$
  select app.pull('cities', after_xid, after_id, page_size)
$$;

create function public.pull_dance_styles(
  after_xid bigint default null, after_id uuid default null, page_size integer default 500
) returns json
language sql volatile security definer set search_path = ''
as $$
  select app.pull('dance_styles', after_xid, after_id, page_size)
$$;

create table public.user_profiles (
  id uuid primary key,
  name text not null,
  email text not null,
  role text not null default 'student' constraint user_profiles_role_check check (role in ('student', 'teacher', 'admin')),
  whatsapp text constraint user_profiles_whatsapp_check check (whatsapp ~ '^\+[0-9]{7,15}$'),
  city_id uuid references public.cities (id),
  -- `/storage/v1/object/public/profile-images/<id>/<file>` or an https address.
  profile_image_url text constraint user_profiles_image_check check (
    char_length(profile_image_url) <= 500
    and profile_image_url ~ '^(/storage/v1/object/public/profile-images/|https://)[^[:space:]"<>\\]+$'
  ),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz,
  -- Test data created by the team (…_admin.sql).
  is_demo boolean not null default false,
  -- Groups of notifications for which the person gets no push (app.notification_group).
  muted_notifications text[] not null default '{}' constraint user_profiles_muted_check check (
    muted_notifications <@ array['lessons', 'evaluations', 'account', 'news']
    and array_position(muted_notifications, null) is null and cardinality(muted_notifications) <= 4
  ),
  -- When the person's statement to be 18 or older arrived ('Procuro par').
  adult_stated_at timestamptz,
  constraint user_profiles_name_check check (
    case when removed_at is null then char_length(btrim(name)) between 3 and 120 else name = '' end
  ),
  constraint user_profiles_email_check check (
    case when removed_at is null then char_length(email) <= 320 and email ~ '^[^[:space:]@]+@[^[:space:]@]+$' else email = '' end
  ),
  constraint user_profiles_removed_is_blank check (
    removed_at is null or (whatsapp is null and city_id is null and profile_image_url is null)
  ),
  constraint user_profiles_removed_states_nothing check (removed_at is null or adult_stated_at is null)
);
create unique index user_profiles_email on public.user_profiles (lower(email)) where removed_at is null;
create index user_profiles_city on public.user_profiles (city_id);
create index user_profiles_role on public.user_profiles (role, id);
create index user_profiles_created on public.user_profiles (created_at);
create index user_profiles_demo on public.user_profiles (id) where is_demo;

-- Recipients of messages to many people, read in order.
create index user_profiles_reached on public.user_profiles (role, city_id, id)
  where removed_at is null and not is_demo;
create index user_profiles_words on public.user_profiles
  using gin (app.search_words(app.fold(name || ' ' || email))) where removed_at is null;
create index students_by_name on public.user_profiles ((app.fold(name) collate "C"), id)
  where role = 'student' and removed_at is null;
create index students_by_age on public.user_profiles (created_at, id) where role = 'student' and removed_at is null;
create index students_by_city on public.user_profiles (city_id, (app.fold(name) collate "C"), id)
  where role = 'student' and removed_at is null;

create trigger touch_updated_at before update on public.user_profiles for each row execute function app.touch_updated_at();

-- Whether the caller's profile says admin. Roles come from the profile only, never from a token's metadata.
create function app.is_admin() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.user_profiles p where p.id = (select auth.uid()) and p.role = 'admin' and p.removed_at is null
  ) and app.account_standing() = 'open';
end
$$;

-- Whether the caller's profile has this role.
create function app.has_role(wanted text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.user_profiles p where p.id = (select auth.uid()) and p.role = wanted and p.removed_at is null
  )
$$;

-- Whether the url is null or exactly /storage/v1/object/public/profile-images/<the person's id>/<file>: a foreign
-- address would tell its owner who views the picture. A file's name has ASCII letters, digits, '.', '_' and '-' and does
-- not begin with a dot, so that decoding changes nothing: '%2e%2e', encoded slashes, a query or a fragment could lead to
-- another person's file.
create function app.is_own_picture(person uuid, url text) returns boolean
language sql immutable set search_path = ''
as $$
  select url is null
    or url ~ ('^/storage/v1/object/public/profile-images/' || person || '/[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$')
$$;

-- Protects the columns of a profile that its owner must not write. Runs for direct writes by API users only; security
-- definer procedures and the service role have their own checks.
create function app.guard_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if app.is_admin() then
    return new;
  end if;
  if tg_op = 'INSERT' then
    if new.role = 'admin' then
      raise exception 'only an administrator names administrators' using errcode = 'insufficient_privilege';
    end if;
    -- Only the address confirmed with the auth service counts.
    new.email := coalesce((select u.email from auth.users u where u.id = new.id), new.email);
  elsif new.role is distinct from old.role then
    raise exception 'nobody changes their own role' using errcode = 'insufficient_privilege';
  elsif new.email is distinct from old.email then
    raise exception 'the e-mail changes with the sign-in address only' using errcode = 'insufficient_privilege';
  end if;
  -- A foreign address would tell its owner who views the card.
  if (tg_op = 'INSERT' or new.profile_image_url is distinct from old.profile_image_url)
    and not app.is_own_picture(new.id, new.profile_image_url)
  then
    perform app.refuse('42501', 'picture_not_own', 'a profile picture lives in the folder of its owner', 'profile_image_url');
  end if;
  return new;
end
$$;
create trigger guard before insert or update on public.user_profiles for each row
  when (current_user in ('anon', 'authenticated')) execute function app.guard_profile();

-- Requires an account for a direct write of one's own profile: an aborted registration leaves a valid token behind, and
-- a profile without account would occupy an e-mail address that another person may register.
create function app.require_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from auth.users u where u.id = new.id for key share;
  if not found and not app.is_admin() then
    raise exception 'a profile belongs to an account' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger guard_account before insert on public.user_profiles for each row
  when (current_user in ('anon', 'authenticated')) execute function app.require_account();

-- Applies the rules of complete_registration to a direct insert of one's own profile, which the specification allows:
-- the role chosen at sign-up, and a city that is offered.
create function app.guard_registration() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  signed_up_for constant text := (select u.raw_user_meta_data ->> 'role' from auth.users u where u.id = new.id);
begin
  if app.is_admin() then
    return new;
  end if;
  if new.role <> coalesce(signed_up_for, new.role) then
    perform app.refuse('42501', 'role_not_allowed', 'this account cannot have that role', 'role');
  end if;
  if new.city_id is not null
    and not exists (select from public.cities c where c.id = new.city_id and c.active and not c._deleted)
  then
    perform app.refuse('22023', 'city_unknown', 'there is no such city', 'city_id');
  end if;
  return new;
end
$$;
create trigger guard_registration before insert on public.user_profiles for each row
  when (current_user in ('anon', 'authenticated')) execute function app.guard_registration();

create trigger false_name before insert or update of name on public.user_profiles
  for each row execute function app.refuse_false_name('name', 'name');

-- Whether the team has blocked the account.
create function app.is_blocked_account(person uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from auth.users u where u.id = person and u.banned_until > now());
end
$$;

-- Locks these people, so that they cannot be removed or changed until the transaction ends.
create function app.hold_people(people uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from public.user_profiles p where p.id = any (people) order by p.id for share;
end
$$;

-- The caller's live profile. Raises profile_missing (PT409).
create function app.require_profile() returns public.user_profiles
language plpgsql stable security definer set search_path = ''
as $$
declare
  profile public.user_profiles;
begin
  select * into profile from public.user_profiles p where p.id = app.require_person() and p.removed_at is null;
  if profile.id is null then
    perform app.refuse('PT409', 'profile_missing', 'the registration is not complete');
  end if;
  return profile;
end
$$;

-- People found by name or e-mail, for searching requests, evaluations and the audit. At most 500: a search for "ana"
-- alone must be narrowed to find a certain one.
create function app.people_found(query tsquery) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(f.id), '{}') from (
    select p.id from public.user_profiles p
    where app.search_words(app.fold(p.name || ' ' || p.email)) @@ query and p.removed_at is null limit 500
  ) f
$$;

-- Privileges and policies; tests/database/matrix.ts has the same as data.

alter table public.cities enable row level security;
alter table public.dance_styles enable row level security;
alter table public.app_settings enable row level security;
alter table public.user_profiles enable row level security;

grant select, insert, update, delete on public.cities, public.dance_styles, public.app_settings, public.user_profiles
  to service_role;

-- Replicated, public reference data. Admins can read tombstones too, because otherwise they could not write one.
grant select (id, name, active, _xid, _deleted) on public.cities to anon, authenticated;
grant insert (id, name, active) on public.cities to authenticated;
grant update (name, active, _deleted) on public.cities to authenticated;
create policy "live cities are public" on public.cities for select to anon, authenticated
  using (not _deleted or (select app.is_admin()));
create policy "admins add cities" on public.cities for insert to authenticated with check ((select app.is_admin()));
create policy "admins change cities" on public.cities for update to authenticated
  using ((select app.is_admin())) with check ((select app.is_admin()));

grant select (id, name, active, _xid, _deleted) on public.dance_styles to anon, authenticated;
grant insert (id, name, active) on public.dance_styles to authenticated;
grant update (name, active, _deleted) on public.dance_styles to authenticated;
create policy "live dance styles are public" on public.dance_styles for select to anon, authenticated
  using (not _deleted or (select app.is_admin()));
create policy "admins add dance styles" on public.dance_styles for insert to authenticated
  with check ((select app.is_admin()));
create policy "admins change dance styles" on public.dance_styles for update to authenticated
  using ((select app.is_admin())) with check ((select app.is_admin()));

grant select (key, value, is_public, description, updated_at) on public.app_settings to anon, authenticated;
grant insert (key, value, is_public, description) on public.app_settings to authenticated;
grant update (key, value, is_public, description) on public.app_settings to authenticated;
create policy "public settings are public" on public.app_settings for select to anon, authenticated
  using (is_public or (select app.is_admin()));
create policy "admins add settings" on public.app_settings for insert to authenticated
  with check ((select app.is_admin()));
create policy "admins change settings" on public.app_settings for update to authenticated
  using ((select app.is_admin())) with check ((select app.is_admin()));

-- Profiles are private. app.guard_profile decides which columns the owner may write.
grant select (id, name, email, role, whatsapp, city_id, profile_image_url, created_at, updated_at, removed_at,
  is_demo, muted_notifications, adult_stated_at) on public.user_profiles to anon, authenticated;
grant insert (id, name, email, role, whatsapp, city_id, profile_image_url) on public.user_profiles to authenticated;
grant update (name, email, role, whatsapp, city_id, profile_image_url) on public.user_profiles to authenticated;
create policy "people read their own profile, admins all" on public.user_profiles for select to authenticated
  using (id = (select auth.uid()) or (select app.is_admin()));
create policy "people create their own profile" on public.user_profiles for insert to authenticated
  with check (id = (select auth.uid()) and role in ('student', 'teacher'));
create policy "people change their own profile, admins all" on public.user_profiles for update to authenticated
  using (removed_at is null and (id = (select auth.uid()) or (select app.is_admin())))
  with check (id = (select auth.uid()) or (select app.is_admin()));

-- Policies call these with the caller's rights; without USAGE on the schema no caller can name them.
grant execute on function app.is_admin(), app.has_role(text) to anon, authenticated;

grant execute on function public.pull_cities(bigint, uuid, integer), public.pull_dance_styles(bigint, uuid, integer)
  to anon, authenticated;

-- The account of the caller's token: 'open', 'suspended' or 'missing'. A token outlives its account by up to an hour, and
-- the sign-ins that a suspension ends. An account without a profile is open: its registration is under way.
-- door.before_request asks it for each request of the data API; Storage and Realtime call no such function, so their
-- policies ask it.
-- PL/pgSQL keeps the plan for the session; a SQL function would be planned by each request.
create function app.account_standing() returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  return coalesce((
    select case when u.banned_until > now() then 'suspended' else 'open' end
    from auth.users u
    where u.id = me and not exists (select from public.user_profiles p where p.id = me and p.removed_at is not null)
  ), 'missing');
end
$$;
grant execute on function app.account_standing() to authenticated;

create function app.refuse_missing_account() returns void
language plpgsql set search_path = ''
as $$
begin
  perform app.refuse('PT401', 'account_missing', 'this account does not exist any more');
end
$$;

-- Phones store the rows of hints, so only the database speaks on their topics: app.allow_listening writes a restrictive
-- policy, which holds whatever another one allows.
do $$
begin
  perform app.allow_listening();
end
$$;

-- People in their roles: students, teachers, their styles and statistics.

create table public.students (
  id uuid primary key references public.user_profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- Whether the public page is shown; off until the student enables it.
  is_public boolean not null default false,
  -- Created when the page is first enabled, and kept. Never shaped like an id, because addresses accept both.
  slug text constraint students_slug_key unique constraint students_slug_check check (
    char_length(slug) <= 80 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'
    and slug !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
  ),
  bio text constraint students_bio_check check (char_length(bio) <= 1000),
  interests text[] not null default '{}' constraint students_interests_check check (
    interests <@ array['bailes', 'festivais', 'parceria', 'praticas', 'turmas', 'apresentacoes', 'viagens', 'musica']
    and array_position(interests, null) is null
  ),
  dancing_since smallint constraint students_dancing_since_check check (dancing_since between 1930 and 2100),
  -- The following three need the enhanced profile.
  experience text constraint students_experience_check check (char_length(experience) <= 2000),
  favourite_songs text constraint students_favourite_songs_check check (char_length(favourite_songs) <= 300),
  instagram text constraint students_instagram_check check (instagram ~ '^[A-Za-z0-9._]{1,30}$'),
  -- Set when the team has hidden the page, independent of the student's own setting.
  hidden_at timestamptz,
  constraint students_public_has_slug check (not is_public or slug is not null)
);

create table public.teachers (
  id uuid primary key references public.user_profiles (id) on delete cascade,
  bio text check (char_length(bio) <= 2000),
  experience text check (char_length(experience) <= 2000),
  neighborhood text check (char_length(neighborhood) <= 120),
  instagram text constraint teachers_instagram_check check (instagram ~ '^[A-Za-z0-9._]{1,30}$'),
  modalidades_aula text[] not null default '{particular}' constraint teachers_modalidades_check check (
    cardinality(modalidades_aula) between 1 and 2 and modalidades_aula <@ array['particular', 'grupo']
    and array_position(modalidades_aula, null) is null
  ),
  is_active boolean not null default false,
  is_paused boolean not null default false,
  is_featured boolean not null default false,
  approved_at timestamptz,
  -- Never shaped like an id, because /teachers/{slugOrId} accepts both.
  slug text constraint teachers_slug_key unique constraint teachers_slug_check check (
    char_length(slug) <= 80 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'
    and slug !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
  ),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Fields of app.teacher_fields that need the enhanced profile.
  story text constraint teachers_story_check check (char_length(story) between 1 and 2000),
  music text constraint teachers_music_check check (char_length(music) between 1 and 300),
  -- The checks that the team has made, in compact form (app.checks_text).
  checks text constraint teachers_checks_check check (checks ~ '^([iwgerpb][0-9]{10}){1,7}$'),
  -- Holds without triggers too.
  constraint teachers_active_are_checked check (not is_active or checks ~ '^i' is true)
);
create trigger touch_updated_at before update on public.teachers for each row execute function app.touch_updated_at();

-- Removes '@' from Instagram handles, and sets the approval at the first activation.
create function app.normalise_teacher() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.instagram := nullif(ltrim(btrim(new.instagram), '@'), '');
  if new.is_active and new.approved_at is null then
    new.approved_at := now();
  end if;
  return new;
end
$$;
create trigger normalise before insert or update on public.teachers for each row execute function app.normalise_teacher();

-- Lets only admins write is_active, approved_at and is_featured; the slug comes from update_teacher_slug.
-- Named to fire before `normalise`, which writes approved_at itself.
create function app.guard_teacher() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if app.is_admin() then
    return new;
  end if;
  if tg_op = 'INSERT' and (new.is_active or new.is_featured or new.approved_at is not null or new.slug is not null)
    or tg_op = 'UPDATE' and (new.is_active, new.is_featured, new.approved_at, new.slug)
      is distinct from (old.is_active, old.is_featured, old.approved_at, old.slug)
  then
    raise exception 'only an administrator approves, features or renames the page of a teacher'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger guard before insert or update on public.teachers for each row
  when (current_user in ('anon', 'authenticated')) execute function app.guard_teacher();

create table public.student_dance_styles (
  student_id uuid not null references public.students (id) on delete cascade,
  dance_style_id uuid not null references public.dance_styles (id),
  primary key (student_id, dance_style_id)
);
create index student_dance_styles_style on public.student_dance_styles (dance_style_id);

create table public.teacher_dance_styles (
  teacher_id uuid not null references public.teachers (id) on delete cascade,
  dance_style_id uuid not null references public.dance_styles (id),
  -- The teacher's own order: the first ones stand in titles and on shared pictures.
  position smallint not null default 32767,
  primary key (teacher_id, dance_style_id)
);
create index teacher_dance_styles_style on public.teacher_dance_styles (dance_style_id);

create table public.user_evaluation_stats (
  user_id uuid primary key references public.user_profiles (id) on delete cascade,
  average_rating numeric(3, 2) check (average_rating between 1 and 5),
  total_evaluations integer not null default 0,
  five_stars integer not null default 0 check (five_stars >= 0),
  four_stars integer not null default 0 check (four_stars >= 0),
  three_stars integer not null default 0 check (three_stars >= 0),
  two_stars integer not null default 0 check (two_stars >= 0),
  one_star integer not null default 0 check (one_star >= 0),
  last_evaluation_date timestamptz
);

-- Derives total and average from the counts by stars, so that they cannot disagree.
create function app.derive_statistics() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.total_evaluations := new.five_stars + new.four_stars + new.three_stars + new.two_stars + new.one_star;
  new.average_rating := round((5 * new.five_stars + 4 * new.four_stars + 3 * new.three_stars + 2 * new.two_stars
    + new.one_star)::numeric / nullif(new.total_evaluations, 0), 2);
  return new;
end
$$;
create trigger derive before insert or update on public.user_evaluation_stats
  for each row execute function app.derive_statistics();

create index teachers_approved on public.teachers (approved_at) where approved_at is not null;

-- Locks all sources of a person's listing. A transaction that changes several of these tables calls this first, because
-- their triggers lock the listing: a writer that holds the listing and waits for another writer's row would deadlock
-- with that writer waiting for the listing.
create function app.lock_person(user_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from public.user_profiles p where p.id = lock_person.user_id for update;
  perform from public.teachers t where t.id = lock_person.user_id for update;
  perform from public.teacher_dance_styles s where s.teacher_id = lock_person.user_id order by s.dance_style_id for update;
  perform from public.user_evaluation_stats s where s.user_id = lock_person.user_id for update;
  perform from public.supporter_tiers s where s.user_id = lock_person.user_id order by s.id for update;
end
$$;

-- Privileges and policies; tests/database/matrix.ts has the same as data.

alter table public.students enable row level security;
alter table public.teachers enable row level security;
alter table public.student_dance_styles enable row level security;
alter table public.teacher_dance_styles enable row level security;
alter table public.user_evaluation_stats enable row level security;

grant select, insert, update, delete on public.students, public.teachers, public.student_dance_styles,
  public.teacher_dance_styles, public.user_evaluation_stats to service_role;

grant select (id, created_at, is_public, slug, bio, interests, dancing_since, experience, favourite_songs, instagram,
  hidden_at
  ) on public.students to anon, authenticated;
grant insert (id) on public.students to authenticated;
create policy "students read their own row, admins all" on public.students for select to authenticated
  using (id = (select auth.uid()) or (select app.is_admin()));
create policy "students create their own row" on public.students for insert to authenticated
  with check (id = (select auth.uid()) and (select app.has_role('student')));

-- app.guard_teacher decides which columns a teacher may write. `story` and `music` are written by update_profile only,
-- which checks the benefit.
grant select (id, bio, experience, neighborhood, instagram, modalidades_aula, is_active, is_paused, is_featured,
  approved_at, slug, created_at, updated_at, story, music, checks) on public.teachers to anon, authenticated;
grant insert (id, bio, experience, neighborhood, instagram, modalidades_aula, is_active, is_paused, is_featured,
  approved_at, slug) on public.teachers to authenticated;
grant update (bio, experience, neighborhood, instagram, modalidades_aula, is_active, is_paused, is_featured,
  approved_at, slug) on public.teachers to authenticated;
create policy "teachers read their own row, admins all" on public.teachers for select to authenticated
  using (id = (select auth.uid()) or (select app.is_admin()));
create policy "teachers create their own row" on public.teachers for insert to authenticated
  with check (id = (select auth.uid()) and (select app.has_role('teacher')));
create policy "teachers change their own row, admins all" on public.teachers for update to authenticated
  using ((id = (select auth.uid()) and (select app.has_role('teacher'))) or (select app.is_admin()))
  with check ((id = (select auth.uid()) and (select app.has_role('teacher'))) or (select app.is_admin()));

grant select (student_id, dance_style_id) on public.student_dance_styles to anon, authenticated;
grant insert (student_id, dance_style_id) on public.student_dance_styles to authenticated;
grant delete on public.student_dance_styles to authenticated;
create policy "students read their styles, admins all" on public.student_dance_styles for select to authenticated
  using (student_id = (select auth.uid()) or (select app.is_admin()));
create policy "students add their styles" on public.student_dance_styles for insert to authenticated
  with check (student_id = (select auth.uid()) or (select app.is_admin()));
create policy "students drop their styles" on public.student_dance_styles for delete to authenticated
  using (student_id = (select auth.uid()) or (select app.is_admin()));

grant select (teacher_id, dance_style_id, position) on public.teacher_dance_styles to anon, authenticated;
grant insert (teacher_id, dance_style_id) on public.teacher_dance_styles to authenticated;
grant delete on public.teacher_dance_styles to authenticated;
create policy "teachers read their styles, admins all" on public.teacher_dance_styles for select to authenticated
  using (teacher_id = (select auth.uid()) or (select app.is_admin()));
create policy "teachers add their styles" on public.teacher_dance_styles for insert to authenticated
  with check (teacher_id = (select auth.uid()) or (select app.is_admin()));
create policy "teachers drop their styles" on public.teacher_dance_styles for delete to authenticated
  using (teacher_id = (select auth.uid()) or (select app.is_admin()));

-- Written by procedures only; the policy is in …_listings.sql.
grant select (user_id, average_rating, total_evaluations, five_stars, four_stars, three_stars, two_stars, one_star,
  last_evaluation_date
  ) on public.user_evaluation_stats to anon, authenticated;
