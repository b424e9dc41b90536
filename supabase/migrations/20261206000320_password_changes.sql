-- Deleting an account takes a sign-in of the last ten minutes (…_fresh_session.sql). Whoever holds a stolen token could
-- make one: change the password, sign in with the new one. So a password that was changed in the last 24 hours opens
-- everything but the deletion. The owner has had a mail about the change by then, and takes the account back with the
-- recovery link; and an owner who means it does not wait: a password that was set by a recovery link counts at once,
-- because that took the mailbox.

-- One row a person who has changed the password.
create table app.password_changes (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- The newest change, unless a recovery link led to it.
  changed_at timestamptz,
  -- The newest use of a recovery link that has not led to a change yet.
  recovered_at timestamptz
);
alter table app.password_changes enable row level security;
revoke all on app.password_changes from public, anon, authenticated;

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

-- As before (…_fresh_session.sql), now behind …_lessons_of_removed.sql.
create or replace function app.delete_my_account_before_lessons(confirm text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account record;
  supported boolean;
begin
  if upper(btrim(coalesce(confirm, ''))) <> 'EXCLUIR' then
    perform app.refuse('22023', 'confirmation_missing', 'the word EXCLUIR confirms the deletion');
  end if;
  account := app.lock_account();
  perform app.require_young_session(account.id);
  if app.is_admin() then
    -- Two of them leaving at once take turns.
    perform pg_advisory_xact_lock(hashtextextended('danceflix administrators', 0));
    if not exists (
      select from public.user_profiles p where p.role = 'admin' and p.removed_at is null and p.id <> account.id
    ) then
      perform app.refuse('PT409', 'last_admin', 'the last administrator stays');
    end if;
  end if;
  if app.pictures_of(account.id) <> '[]' then
    perform app.refuse('PT409', 'pictures_remain', 'the pictures are removed first', app.pictures_of(account.id)::text);
  end if;
  supported := exists (select from public.supporter_tiers s where s.user_id = account.id);
  delete from auth.users u where u.id = account.id;
  return jsonb_build_object('deleted', true, 'user_id', account.id,
    'stays', to_jsonb(array['tombstones'] || case when supported then array['support'] else '{}' end));
end
$$;

alter function public.my_data() set schema app;
alter function app.my_data() rename to my_data_before_passwords;

-- Everything held about the caller, by subject (…_own_data.sql), with when the password changed.
create function public.my_data() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.my_data_before_passwords() || jsonb_build_object(
    'password_changes', coalesce((
      select jsonb_agg(jsonb_build_object('changed_at', c.changed_at, 'recovered_at', c.recovered_at))
      from app.password_changes c where c.user_id = auth.uid()
    ), '[]')
  )
$$;
revoke all on function public.my_data() from public, anon;
grant execute on function public.my_data() to authenticated, service_role;
revoke all on function app.my_data_before_passwords(), app.note_recovery(), app.note_password_change(),
  app.require_young_session(uuid) from public, anon, authenticated;
