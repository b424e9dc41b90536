-- The commands of lessons; src/db/rows/lesson-fields.ts says what they mean. All lock in one order: the command, both profiles,
-- the request, its lessons. So one request's lessons are written by one command at a time.
--
-- Each takes its content as one JSON object, and `base_version`: the version of the lesson that the person saw, or null.
-- Each answers { command_id, version: of the caller's side, lesson_ids, merged: the named lesson had changed since }.

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
create function public.propose_lesson(command_id uuid, lesson jsonb)
 returns jsonb
 language plpgsql
 security definer
 set search_path to ''
as $function$
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
  perform app.hold_times(request);
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
  perform app.require_single_lessons(request, ids, app.side_in(request));
  perform app.tell_of_lesson(request, ids[1], 'lesson.proposed', 'Aula proposta',
    '{name} propôs ' || case when cardinality(ids) > 1
      then cardinality(ids) || ' aulas semanais de {style} a partir de ' else 'uma aula de {style}: ' end
    || app.spoken_start(terms.starts_local) || '. Confirme ou proponha outro horário.');
  return app.finish_lesson_command(command_id, ids, false);
end
$function$;

-- Command: proposes other terms for a lesson; they count once the other side confirms them. change: { id, scope, terms:
-- of the named lesson, the following move along by whole weeks }. The caller's earlier proposal is replaced, the other
-- side's stays.
-- Hints: invalid_value, lesson_unknown (PT404), lesson_over, lesson_started, start_passed, lesson_doubled, profile_missing
-- (PT409).
create function public.move_lesson(command_id uuid, change jsonb, base_version bigint DEFAULT NULL::bigint)
 returns jsonb
 language plpgsql
 security definer
 set search_path to ''
as $function$
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
  perform app.hold_times(taken.request);
  taken.lesson := app.undo_unseen_turns(taken.lesson, taken.request, change, base_version, null, null);
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
  perform app.require_single_lessons(taken.request, ids, own_side);
  update public.lessons l set proposed_last = own_side where l.id = any (ids);
  perform app.tell_of_lesson(taken.request, (taken.lesson).id, 'lesson.moved', 'Outro horário proposto',
    '{name} propôs outro horário de {style}: ' || app.spoken_lessons(cardinality(ids), terms.starts_local)
    || '. Vale o combinado até você confirmar.');
  return app.finish_lesson_command(command_id, ids, former > base_version);
end
$function$;

-- Command: confirms the other side's proposal with this id. change: { id, scope, proposal_id }. With 'following', all
-- lessons that this same proposal was about, but for those at whose time there is another lesson (app.single_lessons).
-- Ends both sides' proposals for them.
-- Hints: invalid_value, lesson_unknown (PT404), lesson_over, lesson_started, start_passed, proposal_changed (the other
-- side's proposal is another by now, or none), lesson_doubled, time_taken (in DETAIL whose), profile_missing (PT409).
create function public.confirm_lesson(command_id uuid, change jsonb, base_version bigint DEFAULT NULL::bigint)
 returns jsonb
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'lesson.confirm',
    jsonb_build_object('change', change, 'base_version', base_version));
  taken record;
  former bigint;
  wanted uuid;
  proposal public.lesson_proposals;
  own_side text;
  meant uuid[];
  ids uuid[];
begin
  if answer is not null then
    return answer;
  end if;
  perform app.require_fields(change, array['id', 'scope', 'proposal_id']);
  wanted := app.id_field(change, 'proposal_id');
  taken := app.take_lesson(change);
  perform app.hold_times(taken.request);
  taken.lesson := app.undo_unseen_turns(taken.lesson, taken.request, change, base_version, null, wanted);
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
  meant := array(
    select m.id from app.lessons_meant(taken.lesson, change) m
    join public.lesson_proposals p on p.lesson_id = m.id and p.side = app.other_side(own_side) and p.id = wanted
    where p.starts_at > now()
  );
  ids := app.single_lessons(taken.request, meant, app.other_side(own_side), (taken.lesson).id);
  perform app.note_turns(ids, 'confirmed', app.other_side(own_side), wanted);
  update public.lessons l set status = 'confirmed', agreed_at = now(), starts_local = p.starts_local, zone = p.zone,
      starts_at = p.starts_at, minutes = p.minutes, place = p.place, price_cents = p.price_cents, proposed_last = null
    from public.lesson_proposals p
    where l.id = any (ids) and p.lesson_id = l.id and p.side = app.other_side(own_side);
  delete from public.lesson_proposals p where p.lesson_id = any (ids);
  perform app.tell_of_lesson(taken.request, (taken.lesson).id, 'lesson.confirmed', 'Aula confirmada',
    '{name} confirmou ' || case when cardinality(ids) > 1 then '' else 'a aula de {style}: ' end
    || app.spoken_lessons(cardinality(ids), proposal.starts_local) || '.'
    || case cardinality(meant) - cardinality(ids) when 0 then '' when 1 then ' Uma ficou em aberto.'
      else ' ' || cardinality(meant) - cardinality(ids) || ' ficaram em aberto.' end);
  return app.finish_lesson_command(command_id, ids, former > base_version);
end
$function$;

-- Command: takes back the caller's own proposal with this id. change: { id, scope, proposal_id }. A lesson that was never
-- confirmed and has no other proposal is called off, and keeps the proposal to be shown.
-- Hints: invalid_value, lesson_unknown (PT404), lesson_over, proposal_changed, profile_missing (PT409).
create function public.withdraw_lesson(command_id uuid, change jsonb, base_version bigint DEFAULT NULL::bigint)
 returns jsonb
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'lesson.withdraw',
    jsonb_build_object('change', change, 'base_version', base_version));
  taken record;
  former bigint;
  wanted uuid;
  own_side text;
  ids uuid[];
  both_withdrew uuid[];
