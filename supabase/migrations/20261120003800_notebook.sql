-- The notebook: notes and homework of a lesson, steps that a person learns or knows, and the reviews of training.
--
-- TEXTS. `lesson_texts` has one row per text that counts, or that its author has not seen replaced: per lesson the notes of
-- each side and the teacher's homework. Each is written by one person, so two people's texts never meet. A text's id is the
-- id of the command that wrote it. A command names the text that its author saw (`seen`): where another one counts by now
-- (a second phone or tab), the new text counts and that other one is kept for its author, until the author drops it.
--
-- WHO READS. Both sides read what counts while the request runs. Afterwards each may still write for themselves, and the
-- other side keeps reading what was written before the end, so that ending a request neither takes a notebook away nor
-- leaves a way to write to somebody. A block ends a request like any other end, so nothing here tells of it.
--
-- REVIEWS are only ever added: two phones' are merged by having both. src/features/steps/schedule.ts derives from them
-- when a step is due.
--
-- No role of the API reads these tables: phones pull app.own_notebook.

create table public.lesson_texts (
  id uuid primary key,
  lesson_id uuid not null references public.lessons (id),
  -- 'student' and 'teacher': that side's notes. 'homework': the teacher's.
  part text not null constraint lesson_texts_part_check check (part in ('student', 'teacher', 'homework')),
  author_id uuid not null,
  text text not null constraint lesson_texts_text_check check (char_length(text) between 1 and 2000),
  written_at timestamptz not null,
  -- False: kept for the author, who has not seen it replaced.
  counts boolean not null default true
);
create unique index lesson_texts_counting on public.lesson_texts (lesson_id, part) where counts;
create index lesson_texts_lesson on public.lesson_texts (lesson_id, part);
create index lesson_texts_author on public.lesson_texts (author_id);

-- The homework that the student has ticked off. A homework that is written anew has another id, and is open again.
create table public.homework_ticks (
  lesson_id uuid primary key references public.lessons (id),
  student_id uuid not null,
  homework_id uuid not null,
  done_at timestamptz not null
);
create index homework_ticks_student on public.homework_ticks (student_id);

create table public.step_marks (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null,
  -- A step of the app's library, or the id of one of the team's.
  step text not null constraint step_marks_step_check check (step ~ '^[a-z0-9][a-z0-9-]{2,59}$'),
  -- Null: marked no longer.
  state text constraint step_marks_state_check check (state in ('learning', 'known')),
  marked_at timestamptz not null,
  constraint step_marks_one unique (person_id, step)
);

create table public.step_reviews (
  id uuid primary key,
  person_id uuid not null,
  step text not null constraint step_reviews_step_check check (step ~ '^[a-z0-9][a-z0-9-]{2,59}$'),
  -- 1 forgotten, 2 hard, 3 good, 4 easy.
  rating smallint not null constraint step_reviews_rating_check check (rating between 1 and 4),
  reviewed_at timestamptz not null
);
create index step_reviews_person on public.step_reviews (person_id, step);

-- One row per row of a person's notebook. `id` is the lesson's, the mark's or the review's.
create table public.notebook_versions (
  id uuid not null,
  person_id uuid not null,
  kind text not null constraint notebook_versions_kind_check check (kind in ('note', 'mark', 'review', 'event', 'going', 'partner')),
  changes bigint not null default 1,
  _xid bigint not null default 0,
  _deleted boolean not null default false,
  primary key (id, person_id)
);
select app.replicate_private('notebook_versions', 'notebook', 'person_id');

