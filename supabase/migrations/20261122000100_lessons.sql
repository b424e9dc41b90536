-- Lesson requests: a student asks a teacher for lessons in one style.
--
-- Read by both sides, and by admins. Written by procedures only; the state machine is held here, for whoever writes.
-- Each side's phones hold the request with the other side's name and picture, and the
-- other's contact while it is accepted: there is one version row per request and side, and the pull reads the
-- profiles beside it, so that nothing private exists twice and a contact is gone with the next pull.

-- Without foreign keys to people, as everywhere in replication: what happens to one of them leaves tombstones.
create table public.lesson_requests (
  id uuid primary key,
  student_id uuid not null,
  teacher_id uuid not null,
  dance_style_id uuid not null references public.dance_styles (id),
  status text not null default 'Pendente' constraint lesson_requests_status_check
    check (status in ('Pendente', 'Aceito', 'Recusado', 'Cancelado')),
  -- Empty: any.
  preferred_days text[] not null default '{}' constraint lesson_requests_days_check check (
    preferred_days <@ array['segunda', 'terca', 'quarta', 'quinta', 'sexta', 'sabado', 'domingo']
    and cardinality(preferred_days) <= 7 and array_position(preferred_days, null) is null
  ),
  preferred_times text[] not null default '{}' constraint lesson_requests_times_check check (
    preferred_times <@ array['manha', 'tarde', 'noite']
    and cardinality(preferred_times) <= 3 and array_position(preferred_times, null) is null
  ),
  message text constraint lesson_requests_message_check check (char_length(message) between 1 and 1000),
  -- Why it was declined or cancelled.
  reason text constraint lesson_requests_reason_check check (char_length(reason) between 1 and 500),
  request_date timestamptz not null default now(),
  answered_at timestamptz,
  cancelled_at timestamptz,
  -- Null in a cancelled request: a removed account took it along.
  cancelled_by text constraint lesson_requests_cancelled_by_check check (cancelled_by in ('student', 'teacher')),
  constraint lesson_requests_two_people check (student_id <> teacher_id),
  constraint lesson_requests_answered check (
    case status when 'Pendente' then answered_at is null when 'Cancelado' then true else answered_at is not null end
  ),
  constraint lesson_requests_cancelled check (
    (status = 'Cancelado') = (cancelled_at is not null) and (status = 'Cancelado' or cancelled_by is null)
  ),
  constraint lesson_requests_reason_of_an_end check (reason is null or status in ('Recusado', 'Cancelado'))
);
create unique index lesson_requests_one_open on public.lesson_requests (student_id, teacher_id, dance_style_id)
  where status in ('Pendente', 'Aceito');
create index lesson_requests_student on public.lesson_requests (student_id, id);
create index lesson_requests_teacher on public.lesson_requests (teacher_id, id);
create index lesson_requests_style on public.lesson_requests (dance_style_id);
create trigger refuse_delete before delete or truncate on public.lesson_requests
  for each statement execute function app.refuse_delete();

-- 'Pendente' → 'Aceito' | 'Recusado' by the teacher; 'Pendente' | 'Aceito' → 'Cancelado' by either; nothing else, by
-- nobody. The server itself (no signed-in person: seeds, removals) is held to the states, not to the person, and so
-- is whoever removes the account of one of the two.
create function app.guard_lesson_request() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  if tg_op = 'INSERT' then
    if new.status <> 'Pendente' then
      perform app.refuse('23514', 'transition_not_allowed', 'a request begins as Pendente');
    end if;
    return new;
  end if;
  if (new.student_id, new.teacher_id, new.dance_style_id, new.preferred_days, new.preferred_times, new.request_date)
      is distinct from
      (old.student_id, old.teacher_id, old.dance_style_id, old.preferred_days, old.preferred_times, old.request_date)
    or new.message is distinct from old.message and new.message is not null
  then
    perform app.refuse('23514', 'request_fixed', 'what was asked for does not change');
  end if;
  if new.status = old.status then
    if (new.answered_at, new.cancelled_at, new.cancelled_by)
        is distinct from (old.answered_at, old.cancelled_at, old.cancelled_by)
      or new.reason is distinct from old.reason and new.reason is not null
    then
      perform app.refuse('23514', 'request_fixed', 'how it was answered does not change');
    end if;
    return new;
  end if;
  if (old.status, new.status) not in (
    ('Pendente', 'Aceito'), ('Pendente', 'Recusado'), ('Pendente', 'Cancelado'), ('Aceito', 'Cancelado')
  ) then
    perform app.refuse('23514', 'transition_not_allowed', format('%s does not become %s', old.status, new.status));
  end if;
  if new.status = 'Cancelado' then
    if me is not null and me not in (new.student_id, new.teacher_id)
      and (
        select count(*) from public.user_profiles p
        where p.id in (new.student_id, new.teacher_id) and p.removed_at is null
      ) = 2
    then
      perform app.refuse('42501', 'not_a_party', 'only the two people of a request cancel it');
    end if;
    new.cancelled_at := coalesce(new.cancelled_at, now());
  else
    if me is not null and me <> new.teacher_id then
      perform app.refuse('42501', 'not_the_teacher', 'only the teacher answers a request');
    end if;
    new.answered_at := coalesce(new.answered_at, now());
  end if;
  return new;
