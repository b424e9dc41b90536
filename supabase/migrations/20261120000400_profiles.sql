-- Cities and dance styles (both replicated), settings, and the profile of each person.
--
-- user_profiles.id is the auth user's id, deliberately without a foreign key to auth.users: removing the auth user
-- leaves a blanked profile (…_leaving.sql), so that listings and histories become tombstones instead of vanishing.

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
  constraint user_profiles_name_check check (
    case when removed_at is null then char_length(btrim(name)) between 3 and 120 else name = '' end
  ),
  constraint user_profiles_email_check check (
    case when removed_at is null then char_length(email) <= 320 and email ~ '^[^[:space:]@]+@[^[:space:]@]+$' else email = '' end
  ),
  constraint user_profiles_removed_is_blank check (
    removed_at is null or (whatsapp is null and city_id is null and profile_image_url is null)
  )
);
create unique index user_profiles_email on public.user_profiles (lower(email)) where removed_at is null;
create index user_profiles_city on public.user_profiles (city_id);
create index user_profiles_role on public.user_profiles (role, id);
create index user_profiles_created on public.user_profiles (created_at) where removed_at is null;
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
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.user_profiles p where p.id = (select auth.uid()) and p.role = 'admin' and p.removed_at is null
  )
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
  is_demo, muted_notifications
  ) on public.user_profiles to anon, authenticated;
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
