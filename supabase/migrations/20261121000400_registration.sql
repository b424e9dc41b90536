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
-- account_missing (PT401) when it is removed, which a token can outlive, and account_banned (PT403) when suspended.
create function app.lock_account(out id uuid, out email text, out metadata jsonb)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
begin
  select u.id, u.email, coalesce(u.raw_user_meta_data, '{}') into id, email, metadata
    from auth.users u where u.id = me for update;
  if id is null or exists (select from public.user_profiles p where p.id = me and p.removed_at is not null) then
    perform app.refuse('PT401', 'account_missing', 'this account does not exist any more');
  end if;
  perform app.refuse_banned();
end
$$;

-- Links the styles of a registration, an optional step. Returns the names of styles that are not offered.
create function app.link_registered_styles(person uuid, role text, styles text[]) returns text[]
language plpgsql volatile set search_path = ''
as $$
begin
  if role = 'teacher' then
    insert into public.teacher_dance_styles
      select person, d.id from public.dance_styles d where d.name = any (styles) and d.active order by d.id
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
    styles := app.text_items(payload, 'styles');
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
-- Returns { aborted: false } when it was removed already. Hints: profile_exists (PT409), account_banned (PT403).
create function public.abort_registration() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
begin
  perform from auth.users u where u.id = me for update;
  perform app.refuse_banned();
  if exists (select from public.user_profiles p where p.id = me) then
    perform app.refuse('PT409', 'profile_exists', 'this registration is complete');
  end if;
  delete from auth.users u where u.id = me;
  return jsonb_build_object('aborted', found);
end
$$;

-- State of the caller's account: { user_id, state: 'registering' (no profile yet) | 'active' | 'removed', email, draft:
-- { role, name } of the sign-up while registering, profile: as in pull_profile, terms: { id, version, title,
-- published_at, accepted } | null, pending: steps of registration that complete_registration('{}') will retry }.
create function public.my_account_state() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  account auth.users;
  profile public.user_profiles;
begin
  select * into account from auth.users u where u.id = me;
  select * into profile from public.user_profiles p where p.id = me;
  if account.id is null or profile.removed_at is not null then
    return jsonb_build_object('user_id', me, 'state', 'removed', 'email', null, 'draft', null, 'profile', null,
      'terms', null, 'pending', '[]'::jsonb);
  end if;
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