begin
  if answer is not null then
    return answer;
  end if;
  perform app.require_fields(change, array['id', 'scope', 'proposal_id']);
  wanted := app.id_field(change, 'proposal_id');
  taken := app.take_lesson(change);
  perform app.hold_times(taken.request);
  taken.lesson := app.undo_unseen_turns(taken.lesson, taken.request, change, base_version, wanted, null);
  ids := app.called_off_by_both(taken.lesson, taken.request, change, base_version, false);
  if (taken.lesson).id = any (ids) then
    return app.finish_lesson_command(command_id, ids, true);
  end if;
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
  both_withdrew := array(select t.lesson_id from app.lesson_turns t
    where t.lesson_id = any (ids) and t.kind = 'withdrawn' and t.side <> own_side and t.version > base_version);
  perform app.note_turns(ids, 'withdrawn', own_side, wanted);
  update public.lessons l set status = 'called_off',
      called_off_by = case when l.id = any (both_withdrew) then 'both' else own_side end
    where l.id = any (ids) and l.status = 'proposed' and not exists (
      select from public.lesson_proposals p where p.lesson_id = l.id and p.side = app.other_side(own_side));
  delete from public.lesson_proposals p using public.lessons l
    where l.id = p.lesson_id and l.id = any (ids) and p.side = own_side and l.status <> 'called_off';
  update public.lessons l set proposed_last = (
      select p.side from public.lesson_proposals p where p.lesson_id = l.id)
    where l.id = any (ids) and l.status <> 'called_off';
  perform app.tell_of_lesson(taken.request, (taken.lesson).id, 'lesson.withdrawn', 'Proposta retirada',
    '{name} retirou a proposta de aula de {style}.');
  return app.finish_lesson_command(command_id, ids, former > base_version);
end
$function$;

-- Command: calls off a lesson that has not begun. change: { id, scope }. Needs no consent, and is final.
-- Hints: invalid_value, lesson_unknown (PT404), lesson_over, lesson_started, profile_missing (PT409).
create function public.call_off_lesson(command_id uuid, change jsonb, base_version bigint DEFAULT NULL::bigint)
 returns jsonb
 language plpgsql
 security definer
 set search_path to ''