create function app.version_notebook(row_id uuid, person uuid, kind text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.notebook_versions as v (id, person_id, kind) values (row_id, person, version_notebook.kind)
    on conflict (id, person_id) do update set changes = v.changes + 1
$$;

-- Whether the side that did not write it reads what was written at this time.
create function app.is_note_shared(request public.lesson_requests, written_at timestamptz) returns boolean
language sql stable set search_path = ''
as $$
  select app.is_running(request)
    or coalesce(written_at <= coalesce(request.ended_at, request.cancelled_at), false)
$$;

-- Gives the lesson's notes a new version for the author, and for the other side when something changes there too.
create function app.version_note(lesson uuid, author uuid, is_shared boolean) returns void
language sql volatile security definer set search_path = ''
as $$
  select app.version_notebook(l.id, x.person, 'note')
  from public.lessons l join public.lesson_requests r on r.id = l.request_id,
    unnest(array[r.student_id, r.teacher_id]) x (person)
  where l.id = lesson and (x.person = author or is_shared)
    and exists (select from public.user_profiles p where p.id = x.person and p.removed_at is null)
  order by x.person
$$;

create function app.version_written_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  written constant public.lesson_texts := coalesce(new, old);
begin
  perform app.version_note(written.lesson_id, written.author_id, coalesce(old.counts, new.counts) and (
    select app.is_note_shared(r, written.written_at)
    from public.lessons l join public.lesson_requests r on r.id = l.request_id where l.id = written.lesson_id));
  return null;
end
$$;
create trigger version after insert or update or delete on public.lesson_texts
  for each row execute function app.version_written_text();

create function app.version_written_tick() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  written constant public.homework_ticks := coalesce(new, old);
begin
  perform app.version_note(written.lesson_id, written.student_id, (
    select app.is_note_shared(r, coalesce(old.done_at, new.done_at))
    from public.lessons l join public.lesson_requests r on r.id = l.request_id where l.id = written.lesson_id));
  return null;
end
$$;
create trigger version after insert or update or delete on public.homework_ticks
  for each row execute function app.version_written_tick();

create function app.version_written_step() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.version_notebook(new.id, new.person_id, tg_argv[0]);
  return null;
end
$$;
create trigger version after insert or update on public.step_marks
  for each row execute function app.version_written_step('mark');
create trigger version after insert on public.step_reviews
  for each row execute function app.version_written_step('review');

-- A text in the shape that phones hold.
create function app.shown_text(written public.lesson_texts) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when written.id is not null then jsonb_build_object('id', written.id, 'text', written.text, 'written_at',
    to_char(written.written_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) end
$$;

-- The notes of a lesson as this person sees them.
create function app.shown_note(lesson uuid, person uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'request_id', r.id,
    'side', x.side,
    'mine', app.shown_text(mine),
    'theirs', case when app.is_note_shared(r, theirs.written_at) then app.shown_text(theirs) end,
    'homework', case when x.side = 'teacher' or app.is_note_shared(r, homework.written_at) then app.shown_text(homework) end,
    'done_id', case when x.side = 'student' or app.is_note_shared(r, k.done_at) then k.homework_id end,
    'earlier', coalesce((
      select jsonb_agg(app.shown_text(e) || jsonb_build_object('part', case e.part when 'homework' then 'homework' else 'notes' end)
        order by e.written_at, e.id)
      from public.lesson_texts e where e.lesson_id = l.id and e.author_id = person and not e.counts
    ), '[]'))
  from public.lessons l
  join public.lesson_requests r on r.id = l.request_id
  cross join lateral (select case person when r.student_id then 'student' when r.teacher_id then 'teacher' end) x (side)
  left join public.lesson_texts mine on mine.lesson_id = l.id and mine.counts and mine.part = x.side
  left join public.lesson_texts theirs on theirs.lesson_id = l.id and theirs.counts and theirs.part = app.other_side(x.side)
  left join public.lesson_texts homework on homework.lesson_id = l.id and homework.counts and homework.part = 'homework'
  left join public.homework_ticks k on k.lesson_id = l.id
  where l.id = lesson
$$;

create function app.drop_notebook_row(row_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.notebook_versions v set _deleted = true where v.id = row_id and not v._deleted
$$;

create view app.own_notebook as
select v.id, v.person_id, v.kind,
  case when v._deleted then null else case v.kind
    when 'note' then app.shown_note(v.id, v.person_id)
    when 'mark' then (select jsonb_build_object('step', m.step, 'state', m.state, 'at',
      to_char(m.marked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) from public.step_marks m where m.id = v.id)
    when 'review' then (select jsonb_build_object('step', w.step, 'rating', w.rating, 'at',
      to_char(w.reviewed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) from public.step_reviews w where w.id = v.id)
    when 'event' then app.shown_own_event(v.id)
    when 'going' then (select jsonb_build_object('event_id', g.event_id, 'day', g.day, 'going', g.is_on)
      from public.event_goings g where g.id = v.id)
    when 'partner' then app.shown_partner(v.id, v.person_id)
  end end as data,
  v._xid, v._deleted
from public.notebook_versions v;

create function public.pull_notebook(
  after_xid bigint default null, after_id uuid default null, page_size integer default 500
) returns json
language sql volatile security definer set search_path = ''
as $$
  select app.pull_private('app.own_notebook', 'person_id', after_xid, after_id, page_size)
$$;

insert into app.commands_without_terms (kind, reason) values
  ('homework.tick', 'a fact without words'),
  ('step.mark', 'a fact without words'),
  ('step.review', 'a fact without words');

-- Locks the caller's profile, the request and the lesson. Hint: lesson_unknown (PT404), also when the caller is not a party.
create function app.take_notes(content jsonb, out lesson public.lessons, out request public.lesson_requests)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  wanted constant uuid := app.id_field(content, 'lesson_id');
  me constant uuid := app.require_person();
begin
  perform app.hold_people(array[me]);
  perform app.require_profile();
  select r.* into request from public.lesson_requests r
    where r.id = (select l.request_id from public.lessons l where l.id = wanted) and me in (r.student_id, r.teacher_id)
    for share;
  if request.id is null then
    perform app.refuse('PT404', 'lesson_unknown', 'there is no such lesson');
  end if;
  select * into lesson from public.lessons l where l.id = wanted for no key update;
end
$$;

create function app.notebook_version(row_id uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select v._xid from public.notebook_versions v where v.id = row_id and v.person_id = auth.uid()
$$;

-- Command: writes the caller's notes of a lesson, or the teacher's homework. note: { lesson_id, part: 'notes' or 'homework',
-- text: null empties it, seen: the id of the text that the caller saw, dropped: ids of earlier texts that may go }.
-- Answers { version, row_id, kept: another text than the seen one counted, and is kept }.
-- Hints: invalid_value (22023, the field in DETAIL), lesson_unknown (PT404), not_the_teacher (PT403), too_many_texts,
-- profile_missing (PT409).
create function public.save_lesson_note(command_id uuid, note jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'note.save', note);
  taken record;
  refused text;
  field text;
  words text;
  seen uuid;
  dropped uuid[];
  present public.lesson_texts;
  kept boolean := false;
begin
  if answer is not null then
    return answer;
  end if;
  if jsonb_typeof(note) is distinct from 'object' or octet_length(note::text) > 40000 then
    perform app.refuse('22023', 'invalid_value', 'this is no object', 'note');
  end if;
  select k into refused from jsonb_object_keys(note) k
    where k <> all (array['lesson_id', 'part', 'text', 'seen', 'dropped']) limit 1;
  if refused is not null then
    perform app.refuse('22023', 'invalid_value', 'there is no such field', refused);
  end if;
  field := app.text_field(note, 'part');
  if field is null or field not in ('notes', 'homework') then
    perform app.refuse('22023', 'invalid_value', 'notes, or homework', 'part');
  end if;
  words := app.text_field(note, 'text');
  if char_length(words) > 2000 then
    perform app.refuse('22023', 'invalid_value', 'a text has up to 2000 characters', 'text');
  end if;
  seen := app.id_field(note, 'seen');
  begin
    dropped := app.text_items(note, 'dropped')::uuid[];
  exception when invalid_text_representation then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'dropped');
  end;
  taken := app.take_notes(note);
  if field = 'homework' and me <> (taken.request).teacher_id then
    perform app.refuse('PT403', 'not_the_teacher', 'homework is the teacher''s');
  end if;
  if field = 'notes' then
    field := app.side_in(taken.request);
  end if;
  delete from public.lesson_texts t
    where t.lesson_id = (taken.lesson).id and t.part = field and not t.counts and t.id = any (dropped);
  select * into present from public.lesson_texts t where t.lesson_id = (taken.lesson).id and t.part = field and t.counts;
  if present.id = seen or present.text = words then
    delete from public.lesson_texts t where t.id = present.id;
  elsif present.id is not null then
    if (select count(*) from public.lesson_texts t
        where t.lesson_id = (taken.lesson).id and t.part = field and not t.counts) >= 10 then
      perform app.refuse('PT409', 'too_many_texts', 'ten earlier texts are kept');
    end if;
    update public.lesson_texts t set counts = false where t.id = present.id;
    kept := true;
  end if;
  if words is not null then
    insert into public.lesson_texts (id, lesson_id, part, author_id, text, written_at)
      values (command_id, (taken.lesson).id, field, me, words, clock_timestamp());
  end if;
  if field = 'homework' and words is not null and present.id is null and app.is_running(taken.request) then
    perform app.tell_of_lesson(taken.request, (taken.lesson).id, 'lesson.homework', 'Dever de casa',
      '{name} passou um dever de casa de {style}.');
  end if;
  -- Also where nothing has changed: the phone waits for a version.
  perform app.version_notebook((taken.lesson).id, me, 'note');
  return app.finish_command(command_id, jsonb_build_object(
    'version', app.notebook_version((taken.lesson).id), 'row_id', (taken.lesson).id, 'kept', kept));
end
$$;

-- Command: the student ticks a homework off, or opens it again. tick: { lesson_id, homework_id, done }.
-- Hints: invalid_value, lesson_unknown (PT404), not_the_student (PT403), profile_missing (PT409).
create function public.tick_homework(command_id uuid, tick jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'homework.tick', tick);
  taken record;
  homework uuid;
  done boolean;
begin
  if answer is not null then
    return answer;
  end if;
  perform app.require_fields(tick, array['lesson_id', 'homework_id', 'done']);
  homework := app.id_field(tick, 'homework_id');
  if homework is null then
    perform app.refuse('22023', 'invalid_value', 'this value is missing', 'homework_id');
  end if;
  done := app.boolean_field(tick, 'done', null);
  if done is null then
    perform app.refuse('22023', 'invalid_value', 'this value is missing', 'done');
  end if;
  taken := app.take_notes(tick);
  if me <> (taken.request).student_id then
    perform app.refuse('PT403', 'not_the_student', 'homework is ticked off by the student');
  end if;
  if not app.is_latest('homework ' || (taken.lesson).id) then
    null;
  elsif done then
    insert into public.homework_ticks as k (lesson_id, student_id, homework_id, done_at)
      values ((taken.lesson).id, me, homework, clock_timestamp())
      on conflict (lesson_id) do update set homework_id = excluded.homework_id, done_at = excluded.done_at;
  else
    delete from public.homework_ticks k where k.lesson_id = (taken.lesson).id and k.homework_id = homework;
  end if;
  perform app.version_notebook((taken.lesson).id, me, 'note');
  return app.finish_command(command_id, jsonb_build_object(
    'version', app.notebook_version((taken.lesson).id), 'row_id', (taken.lesson).id));
end
$$;

-- A step's name as commands carry it. Hint: invalid_value.
create function app.step_field(content jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  step constant text := app.text_field(content, 'step');
begin
  if step is null or step !~ '^[a-z0-9][a-z0-9-]{2,59}$' then
    perform app.refuse('22023', 'invalid_value', 'this is no step', 'step');
  end if;
  return step;
end
$$;

-- The time by the phone's clock, which may be wrong: not after now, and not more than a year ago. Hint: invalid_value.
create function app.past_field(content jsonb, key text) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  told constant text := app.text_field(content, key);
begin
  if told is null or told !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,3})?Z$' then
    perform app.refuse('22023', 'invalid_value', 'this is no time', key);
  end if;
  return greatest(least(told::timestamptz, now()), now() - interval '1 year');
exception when datetime_field_overflow or invalid_datetime_format then
  perform app.refuse('22023', 'invalid_value', 'this is no time', key);
end
$$;

-- Command: marks a step. mark: { step, state: 'learning', 'known' or null, at }. The later mark counts, whichever arrives first.
-- Hints: invalid_value, too_many_steps, profile_missing (PT409).
create function public.mark_step(command_id uuid, mark jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'step.mark', mark);
  wanted_step text;
  wanted_state text;
  at timestamptz;
  row_id uuid;
begin
  if answer is not null then
    return answer;
  end if;
  perform app.require_fields(mark, array['step', 'state', 'at']);
  wanted_step := app.step_field(mark);
  wanted_state := app.text_field(mark, 'state');
  if wanted_state not in ('learning', 'known') then
    perform app.refuse('22023', 'invalid_value', 'learning, known or neither', 'state');
  end if;
  at := app.past_field(mark, 'at');
  perform app.hold_people(array[me]);
  perform app.require_profile();
  if not exists (select from public.step_marks m where m.person_id = me and m.step = wanted_step)
    and (select count(*) from public.step_marks m where m.person_id = me) >= 500
  then
    perform app.refuse('PT409', 'too_many_steps', 'a person marks up to 500 steps');
  end if;
  insert into public.step_marks as m (person_id, step, state, marked_at) values (me, wanted_step, wanted_state, at)
    on conflict (person_id, step) do update set state = excluded.state, marked_at = excluded.marked_at
    where m.marked_at <= excluded.marked_at;
  select m.id into row_id from public.step_marks m where m.person_id = me and m.step = wanted_step;
  return app.finish_command(command_id, jsonb_build_object('version', app.notebook_version(row_id), 'row_id', row_id));
end
$$;

-- Command: adds a review of a step. review: { step, rating: 1 to 4, at }. Its id is the command's.
-- Hints: invalid_value, too_many_reviews, profile_missing (PT409).
create function public.review_step(command_id uuid, review jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'step.review', review);
  wanted_step text;
  wanted_rating integer;
  at timestamptz;
begin
  if answer is not null then
    return answer;
  end if;
  perform app.require_fields(review, array['step', 'rating', 'at']);
  wanted_step := app.step_field(review);
  wanted_rating := app.number_field(review, 'rating');
  if wanted_rating is null or wanted_rating not between 1 and 4 then
    perform app.refuse('22023', 'invalid_value', 'a rating is 1 to 4', 'rating');
  end if;
  at := app.past_field(review, 'at');
  perform app.hold_people(array[me]);
  perform app.require_profile();
  if (select count(*) from public.step_reviews w where w.person_id = me and w.step = wanted_step) >= 1000 then
    perform app.refuse('PT409', 'too_many_reviews', 'a step is reviewed up to 1000 times');
  end if;
  insert into public.step_reviews (id, person_id, step, rating, reviewed_at)
    values (command_id, me, wanted_step, wanted_rating, at);
  return app.finish_command(command_id,
    jsonb_build_object('version', app.notebook_version(command_id), 'row_id', command_id));
end
$$;

-- The notebook leaves a removed person's phones; app.personal_data takes what it says.
create function app.forget_own_notebook() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.notebook_versions v set _deleted = true where v.person_id = old.id and not v._deleted;
  return null;
end
$$;
create trigger forget_own_notebook_of_removed after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_own_notebook();
create trigger forget_own_notebook_of_deleted after delete on public.user_profiles
  for each row execute function app.forget_own_notebook();

alter table public.lesson_texts enable row level security;
alter table public.homework_ticks enable row level security;
alter table public.step_marks enable row level security;
alter table public.step_reviews enable row level security;
alter table public.notebook_versions enable row level security;

grant select, insert, update, delete on public.lesson_texts, public.homework_ticks, public.step_marks, public.step_reviews,
  public.notebook_versions to service_role;
grant execute on function public.pull_notebook(bigint, uuid, integer), public.save_lesson_note(uuid, jsonb),
  public.tick_homework(uuid, jsonb), public.mark_step(uuid, jsonb), public.review_step(uuid, jsonb)
  to authenticated, service_role;