end
$$;
create trigger guard before insert or update on public.lesson_requests
  for each row execute function app.guard_lesson_request();

-- One per request and side. `id` is the request's.
create table public.lesson_request_versions (
  id uuid not null references public.lesson_requests (id),
  person_id uuid not null,
  changes bigint not null default 1,
  _xid bigint not null default 0,
  _deleted boolean not null default false,
  primary key (id, person_id)
);
select app.replicate_private('lesson_request_versions', 'lesson_requests', 'person_id');

create function app.version_lesson_request() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new is not distinct from old then
    return null;
  end if;
  insert into public.lesson_request_versions as v (id, person_id)
    select new.id, x.person from unnest(array[new.student_id, new.teacher_id]) x (person) order by x.person
    on conflict (id, person_id) do update set changes = v.changes + 1;
  return null;
end
$$;
create trigger version after insert or update on public.lesson_requests
  for each row execute function app.version_lesson_request();

-- A new name or picture reaches whoever has a request with that person; a new contact, who has an accepted one.
create function app.version_requests_of_profiles() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  with touched as (
    select n.id as person, (n.name, n.profile_image_url, n.removed_at)
      is distinct from (o.name, o.profile_image_url, o.removed_at) as shown
    from new_rows n join old_rows o on o.id = n.id
    where (n.name, n.profile_image_url, n.removed_at, n.whatsapp, n.email)
      is distinct from (o.name, o.profile_image_url, o.removed_at, o.whatsapp, o.email)
  ), requests as (
    select r.id, r.teacher_id as person from touched t join public.lesson_requests r on r.student_id = t.person
      where t.shown or r.status = 'Aceito'
    union
    select r.id, r.student_id from touched t join public.lesson_requests r on r.teacher_id = t.person
      where t.shown or r.status = 'Aceito'
  ), locked as materialized (
    select v.id, v.person_id from public.lesson_request_versions v
    join requests q on q.id = v.id and q.person = v.person_id
    where not v._deleted order by v.id, v.person_id for update of v
  )
  update public.lesson_request_versions v set changes = v.changes + 1
    from locked l where v.id = l.id and v.person_id = l.person_id;
  return null;
end
$$;
create trigger zz_version_requests after update on public.user_profiles
  referencing new table as new_rows old table as old_rows
  for each statement execute function app.version_requests_of_profiles();

-- Requests as the phones of each side hold them; `_xid` is that side's version. The other's contact only while the
-- request is accepted; of a removed account no name is left.
create view app.own_lesson_requests as
select
  v.id, v.person_id,
  case v.person_id when r.student_id then 'student' when r.teacher_id then 'teacher' end as side,
  r.student_id, r.teacher_id, r.dance_style_id, r.status, r.preferred_days, r.preferred_times, r.message, r.reason,
  r.request_date, r.answered_at, r.cancelled_at, r.cancelled_by,
  p.name as other_name,
  p.profile_image_url as other_image_url,
  case when r.status = 'Aceito' then p.whatsapp end as other_whatsapp,
  case when r.status = 'Aceito' then p.email end as other_email,
  v._xid, v._deleted
from public.lesson_request_versions v
left join public.lesson_requests r on r.id = v.id and not v._deleted
left join public.user_profiles p on p.removed_at is null
  and p.id = case when r.student_id = v.person_id then r.teacher_id else r.student_id end;

create function public.pull_lesson_requests(
  after_xid bigint default null, after_id uuid default null, page_size integer default 500
) returns json
language sql volatile security definer set search_path = ''
as $$
  select app.pull_private('app.own_lesson_requests', 'person_id', after_xid, after_id, page_size)