as $function$
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
  ids := app.called_off_by_both(taken.lesson, taken.request, change, base_version, true);
  if (taken.lesson).id = any (ids) then
    return app.finish_lesson_command(command_id, ids, true);
  end if;
  perform app.require_open_lesson(taken.lesson);
  former := app.lesson_version((taken.lesson).id);
  own_side := app.side_in(taken.request);
  ids := array(select m.id from app.lessons_meant(taken.lesson, change) m);
  update public.lessons l set status = 'called_off', called_off_by = own_side where l.id = any (ids);
  perform app.tell_of_lesson(taken.request, (taken.lesson).id, 'lesson.called_off', 'Aula cancelada',
    '{name} cancelou ' || case
      when cardinality(ids) > 1 then cardinality(ids) || ' aulas de {style}.'
      else 'a aula de {style}' || coalesce(' de ' || app.spoken_start(coalesce((taken.lesson).starts_local, (
        select p.starts_local from public.lesson_proposals p
        where p.lesson_id = (taken.lesson).id order by p.proposed_at desc, p.side limit 1))), '') || '.'
    end);
  return app.finish_lesson_command(command_id, ids, former > base_version);
end
$function$;

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
create function public.tell_lesson_outcome(command_id uuid, change jsonb, base_version bigint DEFAULT NULL::bigint)
 returns jsonb
 language plpgsql
 security definer
 set search_path to ''
as $function$
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
  elsif told = 'held' and (taken.lesson).starts_at + make_interval(mins => (taken.lesson).minutes) > now() then
    perform app.refuse('PT409', 'lesson_not_ended', 'a lesson is held once it has ended');
  elsif (taken.lesson).starts_at < now() - interval '30 days' then
    perform app.refuse('PT409', 'too_late', 'an outcome is said within 30 days');
  end if;
  former := app.lesson_version((taken.lesson).id);
  own_side := app.side_in(taken.request);
  if not app.is_latest('outcome ' || (taken.lesson).id) then
    return app.finish_lesson_command(command_id, array[(taken.lesson).id], former > base_version);
  end if;
  theirs := case own_side when 'student' then (taken.lesson).teacher_outcome else (taken.lesson).student_outcome end;
  update public.lessons l set
      student_outcome = case own_side when 'student' then told else l.student_outcome end,
      teacher_outcome = case own_side when 'teacher' then told else l.teacher_outcome end,
      status = coalesce(app.settled_status(told, theirs, false), l.status)
    where l.id = (taken.lesson).id;
  if theirs is null then
    perform app.tell_of_lesson(taken.request, (taken.lesson).id, 'lesson.outcome', 'Como foi a aula?',
      '{name} contou como foi a aula de {style} de ' || app.spoken_start((taken.lesson).starts_local) || '. Conte você também.');
  elsif theirs <> told then
    perform app.tell_of_lesson(taken.request, (taken.lesson).id, 'lesson.outcome', 'Vocês contaram coisas diferentes',
      '{name} contou outra coisa sobre a aula de {style} de ' || app.spoken_start((taken.lesson).starts_local) || '.');
  end if;
  return app.finish_lesson_command(command_id, array[(taken.lesson).id], former > base_version);
end
$function$;

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

-- Two people write about one lesson without having seen each other's write. Whichever arrives first, the lesson ends up
-- the same: src/db/lessons/lesson-crossings.ts has the table. Nobody is bound to a time that they had taken back or replaced before
-- they read the answer, and a counter-proposal outlives the withdrawal of what it answers.
--
-- The terms before the last confirmation or withdrawal of a lesson, so that a write whose author had not seen it counts on
-- the lesson as it was before.

create table app.lesson_turns (
  lesson_id uuid primary key references public.lessons (id),
  kind text not null check (kind in ('confirmed', 'withdrawn')),
  -- Whose proposal was confirmed or withdrawn.
  side text not null check (side in ('student', 'teacher')),
  proposal_id uuid not null,
  -- The other version of the lesson than its author's: what was based on an earlier one had not seen it.
  version bigint not null,
  -- The row and its proposals before.
  former jsonb not null,
  proposals jsonb not null
);
alter table app.lesson_turns enable row level security;

