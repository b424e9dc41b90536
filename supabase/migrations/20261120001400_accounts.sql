-- Registration: from an auth user to a person with profile and role (specification 000 §4, §7), and rules for the auth
-- service's own writes.
--
-- Signing up creates the auth user; complete_registration does the rest in one transaction. A mandatory step that fails
-- raises, which leaves only the auth user, and abort_registration removes that. Styles, slug, acceptance and welcome may
-- fail: each runs in its own savepoint, is noted in app.registration_leftovers and retried by the next call at sign-in.

create table app.registration_leftovers (
  user_id uuid primary key references public.user_profiles (id) on delete cascade,
  steps text[] not null,
  styles text[] not null default '{}',
  terms_id uuid
);

-- Locks the caller's auth user until the end of the transaction; registering and deleting start with it. Raises
-- account_missing (PT401) when it was removed while this waited.
create function app.lock_account(out id uuid, out email text, out metadata jsonb)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
begin
  select u.id, u.email, coalesce(u.raw_user_meta_data, '{}') into id, email, metadata
    from auth.users u where u.id = me for update;
  if id is null or exists (select from public.user_profiles p where p.id = me and p.removed_at is not null) then
    perform app.refuse_missing_account();
  end if;
end
$$;

-- Links the styles of a registration, an optional step. Returns the names of styles that are not offered.
create function app.link_registered_styles(person uuid, role text, styles text[]) returns text[]
language plpgsql volatile set search_path = ''
as $$
begin
  if role = 'teacher' then
    insert into public.teacher_dance_styles (teacher_id, dance_style_id, position)
      select person, d.id, array_position(styles, d.name) from public.dance_styles d
      where d.name = any (styles) and d.active order by d.id
      on conflict do nothing;
  else
    insert into public.student_dance_styles
      select person, d.id from public.dance_styles d where d.name = any (styles) and d.active order by d.id
      on conflict do nothing;
  end if;
  return array(
    select s from unnest(styles) s
    where not exists (select from public.dance_styles d where d.name = s and d.active) order by s
  );
end
$$;

