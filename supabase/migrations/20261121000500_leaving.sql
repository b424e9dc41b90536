-- Account deletion (LGPD art. 18). Removing an auth user in any way (SQL, the admin API, a soft delete) leaves
-- tombstones. Effects on single features are in their files, as triggers on user_profiles.removed_at.

-- Blanks all personal data of a user; triggers update the listing. The caller removes the files in Storage through the
-- Storage API, because deleting their rows here would leave the bytes behind.
-- Removals and writers of evaluations lock in one order: the person, the requests, the evaluations, then the sources of
-- the listing, including the statistics.
create function app.forget_user(user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.user_profiles p where p.id = forget_user.user_id for update;
  perform from public.lesson_requests r
    where forget_user.user_id in (r.student_id, r.teacher_id) order by r.id for update;
  perform from public.lesson_evaluations e
    where forget_user.user_id in (e.evaluator_id, e.evaluated_id) order by e.id for update;
  perform app.lock_person(user_id);
  update public.user_profiles p
    set name = '', email = '', whatsapp = null, city_id = null, profile_image_url = null, adult_stated_at = null,
      removed_at = now()
    where p.id = forget_user.user_id and p.removed_at is null;
  update public.teachers t
    set bio = null, experience = null, neighborhood = null, instagram = null, modalidades_aula = '{particular}',
      is_active = false, is_paused = false, is_featured = false, approved_at = null, slug = null
    where t.id = forget_user.user_id;
  delete from public.teacher_dance_styles s where s.teacher_id = forget_user.user_id;
  delete from public.student_dance_styles s where s.student_id = forget_user.user_id;
  delete from public.user_evaluation_stats s where s.user_id = forget_user.user_id;
  -- The amount stays for the accounts, without the person.
  update public.supporter_tiers s
    set user_id = null, email = s.id || '@removed.invalid', is_active = false
    where s.user_id = forget_user.user_id;
  delete from public.command_log c where c.user_id = forget_user.user_id;
end
$$;

-- Blanks the person, then processes every place of app.personal_data.
create function app.auth_user_removed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.forget_user(old.id);
  perform app.sweep_personal_data(old.id, old.email);
  return null;
end
$$;
create trigger danceflix_user_removed after delete on auth.users
  for each row execute function app.auth_user_removed();

-- Hosted Auth also has a soft delete, which keeps the row and sets deleted_at.
do $$
begin
  if exists (
    select from information_schema.columns
    where table_schema = 'auth' and table_name = 'users' and column_name = 'deleted_at'
  ) then
    create trigger danceflix_user_soft_deleted after update of deleted_at on auth.users for each row
      when (new.deleted_at is not null) execute function app.auth_user_removed();
  end if;
end
$$;

-- Removes the inbox (as tombstones), the acceptances and leftovers of the registration with the profile.
create function app.forget_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.notifications n set _deleted = true where n.user_id = old.id and not n._deleted;
  delete from public.user_acceptances a where a.user_id = old.id;
  delete from app.registration_leftovers l where l.user_id = old.id;
  if old.role = 'teacher' then
    -- Cached searches contain listings. They are invalid now, but would stay until replaced.
    delete from app.search_cache where true;
  end if;
  return null;
end
$$;
create trigger forget_removed after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_account();
create trigger forget_deleted after delete on public.user_profiles
  for each row execute function app.forget_account();

-- Removes the student's page.
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

-- Empties the teacher's added fields; app.forget_user empties the first ones.
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

-- Names of a person's files in the bucket of profile pictures.
create function app.pictures_of(person uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(o.name order by o.name), '[]') from storage.objects o
  where o.bucket_id = 'profile-images' and starts_with(o.name, person || '/')
$$;

-- One row per person who has changed the password. Deleting an account needs a sign-in within ten minutes. The holder of
-- a stolen token could create one by changing the password and signing in with the new one. So a password changed within
-- 24 hours permits everything but the deletion; by then the owner has had a mail about the change and can recover the
-- account by link. An owner does not have to wait after setting the password by a recovery link, which proves access to
-- the mailbox.
create table app.password_changes (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- The newest change that did not come from a recovery link.
  changed_at timestamptz,
  -- The newest use of a recovery link that has not led to a change yet.
  recovered_at timestamptz
);

-- Redeeming a link empties the column and keeps the password; changing the password empties it in the same statement.
-- Source: https://github.com/supabase/auth/blob/bc32168e/internal/models/user.go (Recover, UpdatePassword).
create function app.note_recovery() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into app.password_changes (user_id, recovered_at) values (new.id, now())
    on conflict (user_id) do update set recovered_at = excluded.recovered_at;
  return null;
end
$$;
create trigger danceflix_user_recovered after update of recovery_token on auth.users for each row
  when (
    coalesce(old.recovery_token, '') <> '' and coalesce(new.recovery_token, '') = ''
    and new.encrypted_password is not distinct from old.encrypted_password
  )
  execute function app.note_recovery();

-- A recovery link counts for an hour, the life of its session.
create function app.note_password_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into app.password_changes as c (user_id, changed_at) values (new.id, now())
    on conflict (user_id) do update set
      changed_at = case when c.recovered_at > now() - interval '1 hour' then null else excluded.changed_at end,
      recovered_at = null;
  return null;
end
$$;
create trigger danceflix_user_password_changed after update of encrypted_password on auth.users for each row
  when (coalesce(old.encrypted_password, '') <> '' and new.encrypted_password is distinct from old.encrypted_password)
  execute function app.note_password_change();

-- Raises unless the caller's session began within ten minutes with a password older than 24 hours.
-- Hints: sign_in_again, password_changed_lately (both PT403).
create function app.require_young_session(person uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  began timestamptz;
begin
  select s.created_at into began from auth.sessions s
    where s.id::text = auth.jwt() ->> 'session_id' and s.user_id = person
      and s.created_at > now() - interval '10 minutes';
  if began is null then
    perform app.refuse('PT403', 'sign_in_again', 'deleting the account takes a session that began just now');
  end if;
  if exists (
    select from app.password_changes c
    where c.user_id = person and c.changed_at <= began and c.changed_at > now() - interval '24 hours'
  ) then
    perform app.refuse('PT403', 'password_changed_lately',
      'deleting the account takes a password that is older than a day, or that a recovery link set');
  end if;
end
$$;

-- Deletes the caller's account for good. `confirm`: the word EXCLUIR. The session must have begun within ten minutes, by
-- password or mail link, so that an unlocked phone or a stolen token is not enough. The caller removes their own
-- pictures through the Storage API first, because deleting the rows here would leave the bytes behind. These stay, and
-- are returned as `stays`:
--   tombstones: ids without content in user_profiles, teachers, teacher_listings, notifications, profile_versions and
--     app.listing_locks, so that other phones drop their copies
--   support: amounts paid, without name or e-mail, for the accounts
--   lessons: for the other side, that there were requests, with style, dates and state; stars given, without author and
--     text, in the statistics of the evaluated person; until the end of the month also texts of anonymous evaluations
-- Logs and backups of the backend expire by themselves. Hints: confirmation_missing (22023); sign_in_again,
-- password_changed_lately (PT403); pictures_remain (PT409, their names as JSON in DETAIL); last_admin (PT409);
-- account_missing (PT401); account_banned (PT403).
create function public.delete_my_account(confirm text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  supported boolean;
  asked boolean;
begin
  if upper(btrim(coalesce(confirm, ''))) <> 'EXCLUIR' then
    perform app.refuse('22023', 'confirmation_missing', 'the word EXCLUIR confirms the deletion');
  end if;
  perform app.lock_account();
  perform app.require_young_session(me);
  if app.is_admin() then
    -- Serialises administrators who delete their accounts at once, so that one remains.
    perform pg_advisory_xact_lock(hashtextextended('danceflix administrators', 0));
    if not exists (
      select from public.user_profiles p where p.role = 'admin' and p.removed_at is null and p.id <> me
    ) then
      perform app.refuse('PT409', 'last_admin', 'the last administrator stays');
    end if;
  end if;
  if app.pictures_of(me) <> '[]' then
    perform app.refuse('PT409', 'pictures_remain', 'the pictures are removed first', app.pictures_of(me)::text);
  end if;
  supported := exists (select from public.supporter_tiers s where s.user_id = me);
  asked := exists (select from public.lesson_requests r where me in (r.student_id, r.teacher_id));
  delete from auth.users u where u.id = me;
  return jsonb_build_object('deleted', true, 'user_id', me, 'stays', to_jsonb(array['tombstones']
    || case when supported then array['support'] else '{}' end || case when asked then array['lessons'] else '{}' end));
end
$$;

alter table app.password_changes enable row level security;

grant execute on function public.delete_my_account(text) to authenticated;