-- Notes the lessons as they are, before a proposal of `side` is confirmed or withdrawn.
create function app.note_turns(ids uuid[], kind text, side text, proposal uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into app.lesson_turns as t (lesson_id, kind, side, proposal_id, version, former, proposals)
    select l.id, note_turns.kind, note_turns.side, proposal, app.current_version(), to_jsonb(l),
      coalesce((select jsonb_agg(to_jsonb(p)) from public.lesson_proposals p where p.lesson_id = l.id), '[]')
    from public.lessons l where l.id = any (ids)
    on conflict (lesson_id) do update set kind = excluded.kind, side = excluded.side, proposal_id = excluded.proposal_id,
      version = excluded.version, former = excluded.former, proposals = excluded.proposals
$$;

-- Puts the lessons that `change` means back to what they were before a turn that its author had not seen. Returns the
-- lesson that it names, as it is then. `own_proposal`: the confirmed proposal that the author takes back, `other_proposal`:
-- the one that the author confirms; both null: the author proposes anew.
create function app.undo_unseen_turns(
  lesson public.lessons, request public.lesson_requests, change jsonb, base_version bigint, own_proposal uuid,
  other_proposal uuid
) returns public.lessons
language plpgsql volatile security definer set search_path = ''
as $$
declare
  own_side constant text := app.side_in(request);
  turn app.lesson_turns;
  former public.lessons;
  turned uuid[];
  undone uuid[] := '{}';
begin
  turned := array(
    select t.lesson_id from app.lesson_turns t join public.lessons l on l.id = t.lesson_id
    where (l.id = lesson.id or change ->> 'scope' = 'following' and l.series_id = lesson.series_id
        and l.series_index > lesson.series_index)
      and (
        -- The other side has confirmed what the author takes back or replaces.
        t.kind = 'confirmed' and t.side = own_side and l.status = 'confirmed' and l.starts_at > now()
          and other_proposal is null
          and (t.proposal_id = own_proposal or own_proposal is null and base_version < t.version)
        -- Each has confirmed the other's proposal: the later proposal counts.
        or t.kind = 'confirmed' and t.side = own_side and l.status = 'confirmed' and l.starts_at > now() and exists (
          select from jsonb_populate_recordset(null::public.lesson_proposals, t.proposals) mine,
            jsonb_populate_recordset(null::public.lesson_proposals, t.proposals) theirs
          where mine.side = own_side and theirs.side <> own_side and theirs.id = other_proposal
            and (theirs.proposed_at, theirs.side) > (mine.proposed_at, mine.side))
        -- The other side has withdrawn what the author answers with a proposal.
        or t.kind = 'withdrawn' and t.side <> own_side and l.status = 'called_off' and l.called_off_by = t.side
          and own_proposal is null and other_proposal is null and base_version < t.version
      )
  );
  for turn in select t.* from app.lesson_turns t where t.lesson_id = any (turned) order by t.lesson_id for update
  loop
    former := jsonb_populate_record(null::public.lessons, turn.former);
    -- Its former time was given to another lesson meanwhile: what was confirmed stands.
    continue when former.status = 'confirmed' and not app.is_time_free(request, former, turned);
    update public.lessons l set status = former.status, agreed_at = former.agreed_at, starts_local = former.starts_local,
        zone = former.zone, starts_at = former.starts_at, minutes = former.minutes, place = former.place,
        price_cents = former.price_cents, proposed_last = former.proposed_last, called_off_by = null
      where l.id = turn.lesson_id;
    delete from public.lesson_proposals p where p.lesson_id = turn.lesson_id;
    insert into public.lesson_proposals
      select p.* from jsonb_populate_recordset(null::public.lesson_proposals, turn.proposals) p
      where turn.kind = 'confirmed' or p.side <> turn.side;
    delete from app.lesson_turns t where t.lesson_id = turn.lesson_id;
    if turn.kind = 'confirmed' then
      undone := undone || turn.lesson_id;
    end if;
  end loop;
  if cardinality(undone) > 0 then
    perform app.tell_of_lesson(request, lesson.id, 'lesson.withdrawn', 'A confirmação não valeu',
      '{name} tinha mudado a resposta sobre a aula de {style} antes de ver a sua confirmação. Veja como está agora.');
  end if;
  select * into lesson from public.lessons l where l.id = lesson.id;
  return lesson;
end
$$;

-- The other side has called the lesson off, and the caller does so without having seen it: both did. Returns the lessons
-- that this is so of, and calls off those of the series that are still open. `wholly`: the caller calls off; else the
-- caller withdraws the only proposal, which ends a lesson too.
create function app.called_off_by_both(
  lesson public.lessons, request public.lesson_requests, change jsonb, base_version bigint, wholly boolean
) returns uuid[]
language plpgsql volatile security definer set search_path = ''
as $$
declare
  own_side constant text := app.side_in(request);
  ids uuid[];
begin
  if lesson.status <> 'called_off' or lesson.called_off_by is distinct from app.other_side(own_side)
    or coalesce(base_version >= app.lesson_version(lesson.id), true)
    or not wholly and (lesson.agreed_at is not null or exists (
      select from public.lesson_proposals p where p.lesson_id = lesson.id and p.side <> own_side))
  then
    return '{}';
  end if;
  ids := array(select l.id from public.lessons l
    where l.id = lesson.id or change ->> 'scope' = 'following' and l.series_id = lesson.series_id
      and l.series_index > lesson.series_index and l.status = 'called_off'
      and l.called_off_by = app.other_side(own_side)
    order by l.id for update);
  update public.lessons l set called_off_by = 'both' where l.id = any (ids);
  if wholly and change ->> 'scope' = 'following' then
    ids := ids || array(select m.id from app.lessons_meant(lesson, change) m where m.id <> all (ids));
    update public.lessons l set status = 'called_off', called_off_by = own_side
      where l.id = any (ids) and l.status <> 'called_off';
  end if;
  perform app.tell_of_lesson(request, lesson.id, 'lesson.called_off', 'Aula cancelada',
    '{name} também cancelou a aula de {style}.');
  return ids;
end
$$;

-- Nobody is in two lessons at once. A pair does not propose or confirm a time that overlaps another lesson of the two, and
-- no lesson is confirmed at a time at which one of them has another one confirmed, with whomever. Must equal
-- src/db/lessons/lesson-times.ts, as far as a phone knows the other person's lessons.

-- Lets one write at a time give times to these two people, until the end of the transaction: `app.hold_people` shares.
create function app.hold_times(request public.lesson_requests) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(k.key) from (
    select distinct hashtextextended('danceflix times of ' || p, 0) as key
    from unnest(array[request.student_id, request.teacher_id]) p order by 1
  ) k;
end
$$;

-- The times that lessons have or may still get: agreed ones until their end, and proposals that can be confirmed.
create view app.open_times as
select l.id as lesson_id, r.student_id, r.teacher_id, true as is_agreed, l.starts_at,
  l.starts_at + make_interval(mins => l.minutes) as ends_at
from public.lessons l join public.lesson_requests r on r.id = l.request_id
where l.status = 'confirmed' and l.starts_at + make_interval(mins => l.minutes) > now()
union all
select l.id, r.student_id, r.teacher_id, false, p.starts_at, p.starts_at + make_interval(mins => p.minutes)
from public.lesson_proposals p
join public.lessons l on l.id = p.lesson_id join public.lesson_requests r on r.id = l.request_id
where p.starts_at > now() and (l.status = 'proposed' or l.status = 'confirmed' and l.starts_at > now());

-- Whether a lesson with somebody else takes the time of one of these two people: not where that person blocks the other
-- side, since a block ends their lessons, though later (app.block_ends).
create function app.takes_time(request public.lesson_requests, student uuid, teacher uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case when student in (request.student_id, request.teacher_id) then not app.has_blocked(student, teacher)
    else not app.has_blocked(teacher, student) end
$$;

-- The lessons of `ids` whose proposal by `side` overlaps a time of another lesson. why: 'pair' (of these two people, a
-- proposed one too), 'own' (confirmed, of the caller with somebody else), 'other' (confirmed, of the other person).
create function app.time_clashes(request public.lesson_requests, ids uuid[], side text)
returns table (lesson_id uuid, why text)
language sql stable security definer set search_path = ''
as $$
  select distinct on (p.lesson_id) p.lesson_id, c.why
  from public.lesson_proposals p
  join app.open_times t on t.starts_at < p.starts_at + make_interval(mins => p.minutes) and p.starts_at < t.ends_at
    and (t.student_id in (request.student_id, request.teacher_id) or t.teacher_id in (request.student_id, request.teacher_id))
    and t.lesson_id <> all (ids)
  cross join lateral (
    select t.student_id in (request.student_id, request.teacher_id)
      and t.teacher_id in (request.student_id, request.teacher_id) as is_pair
  ) x
  cross join lateral (
    select case when x.is_pair then 'pair' when auth.uid() in (t.student_id, t.teacher_id) then 'own' else 'other' end
  ) c (why)
  where p.lesson_id = any (ids) and p.side = time_clashes.side
    and (x.is_pair or t.is_agreed and app.takes_time(request, t.student_id, t.teacher_id))
  order by p.lesson_id, array_position(array['pair', 'own', 'other'], c.why)
$$;

-- Refuses the proposals by `side` for these lessons where the two have another lesson then. Hint: lesson_doubled (PT409).
create function app.require_single_lessons(request public.lesson_requests, ids uuid[], side text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (select from app.time_clashes(request, ids, side) c where c.why = 'pair') then
    perform app.refuse('PT409', 'lesson_doubled', 'these two have another lesson at this time');
  end if;
end
$$;

-- Which of these lessons can be confirmed as `side` has proposed them. The others stay as they are; `lesson`, the one that
-- the command names, has to be among those that can. Hints: lesson_doubled, time_taken (PT409, in DETAIL whose: 'own' or
-- 'other', never with whom).
create function app.single_lessons(request public.lesson_requests, ids uuid[], side text, lesson uuid) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  clashing uuid[];
  reason text;
begin
  loop
    select array_agg(c.lesson_id), max(c.why) filter (where c.lesson_id = lesson) into clashing, reason
      from app.time_clashes(request, ids, side) c;
    if reason = 'pair' then
      perform app.refuse('PT409', 'lesson_doubled', 'these two have another lesson at this time');
    elsif reason is not null then
      perform app.refuse('PT409', 'time_taken', 'there is another lesson at this time', reason);
    end if;
    if clashing is null then
      return ids;
    end if;
    -- A lesson that is not confirmed keeps its time, which may be the new one of another.
    ids := array(select i from unnest(ids) with ordinality u (i, place) where i <> all (clashing) order by place);
  end loop;
end
$$;

-- Whether a lesson can have these agreed terms again: neither of the two has another one confirmed at that time, but for
-- `changing`.
create function app.is_time_free(request public.lesson_requests, lesson public.lessons, changing uuid[]) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (
    select from app.open_times t
    where t.is_agreed and t.lesson_id <> all (changing)
      and t.starts_at < lesson.starts_at + make_interval(mins => lesson.minutes) and lesson.starts_at < t.ends_at
      and (t.student_id in (request.student_id, request.teacher_id)
        or t.teacher_id in (request.student_id, request.teacher_id))
      and app.takes_time(request, t.student_id, t.teacher_id)
  )
$$;

-- Lessons of a request that a guardian made: proposing, moving and confirming ask again whether the teacher's check of
-- background (antecedentes) holds. It may have ended since the acceptance. What was confirmed before stays: withdrawing,
-- calling off and telling an outcome ask for nothing. Holds whoever writes the row.

create function app.guard_guardian_lesson() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  lesson constant uuid := case when tg_table_name = 'lessons' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'lesson_id' end;
begin
  if exists (
    select from public.lessons l
    join public.lesson_requests r on r.id = l.request_id and r.guardian_terms is not null
    left join public.teachers t on t.id = r.teacher_id
    where l.id = lesson and not coalesce(app.holds_background(t.checks), false)
  ) then
    perform app.refuse('PT409', 'background_unchecked', 'this teacher has no check of background that holds');
  end if;
  return new;
end
$$;
create trigger guardian before insert or update on public.lesson_proposals
  for each row execute function app.guard_guardian_lesson();
create trigger guardian before update of status on public.lessons
  for each row when (new.status = 'confirmed' and old.status is distinct from new.status)
  execute function app.guard_guardian_lesson();
