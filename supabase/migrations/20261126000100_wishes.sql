-- Requests that do not die: 48 waking hours to answer one, and up to three teachers asked for one wish.
--
-- A wish is a first request and those that the student has made beside it ('Pedir também'), which name the first in
-- `wish_id`. At most three of a wish wait for an answer. The first acceptance withdraws the others in its transaction:
-- the student's standing choice, so it is recorded as the student's cancellation, with `is_withdrawn`.
--
-- Lock order of what may touch several requests of a wish: the command, the wish, all people, the requests by id.

-- Milliseconds between 8:00 and 22:00 in São Paulo since 1970. No city has a zone of its own here. Equals
-- src/db/waking-time.ts.
create function app.waking_time(at timestamptz) returns bigint
language sql stable set search_path = ''
as $$
  select (local::date - date '1970-01-01') * 50400000::bigint
    + least(greatest(floor(extract(epoch from local::time) * 1000)::bigint - 28800000, 0), 50400000)
  from (select at at time zone 'America/Sao_Paulo') l (local)
$$;

create function app.waking_between(first timestamptz, last timestamptz) returns bigint
language sql stable set search_path = ''
as $$
  select greatest(app.waking_time(last) - app.waking_time(first), 0)
$$;

-- The first instant at which so many waking hours have passed; `hours` is at least 1.
create function app.after_waking(at timestamptz, hours integer) returns timestamptz
language sql stable set search_path = ''
as $$
  select (date '1970-01-01' + d.day::integer + time '08:00' + (t.total - d.day * 50400000) * interval '1 millisecond')
    at time zone 'America/Sao_Paulo'
  from (select app.waking_time(at) + hours * 3600000::bigint) t (total)
  cross join lateral (select (t.total - 1) / 50400000) d (day)
$$;

alter table public.lesson_requests
  -- The first request of the wish; null in a first one.
  add wish_id uuid references public.lesson_requests (id),
  -- When the teacher was reminded of a request without an answer.
  add nudged_at timestamptz,
  -- When the student was told that the 48 waking hours had passed.
  add unanswered_at timestamptz,
  add is_withdrawn boolean not null default false,
  add constraint lesson_requests_wish check (wish_id <> id),
  add constraint lesson_requests_withdrawn
    check (not is_withdrawn or status = 'Cancelado' and cancelled_by = 'student');
create index lesson_requests_wish on public.lesson_requests (wish_id) where wish_id is not null;

-- Whether another request of the wish was accepted.
create function app.is_granted(request public.lesson_requests) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.lesson_requests r
    where r.id <> request.id and r.status = 'Aceito'
      and (r.id = request.wish_id or r.wish_id = coalesce(request.wish_id, request.id))
  )
$$;

-- Serialises what joins a wish and what grants it, so that its members stay the same meanwhile.
create function app.hold_wish(wish uuid) returns void
language sql volatile set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('danceflix wish ' || wish, 0))
$$;

