-- Nothing that others see is written without an acceptance of the current terms, whichever way it is written: by a
-- command, by a row of one's own, by being shown in the search.
--
-- Who has not accepted is answered terms_required (PT403, the version in DETAIL). That is no refusal of what was
-- written: a phone keeps it, asks for the acceptance and sends it then. Taking back stays possible: emptying a field,
-- pausing, hiding a page, cancelling, removing a post, leaving.

create function app.has_accepted_terms(person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select app.current_terms() is null or exists (
    select from public.user_acceptances a where a.user_id = person and a.terms_id = app.current_terms()
  )
$$;

-- Of the caller. The server itself has nothing to accept, and who has no profile has that to complete first.
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

-- Commands need the terms, but for these. tests/database/consent.test.ts tries every kind that a procedure begins.
create table app.commands_without_terms (
  kind text primary key,
  reason text not null
);
revoke all on app.commands_without_terms from public, anon, authenticated;
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
  ('admin.teacher.verify', 'the team'),
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
-- After a_living_account by name.
create trigger b_terms after insert on public.command_log
  for each row execute function app.require_terms_of_command();

-- Rows that a person changes about themselves. Arguments: the column with the person's id, and the columns that are not
-- their words (a new column is, until it is named). A registration only inserts (specification 000 §7): what it makes is
-- seen by nobody before a command or an approval, and those ask.
create function app.require_terms_of_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before constant jsonb := to_jsonb(old);
  quiet constant text[] := string_to_array(tg_argv[1], ',');
begin
  if auth.uid() is null or (before ->> tg_argv[0])::uuid is distinct from auth.uid()
    or app.has_accepted_terms(auth.uid())
    -- Leaving.
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
  execute function app.require_terms_of_row('id', 'updated_at,created_at,slug,is_active,is_featured,approved_at');
create trigger a_terms after update on public.students for each row when (old.* is distinct from new.*)
  execute function app.require_terms_of_row('id', 'created_at,slug,hidden_at');

-- Dance styles are added while registering too: who is shown adds them under the terms.
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

create function app.require_terms_of_evaluation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.evaluator_id = auth.uid() and not new._deleted then
    perform app.require_terms();
  end if;
  return null;
end
$$;
create trigger a_terms_of_new after insert on public.lesson_evaluations for each row
  execute function app.require_terms_of_evaluation();
create trigger a_terms_of_change after update on public.lesson_evaluations for each row
  when (new.rating is distinct from old.rating
    or new.comment is distinct from old.comment and new.comment is not null
    or old.is_anonymous and not new.is_anonymous)
  execute function app.require_terms_of_evaluation();

-- The words with which a request is declined or cancelled.
create function app.require_terms_of_reason() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.require_terms();
  return null;
end
$$;
create trigger a_terms after update on public.lesson_requests for each row
  when (new.reason is not null and new.reason is distinct from old.reason)
  execute function app.require_terms_of_reason();

-- Being shown: the teacher's acceptance, whoever of the team turns it on. Hint: teacher_without_terms (PT409, the
-- teacher's id in DETAIL).
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

-- Who inserts the own profile directly, as the specification names it, is held to what complete_registration holds to:
-- the role that was signed up for, and a city that is offered.
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

revoke all on function app.has_accepted_terms(uuid), app.require_terms(), app.require_terms_of_command(),
  app.require_terms_of_row(), app.require_terms_of_styles(), app.require_terms_of_evaluation(),
  app.require_terms_of_reason(), app.require_terms_of_shown(), app.guard_registration()
  from public, anon, authenticated;
