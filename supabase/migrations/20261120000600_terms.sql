-- The terms of use, their acceptances, and the writes that need one.
--
-- Every write that others can see needs an acceptance of the current terms: commands, direct writes of one's own rows,
-- being shown in the search.
--
-- Without one the error is terms_required (PT403, the version in DETAIL). It is not a rejection: the phone keeps the
-- write, asks for the acceptance and sends it again. Withdrawing needs no acceptance: emptying a field, pausing, hiding
-- a page, cancelling, removing a post, deleting the account.

create table public.terms_and_policies (
  id uuid primary key default gen_random_uuid(),
  type text not null default 'terms' constraint terms_and_policies_type_check check (type in ('terms')),
  version integer not null constraint terms_and_policies_version_check check (version > 0),
  active boolean not null default true,
  title text not null constraint terms_and_policies_title_check check (char_length(title) between 1 and 200),
  published_at timestamptz not null default now(),
  constraint terms_and_policies_version_key unique (type, version)
);

create table public.user_acceptances (
  user_id uuid not null references public.user_profiles (id) on delete cascade,
  terms_id uuid not null references public.terms_and_policies (id),
  accepted_at timestamptz not null default now(),
  primary key (user_id, terms_id)
);
create index user_acceptances_terms on public.user_acceptances (terms_id);

-- The newest active version of the terms; null when there is none.
create function app.current_terms() returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select t.id from public.terms_and_policies t where t.type = 'terms' and t.active order by t.version desc limit 1
  );
end
$$;

-- The current terms for an account: { id, version, title, published_at, accepted }, or null when there are none.
create function app.terms_of(person uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', t.id, 'version', t.version, 'title', t.title, 'published_at', t.published_at,
    'accepted', exists (select from public.user_acceptances a where a.user_id = person and a.terms_id = t.id))
  from public.terms_and_policies t where t.id = app.current_terms()
$$;

-- Records that the caller accepted these terms, once; returns { terms } as my_account_state does.
-- Hints: terms_unknown (PT404) when they are not active, profile_missing (PT409) before registration is complete.
create function public.accept_terms(terms_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
begin
  if not exists (
    select from public.terms_and_policies t where t.id = accept_terms.terms_id and t.type = 'terms' and t.active
  ) then
    perform app.refuse('PT404', 'terms_unknown', 'there are no such terms');
  end if;
  perform from public.user_profiles p where p.id = me and p.removed_at is null for key share;
  if not found then
    perform app.refuse('PT409', 'profile_missing', 'the registration is not complete');
  end if;
  insert into public.user_acceptances (user_id, terms_id) values (me, accept_terms.terms_id) on conflict do nothing;
  return jsonb_build_object('terms', app.terms_of(me));
end
$$;

create function app.has_accepted_terms(person uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return app.current_terms() is null or exists (
    select from public.user_acceptances a where a.user_id = person and a.terms_id = app.current_terms()
  );
end
$$;

-- Raises unless the caller has accepted. Not for the server, nor for callers without profile, who must register first.
create function app.require_terms() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if auth.uid() is not null and not app.has_accepted_terms(auth.uid()) then
    perform app.require_profile();
    perform app.refuse('PT403', 'terms_required', 'Aceite os termos de uso atuais para enviar.',
      (select t.version::text from public.terms_and_policies t where t.id = app.current_terms()));
  end if;
end
$$;

-- Commands that need no acceptance. tests/database/accounts/consent.test.ts tries every kind that a procedure begins.
create table app.commands_without_terms (
  kind text primary key,
  reason text not null
);
insert into app.commands_without_terms (kind, reason) values
  ('profile.update', 'its rows ask: what hides or empties needs nothing'),
  ('evaluation.save', 'its row asks: taking a comment back needs nothing'),
  ('lesson_request.cancel', 'takes back; its row asks for the words'),
  ('post.remove', 'takes back'),
  ('notifications.read', 'the own inbox'),
  ('notifications.preferences', 'the own settings'),
  ('favourite.set', 'seen by nobody else'),
  ('block.set', 'seen by nobody else, and protects'),
  ('report.create', 'seen by the team, and protects'),
  ('lead.create', 'seen by nobody else; visitors have nothing to accept either'),
  ('admin.test_data.create', 'the team'), ('admin.test_data.remove', 'the team'), ('admin.report.decide', 'the team'),
  ('admin.setting.set', 'the team'), ('admin.teachers.set', 'the team'), ('admin.bulk.start', 'the team'),
  ('sponsor.save', 'the team'), ('sponsor.deactivate', 'the team'),
  ('supporter.save', 'the team'), ('supporter.deactivate', 'the team'), ('supporter.import', 'the team');

create function app.require_terms_of_command() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from app.commands_without_terms c where c.kind = new.kind) then
    perform app.require_terms();
  end if;
  return null;
end
$$;

-- Requires an acceptance for direct writes of one's own rows. Arguments: the column with the person's id, and the columns
-- without free content (a new column counts as content until it is named). Inserts are exempt, because registration
-- (specification 000 §7) inserts rows that are not visible before a command or an approval, which check the terms.
create function app.require_terms_of_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before constant jsonb := to_jsonb(old);
  quiet constant text[] := string_to_array(tg_argv[1], ',');
begin
  if auth.uid() is null or (before ->> tg_argv[0])::uuid is distinct from auth.uid()
    or app.has_accepted_terms(auth.uid())
    -- Deleting the account.
    or exists (select from public.user_profiles p where p.id = auth.uid() and p.removed_at is not null)
  then
    return null;
  end if;
  if exists (
    select from jsonb_each(to_jsonb(new)) n
    where n.key <> all (quiet) and n.value is distinct from before -> n.key
      and n.value not in ('null', '""', '[]')
      and (n.key, n.value) not in (('is_paused', 'true'), ('is_public', 'false'))
  ) then
    perform app.require_terms();
  end if;
  return null;
end
$$;
create trigger a_terms after update on public.user_profiles for each row
  when (old.* is distinct from new.* and new.removed_at is null)
  execute function app.require_terms_of_row('id', 'updated_at,created_at,removed_at,muted_notifications,email,role');
create trigger a_terms after update on public.teachers for each row when (old.* is distinct from new.*)
  execute function app.require_terms_of_row('id', 'updated_at,created_at,slug,is_active,is_featured,approved_at,checks');
create trigger a_terms after update on public.students for each row when (old.* is distinct from new.*)
  execute function app.require_terms_of_row('id', 'created_at,slug,hidden_at');

-- Dance styles are also added during registration, so only teachers who are shown need an acceptance.
create function app.require_terms_of_styles() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.teacher_listings l where l.id = auth.uid() and not l._deleted)
    or exists (select from public.students s where s.id = auth.uid() and s.is_public)
  then
    perform app.require_terms();
  end if;
  return null;