-- Holds the wish of a request that the caller may accept, the people of its waiting requests, and these requests.
create function app.hold_wish_of(request_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  wish constant uuid := (
    select coalesce(r.wish_id, r.id) from public.lesson_requests r
    where r.id = request_id and r.teacher_id = auth.uid()
  );
begin
  if wish is null then
    return;
  end if;
  perform app.hold_wish(wish);
  perform app.hold_people(array(
    select x.person from public.lesson_requests r, unnest(array[r.student_id, r.teacher_id]) x (person)
    where (r.id = wish or r.wish_id = wish) and (r.id = request_id or r.status = 'Pendente')
  ));
  perform from public.lesson_requests r
    where (r.id = wish or r.wish_id = wish) and (r.id = request_id or r.status = 'Pendente')
    order by r.id for update;
end
$$;

-- Withdraws what waits of the wish of an accepted request, and tells each teacher. Returns how many.
create function app.withdraw_others(accepted public.lesson_requests) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  wish constant uuid := coalesce(accepted.wish_id, accepted.id);
  other public.lesson_requests;
  withdrawn integer := 0;
begin
  for other in
    select * from public.lesson_requests r
    where (r.id = wish or r.wish_id = wish) and r.id <> accepted.id and r.status = 'Pendente'
    order by r.id for update
  loop
    update public.lesson_requests r set status = 'Cancelado', cancelled_by = 'student', is_withdrawn = true
      where r.id = other.id;
    perform app.notify_about_request(other, other.teacher_id, 'lesson_request.cancelled', 'Pedido retirado',
      '{name} já encontrou com quem ter aulas de {style}, e o pedido a você foi retirado.');
    withdrawn := withdrawn + 1;
  end loop;
  return withdrawn;
end
$$;

-- Checks that a new request may join the wish that it names. The caller holds the wish.
create function app.check_wish(wanted public.lesson_requests, student uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  first public.lesson_requests;
begin
  select * into first from public.lesson_requests r where r.id = wanted.wish_id and r.student_id = student;
  if first.id is null then
    perform app.refuse('PT404', 'request_unknown', 'there is no such request');
  end if;
  if first.wish_id is not null or first.dance_style_id <> wanted.dance_style_id then
    perform app.refuse('22023', 'invalid_value', 'a wish is named by its first request, and has one style', 'wish_id');
  end if;
  if first.status = 'Aceito' or app.is_granted(first) then
    perform app.refuse('PT409', 'wish_granted', 'a teacher has accepted');
  end if;
  if exists (
    select from public.lesson_requests r
    where (r.id = first.id or r.wish_id = first.id) and r.teacher_id = wanted.teacher_id
  ) then
    perform app.refuse('PT409', 'already_asked', 'this teacher was asked for this wish');
  end if;
  if (
    select count(*) from public.lesson_requests r
    where (r.id = first.id or r.wish_id = first.id) and r.status = 'Pendente'
  ) >= 3 then
    perform app.refuse('PT409', 'wish_full', 'three teachers are asked at once');
  end if;
end
$$;

-- As before; the wish is fixed, and the acceptance of one request withdraws the others of its wish.
create or replace function app.guard_lesson_request() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  -- Whether both people still have their accounts: the removal of one cancels what is open, in anybody's name.
  have_accounts constant boolean := (
    select count(*) from public.user_profiles p
    where p.id in (new.student_id, new.teacher_id) and p.removed_at is null
  ) = 2;
  ends boolean;
begin
  if tg_op = 'INSERT' then
    if new.status <> 'Pendente' or new.ended_at is not null then
      perform app.refuse('23514', 'transition_not_allowed', 'a request begins as Pendente');
    end if;
    return new;
  end if;
  if (new.student_id, new.teacher_id, new.dance_style_id, new.preferred_days, new.preferred_times, new.request_date,
      new.wish_id) is distinct from
      (old.student_id, old.teacher_id, old.dance_style_id, old.preferred_days, old.preferred_times, old.request_date,
      old.wish_id)
    or new.message is distinct from old.message and new.message is not null
  then
    perform app.refuse('23514', 'request_fixed', 'what was asked for does not change');
  end if;
  if new.status = old.status then
    ends := old.ended_at is null and new.ended_at is not null;
    if ends and not app.is_settled(old) then
      perform app.refuse('23514', 'transition_not_allowed', 'only lessons that were agreed for some time end');
    end if;
    if (new.answered_at, new.cancelled_at, new.cancelled_by)
        is distinct from (old.answered_at, old.cancelled_at, old.cancelled_by)
      or not ends and (new.ended_at, new.ended_by) is distinct from (old.ended_at, old.ended_by)
      or not ends and new.reason is distinct from old.reason and new.reason is not null
    then
      perform app.refuse('23514', 'request_fixed', 'how it was answered does not change');
    end if;
    if ends and me is not null and me not in (new.student_id, new.teacher_id) then
      perform app.refuse('42501', 'not_a_party', 'only the two people of a request end it');
    end if;
    return new;
  end if;
  if (old.status, new.status) not in (
    ('Pendente', 'Aceito'), ('Pendente', 'Recusado'), ('Pendente', 'Cancelado'), ('Aceito', 'Cancelado')
  ) then
    perform app.refuse('23514', 'transition_not_allowed', format('%s does not become %s', old.status, new.status));
  end if;
  if new.status = 'Cancelado' then
    if have_accounts and me is not null and me not in (new.student_id, new.teacher_id)
      and not (new.is_withdrawn and app.is_granted(new))
    then
      perform app.refuse('42501', 'not_a_party', 'only the two people of a request cancel it');
    end if;
    if have_accounts and app.is_settled(old) then
      perform app.refuse('23514', 'transition_not_allowed', 'these lessons end, and keep that they were agreed');
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

-- As before, with `wish_id`: the first request of the wish that this one joins. Its hints: request_unknown (PT404),
-- invalid_value (22023: it is no first request, or of another style), wish_granted (PT409), already_asked (PT409),
-- wish_full (PT409: three wait).
create or replace function public.create_lesson_request(command_id uuid, request jsonb) returns jsonb
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
    where k <> all (array['id', 'teacher_id', 'dance_style_id', 'preferred_days', 'preferred_times', 'message', 'wish_id'])
    limit 1;
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
  wanted.wish_id := app.id_field(request, 'wish_id');

  if wanted.wish_id is not null then
    perform app.hold_wish(wanted.wish_id);
  end if;
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
  if wanted.wish_id is not null then
    perform app.check_wish(wanted, me);
  end if;

  begin
    insert into public.lesson_requests
        (id, student_id, teacher_id, dance_style_id, preferred_days, preferred_times, message, wish_id)
      values (wanted.id, me, wanted.teacher_id, wanted.dance_style_id, wanted.preferred_days, wanted.preferred_times,
        wanted.message, wanted.wish_id)
      returning * into wanted;
  exception
    when unique_violation then
      get stacked diagnostics rule = constraint_name;
      if rule = 'lesson_requests_one_open' then
        perform app.refuse('PT409', 'open_request_exists', 'there is an open request for this style',
          (select r.id::text from public.lesson_requests r
            where r.student_id = me and r.teacher_id = wanted.teacher_id and r.dance_style_id = wanted.dance_style_id
              and r.status in ('Pendente', 'Aceito') and r.ended_at is null));
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

-- As before; accepting withdraws what waits of the same wish. Hint: request_withdrawn (PT409).
create or replace function public.answer_lesson_request(
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
  withdrawn integer;
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
  if answer = 'accept' then
    perform app.hold_wish_of(request_id);
  end if;
  request := app.take_request(request_id);
  if request.teacher_id <> me then
    perform app.refuse('42501', 'not_the_teacher', 'only the teacher answers a request');
  end if;
  if request.is_withdrawn then
    perform app.refuse('PT409', 'request_withdrawn', 'another teacher has accepted', request.status);
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
    withdrawn := app.withdraw_others(request);
    perform app.notify_about_request(request, request.student_id, 'lesson_request.accepted', 'Pedido aceito!',
      '{name} aceitou seu pedido de aulas de {style}. Combine a primeira aula.' || case withdrawn
        when 0 then '' when 1 then ' O outro pedido foi retirado.' else ' Os outros pedidos foram retirados.' end);
  else
    perform app.notify_about_request(request, request.student_id, 'lesson_request.declined', 'Pedido recusado',
      '{name} não pode aceitar seu pedido de aulas de {style}.');
  end if;
  return app.finish_request_command(command_id, request.id, former, base_version);
end
$$;
