-- Reviews of teachers before they are shown: the team approves, or asks for a change with a message. A teacher who was
-- asked stays 'pending'; the message stands on the teacher's phones until a change is saved, which puts the teacher back
-- into the queue as adjusted. Each review is a new row, so that the history stays readable.

create table public.teacher_reviews (
  id uuid primary key,
  teacher_id uuid not null references public.teachers (id) on delete cascade,
  outcome text not null constraint teacher_reviews_outcome_check check (outcome in ('approved', 'adjust')),
  checked text[] not null constraint teacher_reviews_checked_check check (
    cardinality(checked) <= 5 and array_position(checked, null) is null
    and checked <@ array['picture', 'text', 'contact', 'styles', 'city']
  ),
  -- As told to the teacher.
  message text constraint teacher_reviews_message_check check (char_length(message) between 1 and 600),
  checked_by uuid not null,
  checked_at timestamptz not null default clock_timestamp(),
  -- When the teacher saved a change after being asked for one.
  adjusted_at timestamptz,
  constraint teacher_reviews_asked check ((outcome = 'adjust') = (message is not null)),
  constraint teacher_reviews_adjusted check (outcome = 'adjust' or adjusted_at is null)
);
create index teacher_reviews_teacher on public.teacher_reviews (teacher_id, checked_at);
create index teacher_reviews_open on public.teacher_reviews (teacher_id)
  where outcome = 'adjust' and adjusted_at is null;

create function app.forget_reviews() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.teacher_reviews r where r.teacher_id = old.id;
  return null;
end
$$;
create trigger forget_reviews after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_reviews();

-- The last request for a change that concerns a teacher who was never approved; null without one.
create function app.adjustment_of(teacher uuid) returns public.teacher_reviews
language sql stable set search_path = ''
as $$
  select r from public.teacher_reviews r
  where r.teacher_id = teacher and r.outcome = 'adjust'
    and exists (select from public.teachers t where t.id = teacher and t.approved_at is null)
  order by r.checked_at desc limit 1
$$;

select app.audit_table('teacher_reviews', 'id', 'teacher_id', 'message');

-- A change by the teacher answers the requests. Argument: the column with the teacher's id. Pausing is no answer.
-- Statement triggers, named to run last: all lock the listing first, then the version.
create function app.note_adjusted() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  unmeant constant text[] := array['updated_at', 'is_active', 'is_featured', 'approved_at', 'is_paused', 'slug',
    'muted_notifications', 'adult_stated_at'];
  is_change boolean;
begin
  if me is null or not exists (
    select from public.teacher_reviews r where r.teacher_id = me and r.outcome = 'adjust' and r.adjusted_at is null
  ) then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    execute format('select exists (select from new_rows n join old_rows o on o.%1$I = n.%1$I
      where n.%1$I = $1 and to_jsonb(n) - $2 <> to_jsonb(o) - $2)', tg_argv[0]) into is_change using me, unmeant;
  elsif tg_op = 'INSERT' then
    execute format('select exists (select from new_rows n where n.%I = $1)', tg_argv[0]) into is_change using me;
  else
    execute format('select exists (select from old_rows o where o.%I = $1)', tg_argv[0]) into is_change using me;
  end if;
  if is_change then
    update public.teacher_reviews r set adjusted_at = clock_timestamp()
      where r.teacher_id = me and r.outcome = 'adjust' and r.adjusted_at is null;
  end if;
  return null;
end
$$;
create trigger z_adjusted after update on public.user_profiles referencing new table as new_rows old table as old_rows
  for each statement execute function app.note_adjusted('id');
create trigger z_adjusted after update on public.teachers referencing new table as new_rows old table as old_rows
  for each statement execute function app.note_adjusted('id');
create trigger z_adjusted_by_style after insert on public.teacher_dance_styles referencing new table as new_rows
  for each statement execute function app.note_adjusted('teacher_id');