create function app.welcome(person uuid, role text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if role = 'teacher' then
    perform app.notify(person, 'welcome', 'Boas-vindas ao Danceflix!',
      'Complete seu perfil: nossa equipe analisa cada professor antes de mostrar o perfil na busca.',
      '/teacher/configurations');
  else
    perform app.notify(person, 'welcome', 'Boas-vindas ao Danceflix!',
      'Encontre professores do seu estilo na sua cidade e peça a primeira aula.', '/search');
  end if;
end
$$;

-- Completes the caller's registration. `payload`:
--   role 'student'|'teacher' and name (default: the metadata of the sign-up), city_id uuid|null,
--   whatsapp '+' and 7 to 15 digits|null, styles: names of dance styles, terms_accepted true,
--   terms_id: the version that was shown (default: the newest active one).
-- Returns { profile: as in pull_profile, created: whether by this call, warnings: [{ step, code, names? }] } with the
-- steps city, styles, slug, acceptance, welcome; code is a SQLSTATE or 'unknown'.
-- Safe to repeat: an existing profile is kept and missing parts are added, for which '{}' suffices.
-- Hints (P0001): fields_missing, terms_missing, role_not_allowed, profile_failed, student_failed, teacher_failed;
-- DETAIL of the last three is the SQLSTATE. invalid_value (22023) for a malformed payload; account_missing (PT401).
-- abort_registration may follow after any of these except the last.
create function public.complete_registration(payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account record;
  profile public.user_profiles;
  leftover app.registration_leftovers;
  created boolean := false;
  asked_role text;
  person_name text;
  phone text;
  terms uuid;
  styles text[] := '{}';
  steps text[] := '{}';
  failed text[] := '{}';
  unknown text[];
  warnings jsonb := '[]';
  step text;
  city uuid;
begin
  payload := coalesce(payload, '{}');
  if jsonb_typeof(payload) <> 'object' or octet_length(payload::text) > 20000 then
    perform app.refuse('22023', 'invalid_value', 'the payload is an object of at most 20000 bytes', 'payload');
  end if;
  account := app.lock_account();
  select * into profile from public.user_profiles p where p.id = account.id;
  created := profile.id is null;

  -- Values in the payload take precedence, even empty ones; missing ones come from the sign-up.
  asked_role := case when payload ? 'role' then app.text_field(payload, 'role')
    when created then account.metadata ->> 'role' else profile.role end;
  if created then
    person_name := case when payload ? 'name' then app.text_field(payload, 'name')
      else btrim(account.metadata ->> 'name') end;
    if coalesce(asked_role, '') = '' or coalesce(person_name, '') = '' or account.email is null then
      perform app.refuse('P0001', 'fields_missing', 'Campos obrigatórios não preenchidos');
    end if;
  end if;
  -- The role of an existing person does not change, including an administrator's.
  if asked_role is distinct from profile.role
    and (not created or asked_role not in ('student', 'teacher')
      or asked_role <> coalesce(account.metadata ->> 'role', asked_role))
  then
    perform app.refuse('P0001', 'role_not_allowed', 'this account cannot have that role');
  end if;
  if created and payload -> 'terms_accepted' is distinct from 'true' then
    perform app.refuse('P0001', 'terms_missing', 'Você precisa aceitar os termos de uso para se registrar');
  end if;

  phone := app.text_field(payload, 'whatsapp');
  -- A city that the catalogue does not have any more does not stop the registration: the person chooses one later.
  if created and app.text_field(payload, 'city_id') is not null then
    select c.id into city from public.cities c
      where c.id::text = lower(app.text_field(payload, 'city_id')) and c.active and not c._deleted;
    if city is null then
      warnings := warnings || jsonb_build_object('step', 'city', 'code', 'unknown');
    end if;
  end if;
  if payload ? 'styles' and payload -> 'styles' <> 'null' then
    styles := app.ordered_items(payload, 'styles');
  end if;
  if app.text_field(payload, 'terms_id') is not null then
    terms := app.id_field(payload, 'terms_id');
  end if;

  if created then
    begin
      -- Letters and spaces only (specification 000 §5): every other ASCII character is refused.
      if person_name ~ '[\x21-\x40\x5b-\x60\x7b-\x7f\x01-\x1f]' then
        raise exception 'a name has letters and spaces only' using errcode = 'check_violation';
      end if;
      insert into public.user_profiles (id, name, email, role, whatsapp, city_id)
        values (account.id, person_name, account.email, asked_role, phone, city)
        returning * into profile;
    exception when others then
      perform app.step_failed('profile_failed', 'Falha ao criar perfil de usuário', sqlstate, sqlerrm);
    end;
  end if;
  begin
    if profile.role = 'student' then
      insert into public.students (id) values (profile.id) on conflict do nothing;
    end if;
  exception when others then
    perform app.step_failed('student_failed', 'Failed to create student profile', sqlstate, sqlerrm);
  end;
  begin
    if profile.role = 'teacher' then
      insert into public.teachers (id, is_active) values (profile.id, false) on conflict do nothing;
    end if;
  exception when others then
    perform app.step_failed('teacher_failed', 'Falha ao criar perfil de professor', sqlstate, sqlerrm);
  end;

  -- The optional steps: all for a new person, otherwise those that are left over or missing.
  select * into leftover from app.registration_leftovers l where l.user_id = profile.id;
  if profile.role in ('student', 'teacher') then
    styles := case when created then styles when 'styles' = any (leftover.steps) then leftover.styles else '{}' end;
    if cardinality(styles) > 0 then
      steps := steps || 'styles'::text;
    end if;
    if exists (select from public.teachers t where t.id = profile.id and t.slug is null) and profile.role = 'teacher' then
      steps := steps || 'slug'::text;
    end if;
    if payload -> 'terms_accepted' = 'true' or 'acceptance' = any (leftover.steps) then
      terms := coalesce(terms, leftover.terms_id, app.current_terms());
      if not exists (select from public.user_acceptances a where a.user_id = profile.id and a.terms_id = terms) then
        steps := steps || 'acceptance'::text;
      end if;
    end if;
    if created or 'welcome' = any (leftover.steps) then
      steps := steps || 'welcome'::text;
    end if;
  end if;
  foreach step in array steps loop
    begin
      case step
        when 'styles' then
          unknown := app.link_registered_styles(profile.id, profile.role, styles);
          if cardinality(unknown) > 0 then
            warnings := warnings || jsonb_build_object('step', step, 'code', 'unknown', 'names', unknown);
          end if;
        when 'slug' then perform public.update_teacher_slug(profile.id, profile.name);
        when 'acceptance' then insert into public.user_acceptances (user_id, terms_id) values (profile.id, terms);
        when 'welcome' then perform app.welcome(profile.id, profile.role);
      end case;
    exception when others then
      -- Not noted as a failed step: after a conflict with another transaction the whole call is sent again.
      if sqlstate like '40%' then
        raise;
      end if;
      raise log 'registration of %: step % failed: % %', profile.id, step, sqlstate, sqlerrm;
      failed := failed || step;
      warnings := warnings || jsonb_build_object('step', step, 'code', sqlstate);
    end;
  end loop;

  if cardinality(failed) > 0 then
    insert into app.registration_leftovers as l (user_id, steps, styles, terms_id)
      values (profile.id, failed, case when 'styles' = any (failed) then styles else '{}' end, terms)
      on conflict (user_id) do update set
        steps = excluded.steps, styles = excluded.styles, terms_id = excluded.terms_id;
  elsif leftover.user_id is not null then
    delete from app.registration_leftovers l where l.user_id = profile.id;
  end if;
  -- A sign-up may carry the form so that another phone can resume it. It is removed after use, because it would become
  -- outdated and put the phone number into every token.
  if account.metadata ? 'registration' then
    update auth.users u set raw_user_meta_data = u.raw_user_meta_data - 'registration' where u.id = account.id;
  end if;
  return jsonb_build_object(
    'profile', (select to_jsonb(o) from app.own_profiles o where o.id = profile.id),
    'created', created,
    'warnings', warnings
  );
end
$$;

-- Raises the code of a failed step. Conflicts with other transactions keep their own code.
create function app.step_failed(reason text, message text, state text, cause text) returns void
language plpgsql set search_path = ''
as $$
begin
  if state like '40%' then
    raise exception '%', cause using errcode = state;
  end if;
  raise log 'registration of %: % % %', auth.uid(), reason, state, cause;
  perform app.refuse('P0001', reason, message, state);
end
$$;

-- Removes the caller's auth user when it has no profile, after a registration that the server refused.
-- Returns { aborted: false } when it was removed while this waited. Hint: profile_exists (PT409).
create function public.abort_registration() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
begin
  perform from auth.users u where u.id = me for update;
  if exists (select from public.user_profiles p where p.id = me) then
    perform app.refuse('PT409', 'profile_exists', 'this registration is complete');
  end if;
  delete from auth.users u where u.id = me;
  return jsonb_build_object('aborted', found);
end
$$;

-- State of the caller's account: { user_id, state: 'registering' (no profile yet) | 'active', email, draft:
-- { role, name } of the sign-up while registering, profile: as in pull_profile, terms: { id, version, title,
-- published_at, accepted } | null, pending: steps of registration that complete_registration('{}') will retry }.
-- Hint: account_missing (PT401).
create function public.my_account_state() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  account auth.users;
  profile public.user_profiles;
begin
  select * into account from auth.users u where u.id = me;
  if account.id is null then
    -- Removed after the door let this request through.
    perform app.refuse_missing_account();
  end if;
  select * into profile from public.user_profiles p where p.id = me;
  if profile.id is null then
    return jsonb_build_object('user_id', me, 'state', 'registering', 'email', account.email,
      'draft', jsonb_build_object('role', account.raw_user_meta_data ->> 'role', 'name', account.raw_user_meta_data ->> 'name'),
      'profile', null, 'terms', app.terms_of(me), 'pending', '[]'::jsonb);
  end if;
  return jsonb_build_object('user_id', me, 'state', 'active', 'email', account.email, 'draft', null,
    'profile', (select to_jsonb(o) from app.own_profiles o where o.id = me),
    'terms', app.terms_of(me),
    'pending', to_jsonb(array(
      select s from app.registration_leftovers l, unnest(l.steps) s where l.user_id = me
      union
      -- A profile whose registration was interrupted before its role row.
      select r.role from (values (profile.role)) r (role)
      where r.role = 'student' and not exists (select from public.students x where x.id = me)
        or r.role = 'teacher' and not exists (select from public.teachers x where x.id = me)
      order by 1
    )));
end
$$;

-- The auth server copies the metadata of a sign-up, with the form, into the identity. This removes the copy as soon as
-- the account's is removed: it would be an outdated second copy of city, phone and styles.
create function app.forget_sign_up() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update auth.identities i set identity_data = i.identity_data - 'registration'
    where i.user_id = new.id and i.identity_data ? 'registration';
  return null;
exception when insufficient_privilege then
  -- A failure here must not undo a registration.
  raise log 'the sign-up of % stays in its identity: %', new.id, sqlerrm;
  return null;
end
$$;
create trigger danceflix_sign_up_forgotten after update of raw_user_meta_data on auth.users for each row
  when (coalesce(old.raw_user_meta_data, '{}') ? 'registration' and not coalesce(new.raw_user_meta_data, '{}') ? 'registration')
  execute function app.forget_sign_up();

-- Requires both mailboxes to confirm a change of e-mail: the old one's owner agrees, the new one's is proved. The address
-- decides who owns a paid support (…_support.sql), and is shown to others as a contact.
--
-- Auth with double confirmation counts the first link in email_change_confirm_status and completes with the second. It
-- is content with one link, from either mailbox, when e-mails need no confirmation at sign-up or double confirmation is
-- off. Source: https://github.com/supabase/auth/blob/bc32168e/internal/api/verify.go
-- (emailChangeVerify), https://github.com/supabase/auth/blob/bc32168e/internal/models/user.go (ConfirmEmailChange).
-- An administrator of the auth service sets an address without a pending change, which is allowed.
create function app.require_both_mailboxes() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.email_change_confirm_status is distinct from 1 then
    perform app.refuse('PT403', 'confirmation_missing', 'both mailboxes have to confirm a new e-mail address');
  end if;
  return new;
end
$$;
create trigger danceflix_user_email_confirmed before update of email on auth.users for each row
  when (
    coalesce(old.email, '') <> '' and lower(new.email) is distinct from lower(old.email)
    and lower(old.email_change) = lower(new.email) and coalesce(new.email_change, '') = ''
  )
  execute function app.require_both_mailboxes();

-- Limits the metadata of a sign-up, which every token and response of Auth contains, to 8,000 bytes; a form has about
-- 500. For larger ones hosted Supabase Auth responds "Database error saving new user".
create function app.limit_metadata() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if octet_length(new.raw_user_meta_data::text) > 8000 then
    raise exception 'the metadata of an account has 8000 bytes at most' using errcode = 'check_violation',
      hint = 'metadata_too_large', constraint = 'users_metadata_size';
  end if;
  return new;
end
$$;
create trigger danceflix_metadata_size before insert or update of raw_user_meta_data on auth.users for each row
  when (new.raw_user_meta_data is not null) execute function app.limit_metadata();

create function app.auth_user_email_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.user_profiles p set email = new.email
    where p.id = new.id and p.removed_at is null and p.email is distinct from new.email;
  return null;
end
$$;
create trigger danceflix_user_email_changed after update of email on auth.users for each row
  when (new.email is distinct from old.email and new.email is not null)
  execute function app.auth_user_email_changed();

grant execute on function public.complete_registration(jsonb), public.abort_registration(), public.my_account_state()
  to authenticated;

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
-- account_missing (PT401).
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
  perform app.require_no_share_pictures(me);
  supported := exists (select from public.supporter_tiers s where s.user_id = me);
  asked := exists (select from public.lesson_requests r where me in (r.student_id, r.teacher_id));
  delete from auth.users u where u.id = me;
  return jsonb_build_object('deleted', true, 'user_id', me, 'stays', to_jsonb(array['tombstones']
    || case when supported then array['support'] else '{}' end || case when asked then array['lessons'] else '{}' end));
end
$$;

alter table app.password_changes enable row level security;

grant execute on function public.delete_my_account(text) to authenticated;
