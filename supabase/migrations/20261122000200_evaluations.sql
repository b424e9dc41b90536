-- Evaluations: each side of an accepted request may evaluate the other, once, and change that later.
--
-- The table is read by its authors and by admins only. What others may know is public_evaluations (…_evaluation_reads).
-- The rules are held here, for whoever writes: the procedure, a direct insert or update, the server.

create table public.lesson_evaluations (
  id uuid primary key default gen_random_uuid(),
  lesson_request_id uuid not null references public.lesson_requests (id),
  evaluator_id uuid not null,
  evaluated_id uuid not null,
  rating integer not null constraint lesson_evaluations_rating_check check (rating between 1 and 5),
  comment text constraint lesson_evaluations_comment_check check (char_length(comment) between 1 and 1000),
  is_anonymous boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Names the evaluation to everybody else. Random, and another one as soon as the author hides or shows the name:
  -- who kept what was shown before cannot follow it by its id.
  public_id uuid not null default gen_random_uuid() unique,
  _xid bigint not null default 0,
  -- The author's account is gone: the stars stay with the evaluated person's statistics, the author's phones drop it.
  _deleted boolean not null default false,
  constraint lesson_evaluations_one_each unique (lesson_request_id, evaluator_id),
  constraint lesson_evaluations_other check (evaluator_id <> evaluated_id),
  constraint lesson_evaluations_gone check (not _deleted or (comment is null and is_anonymous))
);
create index lesson_evaluations_evaluated on public.lesson_evaluations (evaluated_id, public_id);

-- The three conditions of specification 001 §4. "Not evaluated already" is the unique key.
-- Locks the people first and then the request, as every command does, so that it is still accepted at the commit.
create function app.guard_evaluation() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  request public.lesson_requests;
begin
  if tg_op = 'UPDATE' then
    if (new.lesson_request_id, new.evaluator_id, new.evaluated_id, new.created_at)
      is distinct from (old.lesson_request_id, old.evaluator_id, old.evaluated_id, old.created_at)
    then
      perform app.refuse('23514', 'evaluation_fixed', 'whose evaluation of whom it is does not change');
    end if;
    -- What was blanked with an account stays blank.
    if old._deleted and (new.comment, new.rating, new.is_anonymous, new._deleted)
      is distinct from (old.comment, old.rating, old.is_anonymous, old._deleted)
    then
      perform app.refuse('PT409', 'profile_missing', 'the author is gone');
    end if;
  end if;
  new.comment := nullif(btrim(new.comment), '');
  if new.comment ~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]' then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'comment');
  end if;
  if tg_op = 'UPDATE' and (new.rating, new.comment, new.is_anonymous)
    is not distinct from (old.rating, old.comment, old.is_anonymous)
  then
    return new;
  end if;
  new.updated_at := greatest(clock_timestamp(), new.created_at);
  if tg_op = 'UPDATE' and new.is_anonymous <> old.is_anonymous then
    new.public_id := gen_random_uuid();
  end if;
  -- Taking words back is always possible, and leaving too.
  if tg_op = 'UPDATE' and new.comment is null
    and (new._deleted or (new.rating, new.is_anonymous) is not distinct from (old.rating, old.is_anonymous))
  then
    return new;
  end if;

  -- Before anything that could tell a stranger about the request; the policy would come too late for that.
  if tg_op = 'INSERT' and new.evaluator_id <> auth.uid() then
    perform app.refuse('42501', 'not_a_party', 'only the two people of a request evaluate each other');
  end if;
  perform app.hold_people(array[new.evaluator_id, new.evaluated_id]);
  if tg_op = 'INSERT' then
    select * into request from public.lesson_requests r where r.id = new.lesson_request_id for share;
    -- One answer for a request of others and for none at all.
    if request.id is null or new.evaluator_id not in (request.student_id, request.teacher_id) then
      perform app.refuse('42501', 'not_a_party', 'only the two people of a request evaluate each other');
    end if;
    if new.evaluated_id is null or new.evaluated_id = new.evaluator_id
      or new.evaluated_id not in (request.student_id, request.teacher_id)
    then
      perform app.refuse('42501', 'not_the_other', 'the evaluated person is the other one of the request');
    end if;
  end if;
  if (
    select count(*) from public.user_profiles p
    where p.id in (new.evaluator_id, new.evaluated_id) and p.removed_at is null
  ) <> 2 then
    perform app.refuse('PT409', 'profile_missing', 'one of the two is gone');
  end if;
  if tg_op = 'INSERT' and request.status <> 'Aceito' then
    perform app.refuse('PT409', 'request_not_accepted', 'only an accepted request is evaluated', request.status);
  end if;
  return new;
end
$$;
create trigger guard before insert or update on public.lesson_evaluations
  for each row execute function app.guard_evaluation();
select app.replicate_private('lesson_evaluations', 'evaluations', 'evaluator_id');

-- Statistics count, they are not counted again: adding to the row under its lock is right whoever else writes, and
-- keeps what was there before. The date tells the month only: an anonymous author must not be found by the minute.
create function app.count_evaluation() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  former constant integer := case tg_op when 'UPDATE' then old.rating end;
  month constant timestamptz := date_trunc('month', new.created_at at time zone 'America/Sao_Paulo')
    at time zone 'America/Sao_Paulo';