create trigger z_adjusted after update on public.teacher_dance_styles
  referencing new table as new_rows old table as old_rows
  for each statement execute function app.note_adjusted('teacher_id');
create trigger z_adjusted_by_less after delete on public.teacher_dance_styles referencing old table as old_rows
  for each statement execute function app.note_adjusted('teacher_id');

insert into app.commands_without_terms (kind, reason) values ('admin.teacher.review', 'the team');

-- Command: reviews a teacher. review: { id (made on the device), teacher_id, outcome 'approved'|'adjust', checked: of
-- picture, text, contact, styles, city; message: required with 'adjust', to 600 characters, else null; checks: with
-- 'approved', the kinds that were checked, recorded in the same transaction }.
-- 'approved' shows the teacher, as admin_set_teachers does. 'adjust' is for teachers who were never approved: the
-- message goes to the inbox and onto the teacher's phones. At most ten requests for a change a day for one teacher.
-- Returns { command_id, id, outcome, undo }: `undo` is the `changes` of admin_set_teachers that reverts an approval.
-- Hints: invalid_value (22023, the field or constraint in DETAIL), teacher_unknown (PT404), teacher_approved (PT409:
-- nothing is asked of a teacher who was approved), identity_unchecked (PT409: an approval without a valid check of
-- identity), review_exists (PT409: the id is taken), too_many (PT429).
create function public.admin_review_teacher(command_id uuid, review jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  answer jsonb := app.begin_command(command_id, 'admin.teacher.review', review);
  teacher uuid;
  former public.teachers;
  refused text;
  rule text;
  kinds text[];
  recorded jsonb := '[]';
begin
  if answer is not null then
    return app.answer_review(review, answer);
  end if;
  if jsonb_typeof(review) is distinct from 'object' then
    perform app.refuse('22023', 'invalid_value', 'a review is an object', 'review');
  end if;
  select k into refused from jsonb_object_keys(review) k
    where k <> all (array['id', 'teacher_id', 'outcome', 'checked', 'message', 'checks']) limit 1;
  if refused is not null then
    perform app.refuse('22023', 'invalid_value', 'a review has no such field', refused);
  end if;
  teacher := app.id_field(review, 'teacher_id');
  kinds := app.check_kinds_field(review, 'checks');
  if kinds <> '{}' and review ->> 'outcome' is distinct from 'approved' then
    perform app.refuse('22023', 'invalid_value', 'checks come with an approval', 'checks');
  end if;
  perform from public.user_profiles p
    where p.id = teacher and p.role = 'teacher' and p.removed_at is null for share;
  if not found then
    perform app.refuse('PT404', 'teacher_unknown', 'there is no such teacher');
  end if;
  select * into former from public.teachers t where t.id = teacher for update;
  if former.id is null then
    perform app.refuse('PT404', 'teacher_unknown', 'there is no such teacher');
  elsif review ->> 'outcome' = 'adjust' and former.approved_at is not null then
    perform app.refuse('PT409', 'teacher_approved', 'this teacher was approved already');
  end if;
  begin
    insert into public.teacher_reviews (id, teacher_id, outcome, checked, message, checked_by)
      values (app.id_field(review, 'id'), teacher, app.text_field(review, 'outcome'), app.text_items(review, 'checked'),
        app.text_field(review, 'message'), me);
  exception
    when unique_violation then
      perform app.refuse('PT409', 'review_exists', 'this id belongs to another review');
    when check_violation or not_null_violation then
      get stacked diagnostics rule = constraint_name;
      if rule = '' then
        get stacked diagnostics rule = column_name;
      end if;
      perform app.refuse('22023', 'invalid_value', 'this value is not allowed', rule);
  end;
  if review ->> 'outcome' = 'approved' then
    recorded := app.record_checks(teacher, kinds, 'passed', null, me);
    update public.teachers t set is_active = true where t.id = teacher and not t.is_active;
  else
    perform app.take_turn('adjustments_teacher_day', teacher::text, 10, '1 day');
    perform app.notify(teacher, 'teacher.adjustment', 'Falta um ajuste no seu perfil',
      app.text_field(review, 'message'), '/teacher/profile');
  end if;
  return app.answer_review(review, app.finish_command(command_id, jsonb_build_object(
    'outcome', review ->> 'outcome', 'was_active', former.is_active, 'approved_at', former.approved_at,
    'recorded', recorded)));
end
$$;

-- Adds the ids to the logged result, which names no person; they are in the repeated command.
create function app.answer_review(review jsonb, logged jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when logged ? 'forgotten' then logged else logged - array['was_active', 'approved_at', 'recorded']
    || jsonb_build_object('id', review -> 'id', 'undo', case
      when logged ->> 'outcome' = 'approved' and not (logged ->> 'was_active')::boolean then jsonb_build_array(
        jsonb_build_object('id', review -> 'teacher_id', 'is_active', false, 'approved_at', logged -> 'approved_at')
          || case when coalesce(logged -> 'recorded', '[]') = '[]' then '{}'
            else jsonb_build_object('revoke', logged -> 'recorded') end)
      else '[]' end) end
$$;

-- Privileges and policies; tests/database/matrix.ts has the same as data.

alter table public.teacher_reviews enable row level security;

grant select, insert, update, delete on public.teacher_reviews to service_role;

grant select (id, teacher_id, outcome, checked, message, checked_by, checked_at, adjusted_at
  ) on public.teacher_reviews to authenticated;
create policy "admins read reviews" on public.teacher_reviews for select to authenticated
  using ((select app.is_admin()));

grant execute on function public.admin_review_teacher(uuid, jsonb) to authenticated;

-- The team records and revokes checks of teachers; approving records what was checked, in the same transaction.

insert into app.commands_without_terms (kind, reason) values
  ('admin.teacher.check', 'the team'), ('admin.teacher.revoke_check', 'the team');

-- The kinds of checks named by a field; '{}' without one. Raises 22023 for an unknown kind.
create function app.check_kinds_field(content jsonb, field text) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  kinds constant text[] := coalesce(app.text_items(content, field), '{}');
begin
  if exists (select from unnest(kinds) k where app.check_months(k) is null) then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', field);
  end if;
  return kinds;
end
$$;

-- Writes one check of each kind and returns their ids. A failed check ends what was known of that kind.
create function app.record_checks(teacher uuid, kinds text[], outcome text, note text, by uuid) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  ids jsonb;
begin
  if outcome = 'failed' then
    update public.teacher_checks c set revoked_at = clock_timestamp(), revoked_by = by
      where c.teacher_id = teacher and c.kind = any (kinds) and c.outcome = 'passed' and c.revoked_at is null;
  end if;
  with written as (
    insert into public.teacher_checks (teacher_id, kind, outcome, note, checked_by)
      select teacher, k, record_checks.outcome, record_checks.note, by from unnest(kinds) k returning id
  )
  select coalesce(jsonb_agg(w.id), '[]') into ids from written w;
  return ids;
end
$$;

-- Says so to a teacher whose page goes off because no check of identity is left.
create function app.tell_unchecked(teacher uuid, why text) returns void
language sql volatile security definer set search_path = ''
as $$
  select app.notify(teacher, 'teacher.unchecked', 'Seu perfil saiu da busca',
    why || ' Fale com a equipe para conferir de novo: a página volta assim que isso for feito.', '/teacher/profile')
$$;

-- Command: records checks of one teacher.
--   record: { teacher_id, kinds: 1 to 7 kinds, outcome: 'passed'|'failed', note: optional }.
-- Returns { command_id, ids }. Hints: invalid_value (22023), teacher_unknown (PT404).
create function public.admin_record_checks(command_id uuid, record jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  answer jsonb := app.begin_command(command_id, 'admin.teacher.check', record);
  teacher uuid;
  kinds text[];
  refused text;
  was_active boolean;
  ids jsonb;
begin
  if answer is not null then
    return answer;
  end if;
  if jsonb_typeof(record) is distinct from 'object' then
    perform app.refuse('22023', 'invalid_value', 'a record is an object', 'record');
  end if;
  select k into refused from jsonb_object_keys(record) k
    where k <> all (array['teacher_id', 'kinds', 'outcome', 'note']) limit 1;
  if refused is not null then
    perform app.refuse('22023', 'invalid_value', 'a record has no such field', refused);
  end if;
  kinds := app.check_kinds_field(record, 'kinds');
  if kinds = '{}' then
    perform app.refuse('22023', 'invalid_value', 'this value is missing', 'kinds');
  elsif coalesce(app.text_field(record, 'outcome'), '') not in ('passed', 'failed') then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'outcome');
  elsif char_length(app.text_field(record, 'note')) not between 1 and 1000 then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'note');
  end if;
  teacher := app.id_field(record, 'teacher_id');
  perform from public.user_profiles p
    where p.id = teacher and p.role = 'teacher' and p.removed_at is null for no key update;
  if not found then
    perform app.refuse('PT404', 'teacher_unknown', 'there is no such teacher');
  end if;
  select t.is_active into was_active from public.teachers t where t.id = teacher for update;
  ids := app.record_checks(teacher, kinds, record ->> 'outcome', app.text_field(record, 'note'), me);
  if was_active and not (select t.is_active from public.teachers t where t.id = teacher) then
    perform app.tell_unchecked(teacher, 'A equipe não conseguiu confirmar a sua identidade.');
  end if;
  return app.finish_command(command_id, jsonb_build_object('ids', ids));
end
$$;

-- Command: revokes a passed check. A teacher who has no other check of identity is shown no more, and told so.
--   revocation: { id, reason }; the reason is for the team.
-- Returns { command_id, hidden: whether the page went off }. A check that is revoked already stays as it is.
-- Hints: invalid_value (22023), check_unknown (PT404).
create function public.admin_revoke_check(command_id uuid, revocation jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  answer jsonb := app.begin_command(command_id, 'admin.teacher.revoke_check', revocation);
  wanted uuid;
  teacher uuid;
  refused text;
  was_active boolean;
  hidden boolean;
begin
  if answer is not null then
    return answer;
  end if;
  if jsonb_typeof(revocation) is distinct from 'object' then
    perform app.refuse('22023', 'invalid_value', 'a revocation is an object', 'revocation');
  end if;
  select k into refused from jsonb_object_keys(revocation) k where k <> all (array['id', 'reason']) limit 1;
  if refused is not null then
    perform app.refuse('22023', 'invalid_value', 'a revocation has no such field', refused);
  elsif coalesce(char_length(app.text_field(revocation, 'reason')), 0) not between 1 and 1000 then
    perform app.refuse('22023', 'invalid_value', 'this value is missing', 'reason');
  end if;
  wanted := app.id_field(revocation, 'id');
  select c.teacher_id into teacher from public.teacher_checks c where c.id = wanted and c.outcome = 'passed';
  if teacher is null then
    perform app.refuse('PT404', 'check_unknown', 'there is no such check');
  end if;
  perform from public.user_profiles p where p.id = teacher for no key update;
  select t.is_active into was_active from public.teachers t where t.id = teacher for update;
  update public.teacher_checks c
    set revoked_at = clock_timestamp(), revoked_by = me, revoke_reason = app.text_field(revocation, 'reason')
    where c.id = wanted and c.revoked_at is null;
  hidden := coalesce(was_active and not (select t.is_active from public.teachers t where t.id = teacher), false);
  if hidden then
    perform app.tell_unchecked(teacher, 'A equipe retirou a conferência da sua identidade.');
  end if;
  return app.finish_command(command_id, jsonb_build_object('hidden', hidden));
end
$$;

grant execute on function public.admin_record_checks(uuid, jsonb), public.admin_revoke_check(uuid, jsonb) to authenticated;
