-- People: profiles, students, teachers, their styles, statistics and support.
--
-- user_profiles.id is the auth user's id, on purpose without a foreign key to auth.users: removing the auth user
-- leaves a blanked profile (…_removal.sql) so that listings and histories become tombstones instead of vanishing.

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

-- Whether the call comes from the server's own side: service role, migrations, seeds. `role` is what the API has
-- set for the request; it stays visible inside security definer functions, where current_user is the owner.
create function app.is_server() returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(current_setting('role', true), 'none') not in ('anon', 'authenticated')
$$;

-- The columns of a profile that are not its owner's to write. The trigger fires for direct writes by API users
-- only; security definer procedures and the service role are trusted with their own checks.
create function app.guard_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  picture_folder constant text := '/storage/v1/object/public/profile-images/' || new.id || '/';
begin
  if app.is_admin() then
    return new;
  end if;
  if tg_op = 'INSERT' then
    if new.role = 'admin' then
      raise exception 'only an administrator names administrators' using errcode = 'insufficient_privilege';
    end if;
    -- The address that was proven to the auth service is the only one.
    new.email := coalesce((select u.email from auth.users u where u.id = new.id), new.email);
  elsif new.role is distinct from old.role then
    raise exception 'nobody changes their own role' using errcode = 'insufficient_privilege';
  elsif new.email is distinct from old.email then
    raise exception 'the e-mail changes with the sign-in address only' using errcode = 'insufficient_privilege';
  end if;
  -- A foreign address would tell its owner who looks at the card.
  if new.profile_image_url is not null
    and (tg_op = 'INSERT' or new.profile_image_url is distinct from old.profile_image_url)
    and (not starts_with(new.profile_image_url, picture_folder) or new.profile_image_url ~ '\.\.')
  then
    raise exception 'a profile picture lives in the folder of its owner' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger guard before insert or update on public.user_profiles for each row
  when (current_user in ('anon', 'authenticated')) execute function app.guard_profile();

create table public.students (
  id uuid primary key references public.user_profiles (id) on delete cascade,
  created_at timestamptz not null default now()
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
  -- Never shaped like an id: /teachers/{slugOrId} takes both.
  slug text constraint teachers_slug_key unique constraint teachers_slug_check check (
    char_length(slug) <= 80 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'
    and slug !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
  ),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger touch_updated_at before update on public.teachers for each row execute function app.touch_updated_at();

-- Instagram handles are kept without '@', and the first activation is the approval.
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

-- Only admins write is_active, approved_at, is_featured; the slug comes from update_teacher_slug.
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

-- The counts by stars are the facts; total and average are derived and cannot disagree with them.
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

-- Monthly supporters (specification 001 §3). `user_id` stays null until a person proves the e-mail.
create table public.supporter_tiers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.user_profiles (id) on delete set null,
  email text not null constraint supporter_tiers_email_key unique
    constraint supporter_tiers_email_check check (char_length(email) <= 320 and email ~ '^[^[:space:]@]+@[^[:space:]@]+$'),
  tier text not null constraint supporter_tiers_tier_check
    check (tier in ('passinho', 'giro_completo', 'destaque_salao', 'brilho_palco')),
  amount numeric(10, 2) not null check (amount >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index supporter_tiers_user on public.supporter_tiers (user_id);

create function app.normalise_supporter() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.email := lower(btrim(new.email));
  if tg_op = 'UPDATE' then
    new.updated_at := clock_timestamp();
  end if;
  return new;
end
$$;
create trigger normalise before insert or update on public.supporter_tiers
  for each row execute function app.normalise_supporter();
