-- The commands of lessons; src/db/lesson-fields.ts says what they mean. All lock in one order: the command, both profiles,
-- the request, its lessons. So one request's lessons are written by one command at a time.
--
-- Each takes its content as one JSON object, and `base_version`: the version of the lesson that the person saw, or null.
-- Each answers { command_id, version: of the caller's side, lesson_ids, merged: the named lesson had changed since }.

-- Defaults of rate limits, with lessons proposed.
create or replace function app.rate_limits() returns table (subject text, most integer)
language sql immutable set search_path = ''
as $$
  values ('leads_person_hour', 20), ('leads_address_hour', 60), ('leads_site_hour', 120), ('leads_visitors_hour', 600),
    ('lesson_requests_day', 20), ('lesson_proposals_day', 100), ('evaluations_day', 60), ('writes_person_hour', 600),
    ('adjustments_teacher_day', 10)
$$;

-- As before; everything about lessons is one group.
create or replace function app.notification_group(kind text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when kind = 'welcome' then null
    when kind like 'lesson\_request.%' or kind like 'lesson.%' then 'lessons'
    when kind = 'evaluation.received' then 'evaluations'
    when kind like 'news.%' then 'news'
    else 'account'
  end
$$;

insert into app.commands_without_terms (kind, reason) values
  ('lesson.withdraw', 'takes back'),
  ('lesson.call_off', 'takes back'),
  ('lesson.outcome', 'a fact without words');

create type app.lesson_terms as (
  starts_local timestamp, zone text, starts_at timestamptz, minutes integer, place text, price_cents integer
);

-- Reads { starts_local, zone, minutes, place|null, price_cents|null }. The start must lie ahead, by the server's clock.
-- Hints: invalid_value (22023, the field in DETAIL), start_passed (PT409).
create function app.read_lesson_terms(content jsonb) returns app.lesson_terms
language plpgsql stable set search_path = ''
as $$
declare
  terms app.lesson_terms;
  refused text;
begin
  if jsonb_typeof(content) is distinct from 'object' then
    perform app.refuse('22023', 'invalid_value', 'these are no terms', 'terms');
  end if;
  select k into refused from jsonb_object_keys(content) k
    where k <> all (array['starts_local', 'zone', 'minutes', 'place', 'price_cents']) limit 1;
  if refused is not null then
    perform app.refuse('22023', 'invalid_value', 'terms have no such field', refused);
  end if;
  begin
    if app.text_field(content, 'starts_local') ~ '^20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$' then
      terms.starts_local := (content ->> 'starts_local')::timestamp;
    end if;
  exception when datetime_field_overflow or invalid_datetime_format then
    terms.starts_local := null;
  end;
  -- 24:00 is the next day's midnight to PostgreSQL, and no time to phones.
  if terms.starts_local is null or content ->> 'starts_local' like '%T24:%' then
    perform app.refuse('22023', 'invalid_value', 'this is no wall time', 'starts_local');
  end if;
  terms.zone := app.text_field(content, 'zone');
  if not coalesce(app.is_zone(terms.zone), false) then
    perform app.refuse('22023', 'invalid_value', 'this is no time zone', 'zone');
  end if;
  terms.minutes := app.number_field(content, 'minutes');
  if terms.minutes is null or terms.minutes not between 15 and 480 then
    perform app.refuse('22023', 'invalid_value', 'a lesson has 15 to 480 minutes', 'minutes');
  end if;
  terms.place := app.text_field(content, 'place');
  if char_length(terms.place) > 200 then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'place');
  end if;
  terms.price_cents := app.number_field(content, 'price_cents');
  if terms.price_cents not between 0 and 1000000 then
    perform app.refuse('22023', 'invalid_value', 'a lesson costs up to R$ 10,000', 'price_cents');
  end if;
  terms.starts_at := app.instant_of(terms.starts_local, terms.zone);
  if terms.starts_at <= now() then
    perform app.refuse('PT409', 'start_passed', 'this time has passed');
  elsif terms.starts_at > now() + interval '730 days' then
    perform app.refuse('22023', 'invalid_value', 'this is too far ahead', 'starts_local');
  end if;
  return terms;
end
$$;

-- Refuses unknown fields. Hint: invalid_value.
create function app.require_fields(content jsonb, allowed text[]) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  refused text;
begin
  if jsonb_typeof(content) is distinct from 'object' or octet_length(content::text) > 4000 then
    perform app.refuse('22023', 'invalid_value', 'this is no object', 'change');
  end if;
  select k into refused from jsonb_object_keys(content) k where k <> all (allowed) limit 1;
  if refused is not null then
    perform app.refuse('22023', 'invalid_value', 'there is no such field', refused);
  end if;
end
$$;

-- 'quinta, 03/12, às 18:30'
create function app.spoken_start(starts_local timestamp) returns text
language sql immutable set search_path = ''
as $$
  select (array['segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado', 'domingo'])[extract(isodow from starts_local)]
    || to_char(starts_local, ', DD/MM, "às" HH24:MI')
$$;

create function app.side_in(request public.lesson_requests) returns text
language sql stable security definer set search_path = ''
as $$
  select case auth.uid() when request.student_id then 'student' when request.teacher_id then 'teacher' end
$$;

create function app.other_side(side text) returns text
language sql immutable set search_path = ''
as $$
  select case side when 'student' then 'teacher' else 'student' end
$$;

-- Tells the other side. Place and price stay out of texts that go through push services.
create function app.tell_of_lesson(request public.lesson_requests, kind text, title text, body text) returns void
language sql volatile security definer set search_path = ''
as $$
  select app.notify_about_request(request,
    case when auth.uid() = request.student_id then request.teacher_id else request.student_id end, kind, title, body)
$$;

-- Locks the people, the request and the lesson. Hint: lesson_unknown (PT404), also when the caller is not a party.
create function app.take_lesson(content jsonb, out lesson public.lessons, out request public.lesson_requests)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  wanted constant uuid := app.id_field(content, 'id');
  me constant uuid := app.require_person();
  requested uuid;
begin
  select r.id into requested from public.lessons l join public.lesson_requests r on r.id = l.request_id
    where l.id = wanted and me in (r.student_id, r.teacher_id);
  if requested is null then
    perform app.refuse('PT404', 'lesson_unknown', 'there is no such lesson');
  end if;
  request := app.take_request(requested);
  select * into lesson from public.lessons l where l.id = wanted for update;
end
$$;

-- Refuses what comes too late for a lesson. Hints: lesson_over, lesson_started (PT409, the state in DETAIL).
create function app.require_open_lesson(lesson public.lessons) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if lesson.status not in ('proposed', 'confirmed') then
    perform app.refuse('PT409', 'lesson_over', 'this lesson has ended or was called off', lesson.status);
  end if;
  if lesson.status = 'confirmed' and lesson.starts_at <= now() then
    perform app.refuse('PT409', 'lesson_started', 'this lesson has begun', lesson.status);
  end if;
end
$$;

-- The named lesson, and with the scope 'following' all later ones of its series that have not ended or begun.
create function app.lessons_meant(lesson public.lessons, content jsonb) returns setof public.lessons
language plpgsql volatile security definer set search_path = ''
as $$
declare
  scope constant text := app.text_field(content, 'scope');
begin
  if scope is null or scope not in ('one', 'following') then
    perform app.refuse('22023', 'invalid_value', 'this lesson, or this and the following', 'scope');
  end if;
  return query
    select l.* from public.lessons l
    where l.id = lesson.id or scope = 'following' and l.series_id = lesson.series_id
      and l.series_index > lesson.series_index
      and (l.status = 'proposed' or l.status = 'confirmed' and l.starts_at > now())
    order by l.series_index for update;
end
$$;

create function app.lesson_version(lesson_id uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select v._xid from public.lesson_versions v where v.id = lesson_version.lesson_id and v.person_id = auth.uid()
$$;

create function app.finish_lesson_command(command_id uuid, ids uuid[], merged boolean) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  select app.finish_command(command_id, jsonb_build_object(
    'version', (select max(v._xid) from public.lesson_versions v where v.id = any (ids) and v.person_id = auth.uid()),
    'lesson_ids', to_jsonb(ids), 'merged', coalesce(merged, false)))
$$;

-- '3 aulas' of a change of more than one, or the start of the single one.
create function app.spoken_lessons(count integer, starts_local timestamp) returns text
language sql immutable set search_path = ''
as $$
  select case when count = 1 then app.spoken_start(starts_local)
    else count || ' aulas a partir de ' || app.spoken_start(starts_local) end
$$;

-- Command: either side of an accepted request proposes a lesson, or a weekly series. lesson: { id: of the lesson, or of the
-- series when weeks > 1, request_id, terms, weeks: 1 to 52, skipped: places in the series, from 1 on, that are left out }.
-- Hints: invalid_value (22023, the field in DETAIL), request_unknown (PT404), request_not_accepted, start_passed,
-- lesson_exists, too_many_lessons, lesson_doubled, profile_missing (PT409).
create function public.propose_lesson(command_id uuid, lesson jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'lesson.propose', lesson);
  wanted uuid;
  request public.lesson_requests;
  terms app.lesson_terms;
  weeks integer;
  skipped jsonb;
  ids uuid[];
begin
  if answer is not null then
    return answer;
  end if;
  perform app.require_fields(lesson, array['id', 'request_id', 'terms', 'weeks', 'skipped']);
  wanted := app.id_field(lesson, 'id');
  if wanted is null then
    perform app.refuse('22023', 'invalid_value', 'this value is missing', 'id');
  end if;
  weeks := app.number_field(lesson, 'weeks');
  if weeks is null or weeks not between 1 and 52 then
    perform app.refuse('22023', 'invalid_value', 'a series has up to 52 weeks', 'weeks');
  end if;
  skipped := coalesce(lesson -> 'skipped', '[]');
  if jsonb_typeof(skipped) <> 'array' or jsonb_array_length(skipped) >= weeks or exists (
    select from jsonb_array_elements(skipped) s
    where jsonb_typeof(s) <> 'number' or s #>> '{}' !~ '^[0-9]{1,2}$' or (s #>> '{}')::integer not between 1 and weeks - 1
  ) then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'skipped');
  end if;
  if app.text_field(lesson, 'request_id') is null then
    perform app.refuse('22023', 'invalid_value', 'this value is missing', 'request_id');
  end if;
  terms := app.read_lesson_terms(lesson -> 'terms');
  request := app.take_request(app.id_field(lesson, 'request_id'));
  if not app.is_running(request) then
    perform app.refuse('PT409', 'request_not_accepted', 'lessons need an accepted request', request.status);
  end if;
  perform app.take_turn('lesson_proposals_day', me::text, 100, '1 day');
  if weeks > 1 and exists (select from public.lessons l where l.series_id = wanted) then
    perform app.refuse('PT409', 'lesson_exists', 'this id belongs to another series');
  end if;
  ids := array(
    select case when weeks = 1 then wanted else (left(wanted::text, 34) || lpad(to_hex(n), 2, '0'))::uuid end
    from generate_series(0, weeks - 1) n where not skipped @> to_jsonb(n) order by n
  );
  if cardinality(ids) + (
    select count(*) from public.lessons l
    where l.request_id = request.id and (l.status = 'proposed' or l.status = 'confirmed' and l.starts_at > now())
  ) > 120 then
    perform app.refuse('PT409', 'too_many_lessons', 'a request has up to 120 open lessons');
  end if;
  begin
    insert into public.lessons (id, request_id, series_id, series_index, proposed_last)
      select case when weeks = 1 then wanted else (left(wanted::text, 34) || lpad(to_hex(n), 2, '0'))::uuid end,
        request.id, case when weeks > 1 then wanted end, case when weeks > 1 then n end, app.side_in(request)
      from generate_series(0, weeks - 1) n where not skipped @> to_jsonb(n);
  exception when unique_violation then
    perform app.refuse('PT409', 'lesson_exists', 'this id belongs to another lesson');
  end;
  insert into public.lesson_proposals
      (lesson_id, side, id, starts_local, zone, starts_at, minutes, place, price_cents)
    select l.id, app.side_in(request), command_id, x.starts_local, terms.zone, app.instant_of(x.starts_local, terms.zone),
      terms.minutes, terms.place, terms.price_cents
    from public.lessons l
    cross join lateral (select terms.starts_local + make_interval(days => 7 * coalesce(l.series_index, 0))) x (starts_local)
    where l.id = any (ids);
  perform app.tell_of_lesson(request, 'lesson.proposed', 'Aula proposta',
    '{name} propôs ' || case when cardinality(ids) > 1
      then cardinality(ids) || ' aulas semanais de {style} a partir de ' else 'uma aula de {style}: ' end
    || app.spoken_start(terms.starts_local) || '. Confirme ou proponha outro horário.');
  return app.finish_lesson_command(command_id, ids, false);
end
$$;

-- Command: proposes other terms for a lesson; they count once the other side confirms them. change: { id, scope, terms:
-- of the named lesson, the following move along by whole weeks }. The caller's earlier proposal is replaced, the other
-- side's stays.
-- Hints: invalid_value, lesson_unknown (PT404), lesson_over, lesson_started, start_passed, lesson_doubled, profile_missing
-- (PT409).
create function public.move_lesson(command_id uuid, change jsonb, base_version bigint default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'lesson.move',
    jsonb_build_object('change', change, 'base_version', base_version));
  taken record;
  former bigint;
  terms app.lesson_terms;
  own_side text;
  ids uuid[];
begin
  if answer is not null then
    return answer;
  end if;
  perform app.require_fields(change, array['id', 'scope', 'terms']);
  terms := app.read_lesson_terms(change -> 'terms');
  taken := app.take_lesson(change);
  perform app.require_open_lesson(taken.lesson);
  perform app.take_turn('lesson_proposals_day', me::text, 100, '1 day');
  former := app.lesson_version((taken.lesson).id);
  own_side := app.side_in(taken.request);
  ids := array(select m.id from app.lessons_meant(taken.lesson, change) m);
  insert into public.lesson_proposals as p
      (lesson_id, side, id, starts_local, zone, starts_at, minutes, place, price_cents)
    select l.id, own_side, command_id, x.starts_local, terms.zone, app.instant_of(x.starts_local, terms.zone), terms.minutes,
      terms.place, terms.price_cents
    from public.lessons l
    cross join lateral (select terms.starts_local + make_interval(
      days => 7 * coalesce(l.series_index - (taken.lesson).series_index, 0))) x (starts_local)
    where l.id = any (ids)
    on conflict on constraint lesson_proposals_pkey do update set id = excluded.id, starts_local = excluded.starts_local,
      zone = excluded.zone, starts_at = excluded.starts_at, minutes = excluded.minutes, place = excluded.place,
      price_cents = excluded.price_cents, proposed_at = excluded.proposed_at;
  update public.lessons l set proposed_last = own_side where l.id = any (ids);
  perform app.tell_of_lesson(taken.request, 'lesson.moved', 'Outro horário proposto',
    '{name} propôs outro horário de {style}: ' || app.spoken_lessons(cardinality(ids), terms.starts_local)
    || '. Vale o combinado até você confirmar.');
  return app.finish_lesson_command(command_id, ids, former > base_version);
end
$$;

-- Command: confirms the other side's proposal with this id. change: { id, scope, proposal_id }. With 'following', all
-- lessons that this same proposal was about, but for those at whose time there is another lesson (app.single_lessons).
-- Ends both sides' proposals for them.
-- Hints: invalid_value, lesson_unknown (PT404), lesson_over, lesson_started, start_passed, proposal_changed (the other
-- side's proposal is another by now, or none), lesson_doubled, time_taken (in DETAIL whose), profile_missing (PT409).
create function public.confirm_lesson(command_id uuid, change jsonb, base_version bigint default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'lesson.confirm',
    jsonb_build_object('change', change, 'base_version', base_version));
  taken record;
  former bigint;
  wanted uuid;
  proposal public.lesson_proposals;
  own_side text;
  ids uuid[];
begin
  if answer is not null then
    return answer;
  end if;
  perform app.require_fields(change, array['id', 'scope', 'proposal_id']);
  wanted := app.id_field(change, 'proposal_id');
  taken := app.take_lesson(change);
  perform app.require_open_lesson(taken.lesson);
  former := app.lesson_version((taken.lesson).id);
  own_side := app.side_in(taken.request);
  select * into proposal from public.lesson_proposals p
    where p.lesson_id = (taken.lesson).id and p.side = app.other_side(own_side);
  if proposal.id is distinct from wanted or wanted is null then
    perform app.refuse('PT409', 'proposal_changed', 'this proposal was replaced, withdrawn or confirmed',
      coalesce(proposal.id::text, ''));
  end if;
  if proposal.starts_at <= now() then
    perform app.refuse('PT409', 'start_passed', 'this time has passed');
  end if;
  ids := array(
    select m.id from app.lessons_meant(taken.lesson, change) m
    join public.lesson_proposals p on p.lesson_id = m.id and p.side = app.other_side(own_side) and p.id = wanted
    where p.starts_at > now()
  );
  update public.lessons l set status = 'confirmed', agreed_at = now(), starts_local = p.starts_local, zone = p.zone,
      starts_at = p.starts_at, minutes = p.minutes, place = p.place, price_cents = p.price_cents, proposed_last = null
    from public.lesson_proposals p
    where l.id = any (ids) and p.lesson_id = l.id and p.side = app.other_side(own_side);
  delete from public.lesson_proposals p where p.lesson_id = any (ids);
  perform app.tell_of_lesson(taken.request, 'lesson.confirmed', 'Aula confirmada',
    '{name} confirmou ' || case when cardinality(ids) > 1 then '' else 'a aula de {style}: ' end
    || app.spoken_lessons(cardinality(ids), proposal.starts_local) || '.');
  return app.finish_lesson_command(command_id, ids, former > base_version);
end
$$;

-- Command: takes back the caller's own proposal with this id. change: { id, scope, proposal_id }. A lesson that was never
-- confirmed and has no other proposal is called off, and keeps the proposal to be shown.
-- Hints: invalid_value, lesson_unknown (PT404), lesson_over, proposal_changed, profile_missing (PT409).
create function public.withdraw_lesson(command_id uuid, change jsonb, base_version bigint default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'lesson.withdraw',
    jsonb_build_object('change', change, 'base_version', base_version));
  taken record;
  former bigint;
  wanted uuid;
  own_side text;
  ids uuid[];
begin
  if answer is not null then
    return answer;
  end if;
  perform app.require_fields(change, array['id', 'scope', 'proposal_id']);
  wanted := app.id_field(change, 'proposal_id');
  taken := app.take_lesson(change);
  if (taken.lesson).status not in ('proposed', 'confirmed') then
    perform app.refuse('PT409', 'lesson_over', 'this lesson has ended or was called off', (taken.lesson).status);
  end if;
  former := app.lesson_version((taken.lesson).id);
  own_side := app.side_in(taken.request);
  if wanted is null or not exists (
    select from public.lesson_proposals p
    where p.lesson_id = (taken.lesson).id and p.side = own_side and p.id = wanted
  ) then
    perform app.refuse('PT409', 'proposal_changed', 'this proposal was replaced, withdrawn or confirmed');
  end if;
  ids := array(
    select m.id from app.lessons_meant(taken.lesson, change) m
    join public.lesson_proposals p on p.lesson_id = m.id and p.side = own_side and p.id = wanted
  );
  update public.lessons l set status = 'called_off', called_off_by = own_side
    where l.id = any (ids) and l.status = 'proposed' and not exists (
      select from public.lesson_proposals p where p.lesson_id = l.id and p.side = app.other_side(own_side));
  delete from public.lesson_proposals p using public.lessons l
    where l.id = p.lesson_id and l.id = any (ids) and p.side = own_side and l.status <> 'called_off';
  update public.lessons l set proposed_last = (
      select p.side from public.lesson_proposals p where p.lesson_id = l.id)
    where l.id = any (ids) and l.status <> 'called_off';
  perform app.tell_of_lesson(taken.request, 'lesson.withdrawn', 'Proposta retirada',
    '{name} retirou a proposta de aula de {style}.');
  return app.finish_lesson_command(command_id, ids, former > base_version);
end
$$;

-- Command: calls off a lesson that has not begun. change: { id, scope }. Needs no consent, and is final.
-- Hints: invalid_value, lesson_unknown (PT404), lesson_over, lesson_started, profile_missing (PT409).
create function public.call_off_lesson(command_id uuid, change jsonb, base_version bigint default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'lesson.call_off',
    jsonb_build_object('change', change, 'base_version', base_version));
  taken record;
  former bigint;
  own_side text;
  ids uuid[];
begin
  if answer is not null then
    return answer;
  end if;
  perform app.require_fields(change, array['id', 'scope']);
  taken := app.take_lesson(change);
  perform app.require_open_lesson(taken.lesson);
  former := app.lesson_version((taken.lesson).id);
  own_side := app.side_in(taken.request);
  ids := array(select m.id from app.lessons_meant(taken.lesson, change) m);
  update public.lessons l set status = 'called_off', called_off_by = own_side where l.id = any (ids);
  perform app.tell_of_lesson(taken.request, 'lesson.called_off', 'Aula cancelada',
    '{name} cancelou ' || case
      when cardinality(ids) > 1 then cardinality(ids) || ' aulas de {style}.'
      else 'a aula de {style}' || coalesce(' de ' || app.spoken_start(coalesce((taken.lesson).starts_local, (
        select p.starts_local from public.lesson_proposals p
        where p.lesson_id = (taken.lesson).id order by p.proposed_at desc, p.side limit 1))), '') || '.'
    end);
  return app.finish_lesson_command(command_id, ids, former > base_version);
end
$$;

-- The state that the words of both sides give: the same from both decides; so does one that stood alone until
-- `alone_until`. Null: not decided.
create function app.settled_status(student text, teacher text, may_stand_alone boolean) returns text
language sql immutable set search_path = ''
as $$
  select case
    when student is null and teacher is null then null
    when student = teacher or may_stand_alone and (student is null or teacher is null)
      then case coalesce(student, teacher) when 'held' then 'held' else 'missed' end
  end
$$;

-- Command: says who missed a confirmed lesson, from its start on, or that it was held, from its end on. change: { id,
-- outcome: held | student_missed | teacher_missed }. The other side's word stays; only both the same end the lesson at once
-- (app.settle_lessons). Possible after the request ended too.
-- Hints: invalid_value, lesson_unknown (PT404), lesson_over, lesson_not_confirmed, lesson_not_started, lesson_not_ended,
-- too_late, profile_missing (PT409).
create function public.tell_lesson_outcome(command_id uuid, change jsonb, base_version bigint default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'lesson.outcome',
    jsonb_build_object('change', change, 'base_version', base_version));
  taken record;
  former bigint;
  told text;
  theirs text;
  own_side text;
begin
  if answer is not null then
    return answer;
  end if;
  perform app.require_fields(change, array['id', 'outcome']);
  told := app.text_field(change, 'outcome');
  if told is null or told not in ('held', 'student_missed', 'teacher_missed') then
    perform app.refuse('22023', 'invalid_value', 'a lesson was held, or somebody missed it', 'outcome');
  end if;
  taken := app.take_lesson(change);
  if (taken.lesson).status = 'proposed' then
    perform app.refuse('PT409', 'lesson_not_confirmed', 'this lesson was never confirmed');
  elsif (taken.lesson).status <> 'confirmed' then
    perform app.refuse('PT409', 'lesson_over', 'this lesson has ended or was called off', (taken.lesson).status);
  elsif (taken.lesson).starts_at > now() then
    perform app.refuse('PT409', 'lesson_not_started', 'this lesson has not begun');
  elsif (taken.lesson).starts_at < now() - interval '30 days' then
    perform app.refuse('PT409', 'too_late', 'an outcome is said within 30 days');
  end if;
  former := app.lesson_version((taken.lesson).id);
  own_side := app.side_in(taken.request);
  theirs := case own_side when 'student' then (taken.lesson).teacher_outcome else (taken.lesson).student_outcome end;
  update public.lessons l set
      student_outcome = case own_side when 'student' then told else l.student_outcome end,
      teacher_outcome = case own_side when 'teacher' then told else l.teacher_outcome end,
      status = coalesce(app.settled_status(told, theirs, false), l.status)
    where l.id = (taken.lesson).id;
  if theirs is null then
    perform app.tell_of_lesson(taken.request, 'lesson.outcome', 'Como foi a aula?',
      '{name} contou como foi a aula de {style} de ' || app.spoken_start((taken.lesson).starts_local) || '. Conte você também.');
  elsif theirs <> told then
    perform app.tell_of_lesson(taken.request, 'lesson.outcome', 'Vocês contaram coisas diferentes',
      '{name} contou outra coisa sobre a aula de {style} de ' || app.spoken_start((taken.lesson).starts_local) || '.');
  end if;
  return app.finish_lesson_command(command_id, array[(taken.lesson).id], former > base_version);
end
$$;

-- Ends lessons about which one side alone has said something for seven days after the start. Returns how many.
create function app.settle_lessons(at_most integer, at timestamptz) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  settled integer;
begin
  with due as materialized (
    select l.id, app.settled_status(l.student_outcome, l.teacher_outcome, true) as status from public.lessons l
    where l.status = 'confirmed' and l.starts_at <= at - interval '7 days'
      and num_nonnulls(l.student_outcome, l.teacher_outcome) = 1
    order by l.id limit at_most for update skip locked
  )
  update public.lessons l set status = due.status from due where l.id = due.id;
  get diagnostics settled = row_count;
  return settled;
end
$$;
create index lessons_alone on public.lessons (starts_at)
  where status = 'confirmed' and (student_outcome is null) <> (teacher_outcome is null);

-- Command: sets or removes the teacher's Pix key. payment_key: { pix_key, pix_name }, both null to remove it.
-- Hints: invalid_value, not_a_teacher (42501), profile_missing (PT409).
create function public.set_payment_key(command_id uuid, payment_key jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'payment_key.set', payment_key);
  given_key text;
  given_name text;
  rule text;
begin
  if answer is not null then
    return answer;
  end if;
  perform app.require_fields(payment_key, array['pix_key', 'pix_name']);
  given_key := app.text_field(payment_key, 'pix_key');
  given_name := app.text_field(payment_key, 'pix_name');
  if (given_key is null) <> (given_name is null) then
    perform app.refuse('22023', 'invalid_value', 'key and name belong together',
      case when given_key is null then 'pix_key' else 'pix_name' end);
  end if;
  -- Conflicts with the shared locks of lessons, whose confirmations share the key.
  perform from public.user_profiles p where p.id = me for no key update;
  if (app.require_profile()).role <> 'teacher' then
    perform app.refuse('42501', 'not_a_teacher', 'only teachers are paid');
  end if;
  if not app.is_latest('payment_key') then
    null;
  elsif given_key is null then
    delete from public.payment_keys k where k.id = me;
  else
    begin
      insert into public.payment_keys as k (id, pix_key, pix_name) values (me, given_key, given_name)
        on conflict (id) do update set pix_key = excluded.pix_key, pix_name = excluded.pix_name;
    exception when check_violation then
      get stacked diagnostics rule = constraint_name;
      perform app.refuse('22023', 'invalid_value', 'this value is not allowed',
        case rule when 'payment_keys_pix_name_check' then 'pix_name' else 'pix_key' end);
    end;
  end if;
  return app.finish_command(command_id, jsonb_build_object('version', (
    select v._xid from public.payment_key_versions v where v.id = me and v.person_id = me),
    'is_set', exists (select from public.payment_keys k where k.id = me)));
end
$$;

grant execute on function public.propose_lesson(uuid, jsonb), public.move_lesson(uuid, jsonb, bigint),
  public.confirm_lesson(uuid, jsonb, bigint), public.withdraw_lesson(uuid, jsonb, bigint),
  public.call_off_lesson(uuid, jsonb, bigint), public.tell_lesson_outcome(uuid, jsonb, bigint),
  public.set_payment_key(uuid, jsonb) to authenticated, service_role;
