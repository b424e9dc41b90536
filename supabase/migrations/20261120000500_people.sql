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
  music text constraint teachers_music_check check (char_length(music) between 1 and 300)
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
  approved_at, slug, created_at, updated_at, story, music
  ) on public.teachers to anon, authenticated;
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

grant select (teacher_id, dance_style_id) on public.teacher_dance_styles to anon, authenticated;
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
