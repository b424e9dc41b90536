-- Notices and reminders of a lesson open the page of the request at the lesson ('#aula-…', request-lessons.tsx): a request
-- may have a hundred of them.
drop function app.notify_about_request(public.lesson_requests, uuid, text, text, text);
drop function app.tell_of_lesson(public.lesson_requests, text, text, text);
drop function app.remind_person(public.lesson_requests, uuid, timestamp);

-- lesson: on the page of the request; null: the whole page.
create function app.notify_about_request(
  request public.lesson_requests, person uuid, kind text, title text, body text, lesson uuid default null
)
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  other constant uuid := case when person = request.student_id then request.teacher_id else request.student_id end;
begin
  if app.has_blocked(person, other) then
    return;
  end if;
  perform app.notify(person, kind, title,
    replace(replace(body,
      '{style}', coalesce((select d.name from public.dance_styles d where d.id = request.dance_style_id), 'dança')),
      '{name}', coalesce((select split_part(btrim(p.name), ' ', 1) from public.user_profiles p
        where p.id = other and p.removed_at is null), 'A outra pessoa')),
    case when person = request.teacher_id then '/teacher/requests/' else '/student/requests/' end || request.id
      || coalesce('#aula-' || lesson, ''));
end
$function$;

create function app.tell_of_lesson(request public.lesson_requests, lesson uuid, kind text, title text, body text)
 returns void
 language sql
 security definer
 set search_path to ''
as $function$
  select app.notify_about_request(request,
    case when auth.uid() = request.student_id then request.teacher_id else request.student_id end, kind, title, body,
    lesson)
$function$;

create function app.remind_person(
  request public.lesson_requests, person uuid, lesson uuid, starts_local timestamp
)
 returns uuid
 language sql
 security definer
 set search_path to ''
as $function$
  select app.notify(person, 'lesson.reminder', 'Aula ' || app.spoken_start(starts_local),
    'Aula de ' || coalesce((select d.name from public.dance_styles d where d.id = request.dance_style_id), 'dança')
      || ' com ' || coalesce((
        select split_part(btrim(p.name), ' ', 1) from public.user_profiles p
        where p.removed_at is null
          and p.id = case when person = request.student_id then request.teacher_id else request.student_id end
      ), 'a outra pessoa') || '.',
    case when person = request.teacher_id then '/teacher/requests/' else '/student/requests/' end || request.id
      || '#aula-' || lesson)
$function$;

create or replace function app.remind_of_lessons(at_most integer, at timestamp with time zone)
 returns integer
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  due record;
  request public.lesson_requests;
  ids uuid[];
  reminded integer := 0;
begin
  for due in
    select l.*, h.hours
    from public.lessons l cross join (values (24), (2)) h (hours)
    where l.status = 'confirmed' and l.starts_at > at and l.starts_at < at + interval '40 hours'
      and app.reminder_due_at(l.starts_at, l.zone, h.hours) <= at
      and l.agreed_at <= app.reminder_due_at(l.starts_at, l.zone, h.hours)
      and (h.hours = 2 or app.reminder_due_at(l.starts_at, l.zone, 2) > at)
      and app.push_due_at(at, l.zone) = at
      and not exists (
        select from app.lesson_reminders r
        where r.lesson_id = l.id and r.hours = h.hours and r.starts_at = l.starts_at
      )
    order by l.starts_at, l.id limit at_most for update of l skip locked
  loop
    insert into app.lesson_reminders (lesson_id, hours, starts_at, sent_at)
      values (due.id, due.hours, due.starts_at, at) on conflict do nothing;
    continue when not found;
    select * into request from public.lesson_requests r where r.id = due.request_id;
    ids := array[
      app.remind_person(request, request.student_id, due.id, due.starts_local),
      app.remind_person(request, request.teacher_id, due.id, due.starts_local)
    ];
    update app.lesson_reminders r set notification_ids = array_remove(ids, null)
      where r.lesson_id = due.id and r.hours = due.hours and r.starts_at = due.starts_at;
    update public.push_queue q set due_at = at, next_at = at, zone = due.zone, expires_at = due.starts_at
      where q.notification_id = any (ids);
    reminded := reminded + 1;
  end loop;
  return reminded;
end
$function$;

create or replace function public.propose_lesson(command_id uuid, lesson jsonb)
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

create or replace function public.move_lesson(command_id uuid, change jsonb, base_version bigint DEFAULT NULL::bigint)
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

create or replace function public.confirm_lesson(command_id uuid, change jsonb, base_version bigint DEFAULT NULL::bigint)
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

create or replace function public.withdraw_lesson(command_id uuid, change jsonb, base_version bigint DEFAULT NULL::bigint)
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

create or replace function public.call_off_lesson(command_id uuid, change jsonb, base_version bigint DEFAULT NULL::bigint)
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

create or replace function public.tell_lesson_outcome(command_id uuid, change jsonb, base_version bigint DEFAULT NULL::bigint)
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

create or replace function app.forget_lessons()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  request public.lesson_requests;
  other uuid;
begin
  -- Locked in the order of ids, like in all statements that lock several.
  perform from public.lesson_requests r where old.id in (r.student_id, r.teacher_id) order by r.id for update;
  perform from public.lesson_evaluations e where old.id in (e.evaluator_id, e.evaluated_id) order by e.id for update;
  update public.lesson_evaluations e set _deleted = true, comment = null, is_anonymous = true
    where e.evaluator_id = old.id and not e._deleted;
  update public.lesson_evaluations e set comment = null, public_comment = null, reply = null
    where e.evaluated_id = old.id and num_nonnulls(e.comment, e.public_comment, e.reply) > 0;

  for request in
    select * from public.lesson_requests r where old.id in (r.student_id, r.teacher_id) order by r.id
  loop
    update public.lesson_requests r set
      status = case when r.status in ('Pendente', 'Aceito') then 'Cancelado' else r.status end,
      message = null, reason = null
      where r.id = request.id;
    update public.lesson_request_versions v set _deleted = true
      where v.id = request.id and v.person_id = old.id and not v._deleted;
    other := case when old.id = request.student_id then request.teacher_id else request.student_id end;
    perform from public.notifications n
      where n.user_id = other and split_part(n.url, '#', 1)
          in ('/student/requests/' || request.id, '/teacher/requests/' || request.id)
        and not n._deleted
      order by n.id for update;
    update public.notifications n set _deleted = true
      where n.user_id = other and split_part(n.url, '#', 1)
          in ('/student/requests/' || request.id, '/teacher/requests/' || request.id)
        and not n._deleted;
    if request.status in ('Pendente', 'Aceito') and request.ended_at is null then
      perform app.notify_about_request(request, other, 'lesson_request.cancelled', 'Pedido encerrado',
        'O pedido de aulas de {style} foi encerrado: a outra pessoa saiu do Danceflix.');
    end if;
  end loop;
  return null;
end
$function$;