$$;

-- Every request that the caller's phones may hold.
create function public.visible_ids_lesson_requests() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.visible_list((
    select jsonb_agg(v.id order by v.id) from public.lesson_request_versions v
    where v.person_id = auth.uid() and not v._deleted
  ))
$$;

create index lesson_requests_accepted on public.lesson_requests (teacher_id) where status = 'Aceito';
create index lesson_requests_newest on public.lesson_requests (request_date, id);
create index lesson_requests_status on public.lesson_requests (status, request_date, id);
create index lesson_requests_style_newest on public.lesson_requests (dance_style_id, request_date, id);

-- For whoever writes requests. The procedure holds both profiles by then, and so does set_block with a lock that takes
-- turns with it: whichever comes first is seen by the other.
create function app.refuse_blocked_request() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.blocks b where b.user_id = new.student_id and b.person_id = new.teacher_id and b.is_on
  ) then
    perform app.refuse('PT409', 'person_blocked', 'the student has blocked this teacher');
  end if;
  if exists (
    select from public.blocks b where b.user_id = new.teacher_id and b.person_id = new.student_id and b.is_on
  ) then
    perform app.refuse('PT409', 'teacher_unavailable', 'this teacher takes no requests now');
  end if;
  return new;
end
$$;
create trigger blocked before insert on public.lesson_requests
  for each row execute function app.refuse_blocked_request();

create function app.limit_lesson_requests() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.student_id = auth.uid() then
    perform app.take_turn('lesson_requests_day', auth.uid()::text, 20, '1 day');
  end if;
  return new;
end
$$;

-- After `guard` by name: what is no request does not count.
create trigger limit_requests before insert on public.lesson_requests
  for each row execute function app.limit_lesson_requests();

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

-- Tells one side of a request what the other did. The first name is enough, and the inbox keeps no more of others.
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

-- The request with a lock, its people held. Hint: request_unknown (PT404) for who is no party, as if it were not there.
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

-- What a command on a request answers: { command_id, version: of the caller's side, request_id, status, merged }.
-- `merged`: the row had moved on since `base_version`, in a way that did not matter.
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
-- teacher_unavailable (PT409: unknown, not approved, pausing or gone), style_not_taught (PT409), open_request_exists
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
-- `base_version`: the version that the teacher saw, or null. It decides nothing: only the state does. A request that
-- was cancelled or answered meanwhile is refused and stays as it is; one whose other columns moved on (a new name or
-- picture) is answered, and the answer says `merged`.
-- Hints: invalid_value (22023), request_unknown (PT404), not_the_teacher (42501), request_cancelled, already_answered
-- (PT409, the state in DETAIL), teacher_unavailable (PT409: accepting needs an approved profile; pausing does not
-- matter), profile_missing (PT409).
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
  -- Accepting hands over contacts, which a profile that the team has not approved must not get.
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

-- Command: either side ends a pending or accepted request, with a reason or null. `base_version` as above: a request
-- that was accepted meanwhile is cancelled all the same.
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

-- Open requests end, and both sides' texts in them go: they were written to or by who left. That there was a request,
-- in which style and when, stays with the other side. The stars that were given stay in the statistics of who got
-- them, without author and text; the words of others about who left go at once, its stars went with the statistics. Inbox
-- entries about the requests name the person: they become tombstones.
create function app.forget_lessons() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  request public.lesson_requests;
  other uuid;
begin
  -- In the order of ids, like everybody who takes several of them.
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

-- Who may do what; tests/database/matrix.ts says the same as data.

alter table public.lesson_requests enable row level security;
alter table public.lesson_request_versions enable row level security;

grant select, insert, update, delete on public.lesson_requests, public.lesson_request_versions to service_role;

-- Written by procedures and triggers only.
grant select (id, student_id, teacher_id, dance_style_id, status, preferred_days, preferred_times, message, reason,
  request_date, answered_at, cancelled_at, cancelled_by
  ) on public.lesson_requests to authenticated;
create policy "both sides read a request, admins all" on public.lesson_requests for select to authenticated
  using (student_id = (select auth.uid()) or teacher_id = (select auth.uid()) or (select app.is_admin()));

grant execute on function public.pull_lesson_requests(bigint, uuid, integer), public.visible_ids_lesson_requests(),
  public.create_lesson_request(uuid, jsonb), public.answer_lesson_request(uuid, uuid, text, text, bigint),
  public.cancel_lesson_request(uuid, uuid, text, bigint) to authenticated;
