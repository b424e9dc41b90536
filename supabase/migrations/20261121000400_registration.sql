-- Registration: from an auth user to a person with profile and role (specification 000 §4, §7), and what the auth
-- service's own writes are held to.
--
-- Signing up makes the auth user; complete_registration does all the rest in one transaction. What must not fail
-- raises, and then nothing is left but the auth user, which abort_registration removes. Styles, slug, acceptance
-- and welcome may fail: each in its own savepoint, kept in app.registration_leftovers and tried again by the next
-- call at sign-in.

create table app.registration_leftovers (
  user_id uuid primary key references public.user_profiles (id) on delete cascade,
  steps text[] not null,
  styles text[] not null default '{}',
  terms_id uuid
);

-- The caller's auth user, locked until the end of the transaction: registering and deleting begin here. account_missing
-- (PT401) when it is gone, which a token outlives by its own lifetime; account_banned (PT403) when it is suspended.
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

-- A step of registration that may fail. Names of styles that are not offered are answered, not raised.
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
-- Answers { profile: as pull_profile gives it, created: whether by this call, warnings: [{ step, code, names? }] }
-- with the steps city, styles, slug, acceptance, welcome; code is a SQLSTATE or 'unknown'.
-- Safe to repeat: an existing profile is kept as it is, what is missing is made good; '{}' then suffices.
-- Hints (P0001): fields_missing, terms_missing, role_not_allowed, profile_failed, student_failed, teacher_failed;
-- DETAIL of the last three is the SQLSTATE. invalid_value (22023) for a payload of another shape; account_missing
-- (PT401). After any of these but the last, abort_registration may follow.
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

  -- What is sent counts, empty too; what is not sent is as at sign-up.
  asked_role := case when payload ? 'role' then app.text_field(payload, 'role')
    when created then account.metadata ->> 'role' else profile.role end;
  if created then
    person_name := case when payload ? 'name' then app.text_field(payload, 'name')
      else btrim(account.metadata ->> 'name') end;
    if coalesce(asked_role, '') = '' or coalesce(person_name, '') = '' or account.email is null then
      perform app.refuse('P0001', 'fields_missing', 'Campos obrigatórios não preenchidos');
    end if;
  end if;
  -- Of an existing person the role is what it is, an administrator's too.
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
  -- Whom the catalogue of names and ids has outrun is registered all the same, and completes the profile later.
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
      -- Letters and spaces only (specification 000 §5): whatever of ASCII is neither is refused.
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

  -- The tolerated steps: of a new person all, of an existing one what is left over or missing.
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
      -- A conflict with another transaction is nobody's failure: the whole call may be sent again.
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
  -- A sign-up may carry the form along so that another phone can resume it. Once used it would go stale, and travel
  -- with the phone number in every token.
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

-- Ends a registration with the code of the step. Conflicts with other transactions keep their own code.
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

-- Removes the caller's auth user while there is no profile, after a registration that the server refused.
-- Answers { aborted: false } when it was gone already. Hints: profile_exists (PT409), account_banned (PT403).
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

-- Where the caller's account stands: { user_id, state: 'registering' (no profile yet) | 'active' | 'removed',
-- email, draft: { role, name } of the sign-up while registering, profile: as pull_profile gives it,
-- terms: { id, version, title, published_at, accepted } | null, pending: steps of registration to be tried again by
-- complete_registration('{}') }.
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
      -- A profile that was cut off before its role row.
      select r.role from (values (profile.role)) r (role)
      where r.role = 'student' and not exists (select from public.students x where x.id = me)
        or r.role = 'teacher' and not exists (select from public.teachers x where x.id = me)
      order by 1
    )));
end
$$;

-- The form that a sign-up carries along in its metadata is copied into the identity by the auth server. It goes from
-- there as soon as it goes from the account: after the registration it would be a second, ageing copy of city, phone
-- and styles.
create function app.forget_sign_up() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update auth.identities i set identity_data = i.identity_data - 'registration'
    where i.user_id = new.id and i.identity_data ? 'registration';
  return null;
exception when insufficient_privilege then
  -- A copy that stays must not undo a registration.
  raise log 'the sign-up of % stays in its identity: %', new.id, sqlerrm;
  return null;
end
$$;
create trigger danceflix_sign_up_forgotten after update of raw_user_meta_data on auth.users for each row
  when (coalesce(old.raw_user_meta_data, '{}') ? 'registration' and not coalesce(new.raw_user_meta_data, '{}') ? 'registration')
  execute function app.forget_sign_up();

-- An e-mail address changes after both mailboxes confirmed it: the old one's owner agrees, the new one's is proved. Whose
-- address it is decides over paid support (…_support.sql) and is shown to others as a contact.
--
-- Auth with double confirmation counts the first link in email_change_confirm_status and completes with the second. It
-- takes one link for enough, whichever mailbox it came from, where e-mails need no confirmation at sign-up or double
-- confirmation is off. Source: https://github.com/supabase/auth/blob/bc32168e/internal/api/verify.go
-- (emailChangeVerify), https://github.com/supabase/auth/blob/bc32168e/internal/models/user.go (ConfirmEmailChange).
-- An administrator of the auth service sets an address without a pending change, and may.
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

-- The metadata of a sign-up goes into every token and every answer of Auth: 8,000 bytes, where a form has about 500.
-- Larger is refused; on hosted Supabase Auth then answers "Database error saving new user".
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
