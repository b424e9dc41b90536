-- Leaving (LGPD art. 18). A removed auth user leaves tombstones, whichever way it was removed: SQL, the admin API, a
-- soft delete. What single features do with a removed profile stands with them, in triggers of
-- user_profiles.removed_at.

-- Blanks everything personal of a user. The listing follows by its triggers. Files in Storage are removed through
-- the Storage API by whoever removes the account: deleting their rows here would leave the bytes behind.
-- Removals and writers of evaluations take their rows in one order: the person, the requests, the evaluations, then the
-- sources of the listing, the statistics among them.
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
    set name = '', email = '', whatsapp = null, city_id = null, profile_image_url = null, removed_at = now()
    where p.id = forget_user.user_id and p.removed_at is null;
  update public.teachers t
    set bio = null, experience = null, neighborhood = null, instagram = null, modalidades_aula = '{particular}',
      is_active = false, is_paused = false, is_featured = false, approved_at = null, slug = null
    where t.id = forget_user.user_id;
  delete from public.teacher_dance_styles s where s.teacher_id = forget_user.user_id;
  delete from public.student_dance_styles s where s.student_id = forget_user.user_id;
  delete from public.user_evaluation_stats s where s.user_id = forget_user.user_id;
  -- What was paid stays in the books, whose it was does not.
  update public.supporter_tiers s
    set user_id = null, email = s.id || '@removed.invalid', is_active = false
    where s.user_id = forget_user.user_id;
  delete from public.command_log c where c.user_id = forget_user.user_id;
end
$$;

-- Blanks the person, and then goes over every place of app.personal_data.
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

-- Hosted Auth also knows a soft delete, which keeps the row and sets deleted_at.
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

-- A removed profile takes its inbox (as tombstones), its acceptances and the rest of a registration along.
create function app.forget_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.notifications n set _deleted = true where n.user_id = old.id and not n._deleted;
  delete from public.user_acceptances a where a.user_id = old.id;
  delete from app.registration_leftovers l where l.user_id = old.id;
  if old.role = 'teacher' then
    -- Kept answers of searches hold listings. Nobody is given a stale one, but they would stay until displaced.
    delete from app.search_cache where true;
  end if;
  return null;
end
$$;
create trigger forget_removed after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_account();
create trigger forget_deleted after delete on public.user_profiles
  for each row execute function app.forget_account();

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

-- The names of a person's files in the bucket of profile pictures.
create function app.pictures_of(person uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(o.name order by o.name), '[]') from storage.objects o
  where o.bucket_id = 'profile-images' and starts_with(o.name, person || '/')
$$;

-- One row a person who has changed the password. Deleting an account takes a sign-in of the last ten minutes. The
-- holder of a stolen token could make one: change the password, sign in with the new one. So a password that was
-- changed in the last 24 hours opens everything but the deletion. The owner has had a mail about the change by then,
-- and takes the account back with the recovery link; and an owner who means it does not wait: a password that was set
-- by a recovery link counts at once, because that took the mailbox.
create table app.password_changes (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- The newest change, unless a recovery link led to it.
  changed_at timestamptz,
  -- The newest use of a recovery link that has not led to a change yet.
  recovered_at timestamptz
);

-- Redeeming a link empties the column and leaves the password; changing the password empties it in the same statement.
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

-- A recovery session lives for an hour.
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

-- Raises unless the caller's session began in the last ten minutes, and not with a password of the last 24 hours.
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

-- Deletes the caller's account for good. `confirm`: the word EXCLUIR. The session has to have begun in the last ten
-- minutes, by password or by a mail's link: a phone that lies unlocked on a table, or a token that was taken, is not
-- enough. The caller removes the own pictures through the Storage API first, because deleting their rows here would
-- leave the bytes behind. Leaves, and answers as `stays`:
--   tombstones: ids without content in user_profiles, teachers, teacher_listings, notifications, profile_versions and
--     app.listing_locks, so that other phones drop what they hold
--   support: amounts paid, without name or e-mail, because they belong to the accounts
--   lessons: that there were requests, their style, dates and state, with the other side; stars given, without author
--     and text, in the statistics of who got them; until the month is over also words of anonymous evaluations
-- Logs and backups of the backend run out by themselves. Hints: confirmation_missing (22023); sign_in_again,
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
    -- Two of them leaving at once take turns.
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