end
$$;
create trigger a_terms after insert on public.teacher_dance_styles for each row
  when (new.teacher_id is not null) execute function app.require_terms_of_styles();
create trigger a_terms after insert on public.student_dance_styles for each row
  when (new.student_id is not null) execute function app.require_terms_of_styles();

-- Showing a teacher needs the teacher's acceptance, also when the team activates. Hint: teacher_without_terms (PT409,
-- the teacher's id in DETAIL).
create function app.require_terms_of_shown() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.role() = 'authenticated' and not app.has_accepted_terms(new.id)
    and not exists (select from public.user_profiles p where p.id = new.id and p.is_demo)
  then
    perform app.refuse('PT409', 'teacher_without_terms', 'this teacher has not accepted the current terms', new.id::text);
  end if;
  return null;
end
$$;
create trigger a_terms_of_new_shown after insert on public.teachers for each row when (new.is_active)
  execute function app.require_terms_of_shown();
create trigger a_terms_of_shown after update on public.teachers for each row when (new.is_active and not old.is_active)
  execute function app.require_terms_of_shown();

-- Accepts terms of any version, so that newer terms do not hide a person.
create function app.has_accepted_once(person uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return app.current_terms() is null or exists (select from public.user_acceptances a where a.user_id = person);
end
$$;

create function app.link_support_of_acceptance() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.link_support(new.user_id);
  return null;
end
$$;
create trigger link_support after insert on public.user_acceptances
  for each row execute function app.link_support_of_acceptance();

-- Privileges and policies; tests/database/matrix.ts has the same as data.

alter table public.terms_and_policies enable row level security;
alter table public.user_acceptances enable row level security;

grant select, insert, update, delete on public.terms_and_policies, public.user_acceptances to service_role;

grant select (id, type, version, active, title, published_at) on public.terms_and_policies to anon, authenticated;
create policy "active terms are public" on public.terms_and_policies for select to anon, authenticated
  using (active or (select app.is_admin()));

-- Written by accept_terms and complete_registration only, because a self-written date proves nothing.
grant select (user_id, terms_id, accepted_at) on public.user_acceptances to authenticated;
create policy "people read their acceptances, admins all" on public.user_acceptances for select to authenticated
  using (user_id = (select auth.uid()) or (select app.is_admin()));

grant execute on function public.accept_terms(uuid) to authenticated;
