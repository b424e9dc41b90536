-- The commands of lesson requests. All lock in one order: the command, both profiles, the request; writers that change
-- or remove a profile lock it before its requests, so that no deadlock is possible.

-- Notifies one side of a request of the other's action. Uses the first name only, to keep little data of others.
create function app.notify_about_request(
  request public.lesson_requests, person uuid, kind text, title text, body text
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  other constant uuid := case when person = request.student_id then request.teacher_id else request.student_id end;
begin
  perform app.notify(person, kind, title,
    replace(replace(body,
      '{style}', coalesce((select d.name from public.dance_styles d where d.id = request.dance_style_id), 'dança')),
      '{name}', coalesce((select split_part(btrim(p.name), ' ', 1) from public.user_profiles p
        where p.id = other and p.removed_at is null), 'A outra pessoa')),
    case when person = request.teacher_id then '/teacher/requests/' else '/student/requests/' end || request.id);
end
$$;

-- Locks the request and its people. Hint: request_unknown (PT404), also when the caller is not a party.
create function app.take_request(request_id uuid) returns public.lesson_requests
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  request public.lesson_requests;
begin
  select * into request from public.lesson_requests r where r.id = request_id and me in (r.student_id, r.teacher_id);
  if request.id is null then
    perform app.refuse('PT404', 'request_unknown', 'there is no such request');
  end if;
  perform app.hold_people(array[request.student_id, request.teacher_id]);
  perform app.require_profile();
  select * into request from public.lesson_requests r where r.id = request_id for update;
  return request;
end
$$;

-- The result of a command on a request: { command_id, version: of the caller's side, request_id, status, merged }.
-- `merged`: the row had changed since `base_version` in a way that did not matter.
create function app.finish_request_command(command_id uuid, request_id uuid, former bigint, base_version bigint)
returns jsonb
language sql volatile security definer set search_path = ''
as $$
  select app.finish_command(command_id, (
    select jsonb_build_object('version', v._xid, 'request_id', r.id, 'status', r.status,
      'merged', coalesce(former > base_version, false))
    from public.lesson_requests r join public.lesson_request_versions v on v.id = r.id and v.person_id = auth.uid()
    where r.id = finish_request_command.request_id
  ))
$$;

create function app.request_version(request_id uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select v._xid from public.lesson_request_versions v
  where v.id = request_version.request_id and v.person_id = auth.uid()
$$;

-- Command: a student asks a teacher. `request`: { id (made on the device), teacher_id, dance_style_id,
-- preferred_days: segunda … domingo, preferred_times: manha|tarde|noite, message|null (to 1,000 characters) }; an empty
-- or absent list means any.
-- Hints: invalid_value (22023, the field in DETAIL), not_a_student (42501), profile_missing (PT409),
-- teacher_unavailable (PT409: unknown, not approved, paused or removed), style_not_taught (PT409), open_request_exists
-- (PT409, its id in DETAIL), request_exists (PT409: the id is taken).
create function public.create_lesson_request(command_id uuid, request jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'lesson_request.create', request);
  wanted public.lesson_requests;
  refused text;
  rule text;
begin
  if answer is not null then
    return answer;
  end if;
  if jsonb_typeof(request) is distinct from 'object' or octet_length(request::text) > 20000 then
    perform app.refuse('22023', 'invalid_value', 'this is no request', 'request');
  end if;
  select k into refused from jsonb_object_keys(request) k
    where k <> all (array['id', 'teacher_id', 'dance_style_id', 'preferred_days', 'preferred_times', 'message']) limit 1;
  if refused is not null then
    perform app.refuse('22023', 'invalid_value', 'a request has no such field', refused);
  end if;
  wanted.id := app.id_field(request, 'id');
  wanted.teacher_id := app.id_field(request, 'teacher_id');
  wanted.dance_style_id := app.id_field(request, 'dance_style_id');
  foreach refused in array array['id', 'teacher_id', 'dance_style_id'] loop
    if app.text_field(request, refused) is null then
      perform app.refuse('22023', 'invalid_value', 'this value is missing', refused);
    end if;
  end loop;
  wanted.preferred_days := app.text_items(request || jsonb_build_object('preferred_days',
    coalesce(request -> 'preferred_days', '[]')), 'preferred_days');
  wanted.preferred_times := app.text_items(request || jsonb_build_object('preferred_times',
    coalesce(request -> 'preferred_times', '[]')), 'preferred_times');
  wanted.message := app.text_field(request, 'message');

  perform app.hold_people(array[me, wanted.teacher_id]);
  if (app.require_profile()).role <> 'student' then
    perform app.refuse('42501', 'not_a_student', 'only students ask for lessons');
  end if;
  if not exists (select from app.teacher_source s where s.id = wanted.teacher_id and s.is_live) then
    perform app.refuse('PT409', 'teacher_unavailable', 'this teacher takes no requests now');
  end if;
  if not exists (
    select from public.teacher_dance_styles s
    where s.teacher_id = wanted.teacher_id and s.dance_style_id = wanted.dance_style_id
  ) then
    perform app.refuse('PT409', 'style_not_taught', 'this teacher does not teach that style');
  end if;

  begin
    insert into public.lesson_requests
        (id, student_id, teacher_id, dance_style_id, preferred_days, preferred_times, message)
      values (wanted.id, me, wanted.teacher_id, wanted.dance_style_id, wanted.preferred_days, wanted.preferred_times,
        wanted.message)
      returning * into wanted;
  exception
    when unique_violation then
      get stacked diagnostics rule = constraint_name;
      if rule = 'lesson_requests_one_open' then
        perform app.refuse('PT409', 'open_request_exists', 'there is an open request for this style',
          (select r.id::text from public.lesson_requests r
            where r.student_id = me and r.teacher_id = wanted.teacher_id and r.dance_style_id = wanted.dance_style_id
              and r.status in ('Pendente', 'Aceito')));
      end if;
      perform app.refuse('PT409', 'request_exists', 'this id belongs to another request');
    when check_violation then
      get stacked diagnostics rule = constraint_name;
      perform app.refuse('22023', 'invalid_value', 'this value is not allowed', rule);
  end;
  perform app.notify_about_request(wanted, wanted.teacher_id, 'lesson_request.created', 'Novo pedido de aula',
    '{name} quer ter aulas de {style} com você.');
  return app.finish_request_command(command_id, wanted.id, null, null);
end
$$;

-- Command: the teacher's answer to a pending request: 'accept', or 'decline' with a reason or null.
-- `base_version`: the version that the teacher saw, or null; only used for `merged`, because only the state decides. A
-- request that was cancelled or answered meanwhile is refused and stays unchanged; one whose other columns changed (a
-- new name or picture) is answered with `merged`.
-- Hints: invalid_value (22023), request_unknown (PT404), not_the_teacher (42501), request_cancelled, already_answered
-- (PT409, the state in DETAIL), teacher_unavailable (PT409: accepting needs an approved profile; it may be paused),
-- profile_missing (PT409).
create function public.answer_lesson_request(
  command_id uuid, request_id uuid, answer text, reason text default null, base_version bigint default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  given constant jsonb := jsonb_build_object('request_id', request_id, 'answer', answer, 'reason', reason,
    'base_version', base_version);
  stored jsonb := app.begin_command(command_id, 'lesson_request.answer', given);
  request public.lesson_requests;
  former bigint;
  why constant text := app.text_field(given, 'reason');
begin
  if stored is not null then
    return stored;
  end if;
  if answer is null or answer not in ('accept', 'decline') then
    perform app.refuse('22023', 'invalid_value', 'an answer accepts or declines', 'answer');
  end if;
  if char_length(why) > 500 or why is not null and answer = 'accept' then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'reason');
  end if;
  request := app.take_request(request_id);
  if request.teacher_id <> me then
    perform app.refuse('42501', 'not_the_teacher', 'only the teacher answers a request');
  end if;
  if request.status = 'Cancelado' then
    perform app.refuse('PT409', 'request_cancelled', 'the request was cancelled', request.status);
  end if;
  if request.status <> 'Pendente' then
    perform app.refuse('PT409', 'already_answered', 'the request was answered', request.status);
  end if;
  -- Accepting reveals contacts, which a profile that the team has not approved must not get.
  if answer = 'accept' and not exists (select from app.teacher_source s where s.id = me and s.is_active) then
    perform app.refuse('PT409', 'teacher_unavailable', 'the profile is not approved');
  end if;
  former := app.request_version(request_id);
  update public.lesson_requests r
    set status = case answer when 'accept' then 'Aceito' else 'Recusado' end, reason = why
    where r.id = request.id;
  if answer = 'accept' then
    perform app.notify_about_request(request, request.student_id, 'lesson_request.accepted', 'Pedido aceito!',
      '{name} aceitou seu pedido de aulas de {style}. Combine a primeira aula.');
  else
    perform app.notify_about_request(request, request.student_id, 'lesson_request.declined', 'Pedido recusado',
      '{name} não pode aceitar seu pedido de aulas de {style}.');
  end if;
  return app.finish_request_command(command_id, request.id, former, base_version);
end
$$;

-- Command: either side ends a pending or accepted request, with a reason or null. `base_version` as in
-- answer_lesson_request; a request that was accepted meanwhile is cancelled too.
-- Hints: invalid_value (22023), request_unknown (PT404), request_cancelled, already_answered (PT409: it was declined),
-- profile_missing (PT409).
create function public.cancel_lesson_request(
  command_id uuid, request_id uuid, reason text default null, base_version bigint default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  given constant jsonb := jsonb_build_object('request_id', request_id, 'reason', reason, 'base_version', base_version);
  stored jsonb := app.begin_command(command_id, 'lesson_request.cancel', given);
  request public.lesson_requests;
  former bigint;
  why constant text := app.text_field(given, 'reason');
begin
  if stored is not null then
    return stored;
  end if;
  if char_length(why) > 500 then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'reason');
  end if;
  request := app.take_request(request_id);
  if request.status = 'Cancelado' then
    perform app.refuse('PT409', 'request_cancelled', 'the request was cancelled', request.status);
  end if;
  if request.status = 'Recusado' then
    perform app.refuse('PT409', 'already_answered', 'the request was declined', request.status);
  end if;
  former := app.request_version(request_id);
  update public.lesson_requests r
    set status = 'Cancelado', reason = why, cancelled_by = case when me = r.student_id then 'student' else 'teacher' end
    where r.id = request.id;
  perform app.notify_about_request(request,
    case when me = request.student_id then request.teacher_id else request.student_id end,
    'lesson_request.cancelled', 'Pedido cancelado', '{name} cancelou o pedido de aulas de {style}.');
  return app.finish_request_command(command_id, request.id, former, base_version);
end
$$;

-- Ends open requests of a removed person and removes both sides' texts in them, which were written to or by that person.
-- The other side keeps that there was a request, its style and time. Stars given stay in the statistics of the evaluated
-- person, without author and text; texts about the removed person are removed, and the stars with the statistics. Inbox
-- entries about the requests name the person and become tombstones.
create function app.forget_lessons() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  request public.lesson_requests;
  other uuid;
begin
  -- Locked in the order of ids, like in all statements that lock several.
  perform from public.lesson_requests r where old.id in (r.student_id, r.teacher_id) order by r.id for update;
  perform from public.lesson_evaluations e where old.id in (e.evaluator_id, e.evaluated_id) order by e.id for update;
  update public.lesson_evaluations e set _deleted = true, comment = null, is_anonymous = true
    where e.evaluator_id = old.id and not e._deleted;
  update public.lesson_evaluations e set comment = null, public_comment = null
    where e.evaluated_id = old.id and num_nonnulls(e.comment, e.public_comment) > 0;

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
      where n.user_id = other and n.url in ('/student/requests/' || request.id, '/teacher/requests/' || request.id)
        and not n._deleted
      order by n.id for update;
    update public.notifications n set _deleted = true
      where n.user_id = other and n.url in ('/student/requests/' || request.id, '/teacher/requests/' || request.id)
        and not n._deleted;
    if request.status in ('Pendente', 'Aceito') then
      perform app.notify_about_request(request, other, 'lesson_request.cancelled', 'Pedido encerrado',
        'O pedido de aulas de {style} foi encerrado: a outra pessoa saiu do Danceflix.');
    end if;
  end loop;
  return null;
end
$$;
create trigger forget_lessons_of_removed after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_lessons();
create trigger forget_lessons_of_deleted after delete on public.user_profiles
  for each row execute function app.forget_lessons();

grant execute on function public.create_lesson_request(uuid, jsonb),
  public.answer_lesson_request(uuid, uuid, text, text, bigint), public.cancel_lesson_request(uuid, uuid, text, bigint)
  to authenticated;