begin
  if tg_op = 'INSERT' then
    insert into public.user_evaluation_stats as s
        (user_id, five_stars, four_stars, three_stars, two_stars, one_star, last_evaluation_date)
      values (new.evaluated_id, (new.rating = 5)::int, (new.rating = 4)::int, (new.rating = 3)::int,
        (new.rating = 2)::int, (new.rating = 1)::int, month)
      on conflict (user_id) do update set
        five_stars = s.five_stars + excluded.five_stars, four_stars = s.four_stars + excluded.four_stars,
        three_stars = s.three_stars + excluded.three_stars, two_stars = s.two_stars + excluded.two_stars,
        one_star = s.one_star + excluded.one_star,
        last_evaluation_date = greatest(s.last_evaluation_date, excluded.last_evaluation_date);
  elsif new.rating <> former then
    update public.user_evaluation_stats s set
      five_stars = s.five_stars + (new.rating = 5)::int - (former = 5)::int,
      four_stars = s.four_stars + (new.rating = 4)::int - (former = 4)::int,
      three_stars = s.three_stars + (new.rating = 3)::int - (former = 3)::int,
      two_stars = s.two_stars + (new.rating = 2)::int - (former = 2)::int,
      one_star = s.one_star + (new.rating = 1)::int - (former = 1)::int
    where s.user_id = new.evaluated_id;
  end if;
  return null;
end
$$;
create trigger count_stars after insert or update of rating on public.lesson_evaluations
  for each row execute function app.count_evaluation();

-- Command: writes or changes the caller's evaluation of the other side. `evaluation`: { id (made on the device),
-- lesson_request_id, rating 1–5, comment|null (to 1,000 characters), is_anonymous }.
-- The caller's evaluation of that request is changed if there is one, whatever its id (another phone may have made it).
-- Answers { command_id, version, evaluation_id, created }.
-- Hints: invalid_value (22023, the field or constraint in DETAIL), not_a_party (42501), request_not_accepted (PT409, the
-- state in DETAIL), evaluation_exists (PT409: the id is taken), profile_missing (PT409: one of the two is gone).
create function public.save_evaluation(command_id uuid, evaluation jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'evaluation.save', evaluation);
  wanted public.lesson_evaluations;
  request public.lesson_requests;
  written uuid;
  refused text;
  rule text;
begin
  if answer is not null then
    return answer;
  end if;
  if jsonb_typeof(evaluation) is distinct from 'object' or octet_length(evaluation::text) > 20000 then
    perform app.refuse('22023', 'invalid_value', 'this is no evaluation', 'evaluation');
  end if;
  select k into refused from jsonb_object_keys(evaluation) k
    where k <> all (array['id', 'lesson_request_id', 'rating', 'comment', 'is_anonymous']) limit 1;
  if refused is not null then
    perform app.refuse('22023', 'invalid_value', 'an evaluation has no such field', refused);
  end if;
  wanted.id := app.id_field(evaluation, 'id');
  wanted.lesson_request_id := app.id_field(evaluation, 'lesson_request_id');
  if wanted.id is null or wanted.lesson_request_id is null then
    perform app.refuse('22023', 'invalid_value', 'this value is missing', 'id');
  end if;
  if coalesce(evaluation ->> 'rating', '') !~ '^[1-5]$' or jsonb_typeof(evaluation -> 'rating') <> 'number' then
    perform app.refuse('22023', 'invalid_value', 'a rating is 1, 2, 3, 4 or 5', 'rating');
  end if;
  if coalesce(jsonb_typeof(evaluation -> 'is_anonymous'), 'boolean') <> 'boolean' then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'is_anonymous');
  end if;
  wanted.rating := (evaluation ->> 'rating')::integer;
  wanted.is_anonymous := coalesce((evaluation ->> 'is_anonymous')::boolean, false);
  wanted.comment := app.text_field(evaluation, 'comment');

  select * into request from public.lesson_requests r
    where r.id = wanted.lesson_request_id and me in (r.student_id, r.teacher_id);
  if request.id is null then
    perform app.refuse('42501', 'not_a_party', 'only the two people of a request evaluate each other');
  end if;
  perform app.hold_people(array[request.student_id, request.teacher_id]);
  perform app.require_profile();
  -- Two phones of one author take turns here.
  perform from public.lesson_requests r where r.id = request.id for no key update;

  begin
    update public.lesson_evaluations e
      set rating = wanted.rating, comment = wanted.comment, is_anonymous = wanted.is_anonymous
      where e.lesson_request_id = request.id and e.evaluator_id = me
      returning e.id into written;
    if written is null then
      insert into public.lesson_evaluations
          (id, lesson_request_id, evaluator_id, evaluated_id, rating, comment, is_anonymous)
        values (wanted.id, request.id, me,
          case when me = request.student_id then request.teacher_id else request.student_id end,
          wanted.rating, wanted.comment, wanted.is_anonymous);
    end if;
  exception
    when unique_violation then
      perform app.refuse('PT409', 'evaluation_exists', 'this id belongs to another evaluation');
    when check_violation then
      get stacked diagnostics rule = constraint_name;
      perform app.refuse('22023', 'invalid_value', 'this value is not allowed', rule);
  end;
  return app.finish_command(command_id, (
    select jsonb_build_object('version', e._xid, 'evaluation_id', e.id, 'created', written is null)
    from public.lesson_evaluations e where e.lesson_request_id = request.id and e.evaluator_id = me
  ));
end
$$;
