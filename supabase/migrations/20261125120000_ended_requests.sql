-- The end of lessons that were agreed.
--
-- The right to evaluate belongs to whom had lessons, so the other side must not be able to take it away. From the first
-- lesson whose time has come, or seven days after the acceptance, 'Aceito' no longer becomes 'Cancelado': cancelling, by the
-- command or by a block, sets `ended_at` and keeps the status, so that what the status allows stays allowed. Contacts
-- are hidden as for a cancelled request, and the student may ask again. Only the removal of an account still cancels.

alter table public.lesson_requests
  add ended_at timestamptz,
  add ended_by text constraint lesson_requests_ended_by_check check (ended_by in ('student', 'teacher')),
  drop constraint lesson_requests_reason_of_an_end,
  add constraint lesson_requests_reason_of_an_end
    check (reason is null or status in ('Recusado', 'Cancelado') or ended_at is not null),
  add constraint lesson_requests_ended
    check (case when ended_at is null then ended_by is null else status in ('Aceito', 'Cancelado') end);
grant select (ended_at, ended_by) on public.lesson_requests to authenticated;

drop index public.lesson_requests_one_open;
create unique index lesson_requests_one_open on public.lesson_requests (student_id, teacher_id, dance_style_id)
  where status in ('Pendente', 'Aceito') and ended_at is null;

-- Whether neither side can undo any more that lessons were agreed. A confirmed lesson counts from its start, though nobody
-- has said yet that it took place: who stayed away must not be able to cancel it afterwards.
create function app.is_settled(request public.lesson_requests, at timestamptz default now()) returns boolean
language sql stable security definer set search_path = ''
as $$
  select request.status = 'Aceito' and (
    request.answered_at <= at - interval '7 days'
    or exists (
      select from public.lessons l where l.request_id = request.id
        and (l.status in ('held', 'missed') or l.status = 'confirmed' and l.starts_at <= at)
    )
  )
$$;

-- As before; a settled request ends instead of being cancelled.
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
  if (new.student_id, new.teacher_id, new.dance_style_id, new.preferred_days, new.preferred_times, new.request_date)
      is distinct from
      (old.student_id, old.teacher_id, old.dance_style_id, old.preferred_days, old.preferred_times, old.request_date)
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
    if have_accounts and me is not null and me not in (new.student_id, new.teacher_id) then
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

-- As before, with the end; contacts are included only until then.
create or replace view app.own_lesson_requests as
select
  v.id, v.person_id,
  case v.person_id when r.student_id then 'student' when r.teacher_id then 'teacher' end as side,
  r.student_id, r.teacher_id, r.dance_style_id, r.status, r.preferred_days, r.preferred_times, r.message, r.reason,
  r.request_date, r.answered_at, r.cancelled_at, r.cancelled_by,
  p.name as other_name,
  p.profile_image_url as other_image_url,
  case when r.status = 'Aceito' and r.ended_at is null then p.whatsapp end as other_whatsapp,
  case when r.status = 'Aceito' and r.ended_at is null then p.email end as other_email,
  v._xid, v._deleted,
  r.ended_at, r.ended_by
from public.lesson_request_versions v
left join public.lesson_requests r on r.id = v.id and not v._deleted
left join public.user_profiles p on p.removed_at is null
  and p.id = case when r.student_id = v.person_id then r.teacher_id else r.student_id end;

-- Ends an open request for one of its people, and tells the other. The caller holds both people and the request.
create function app.end_request(request public.lesson_requests, person uuid, reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  side constant text := case when person = request.student_id then 'student' else 'teacher' end;
  other constant uuid := case when person = request.student_id then request.teacher_id else request.student_id end;
begin
  if app.is_settled(request) then
    update public.lesson_requests r set ended_at = now(), ended_by = side, reason = end_request.reason
      where r.id = request.id;
    perform app.notify_about_request(request, other, 'lesson_request.cancelled', 'Aulas encerradas',
      '{name} encerrou as aulas de {style}.');
  else
    update public.lesson_requests r set status = 'Cancelado', cancelled_by = side, reason = end_request.reason
      where r.id = request.id;
    perform app.notify_about_request(request, other, 'lesson_request.cancelled', 'Pedido cancelado',
      '{name} cancelou o pedido de aulas de {style}.');
  end if;
end
$$;

-- As before; a request whose lessons have ended is no longer open.
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

-- As before; lessons that are settled end (app.end_request). Hint of those that have ended: request_cancelled, with
-- 'Aceito' in DETAIL.
create or replace function public.cancel_lesson_request(
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
    perform app.refuse('PT409', 'request_cancelled', 'the request was cancelled',
      case when request.cancelled_by = app.side_in(request) then request.status else 'theirs' end);
  end if;
  if request.status = 'Recusado' then
    perform app.refuse('PT409', 'already_answered', 'the request was declined', request.status);
  end if;
  if request.ended_at is not null then
    perform app.refuse('PT409', 'request_cancelled', 'these lessons have ended', request.status);
  end if;
  former := app.request_version(request_id);
  perform app.end_request(request, me, why);
  return app.finish_request_command(command_id, request.id, former, base_version);
end
$$;

-- As before; lessons that are settled end.
create or replace function public.set_block(command_id uuid, block jsonb, base_version bigint default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'block.set',
    jsonb_build_object('block', block, 'base_version', base_version));
  wish record;
  known_as text;
  mark public.blocks;
  request public.lesson_requests;
  outdated boolean := false;
begin
  if answer is not null then
    return answer;
  end if;
  wish := app.read_wish(block, 'person_id', '{name}');
  known_as := app.text_field(block, 'name');
  if wish.wanted and coalesce(char_length(known_as), 0) not between 1 and 120 then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'name');
  end if;
  -- Conflicts with the shared locks of requests on both profiles, so that one waits for the other.
  perform from public.user_profiles p where p.id in (me, wish.person) order by p.id for no key update;
  perform app.require_profile();
  if not exists (select from public.user_profiles p where p.id = wish.person and p.removed_at is null) then
    if wish.wanted then
      perform app.refuse('PT404', 'person_unknown', 'there is no such person');
    end if;
    return app.finish_command(command_id, jsonb_build_object('version', null, 'wanted', false, 'outdated', false));
  end if;
  insert into public.blocks as b (user_id, person_id, is_on, name, wished_at)
    values (me, wish.person, wish.wanted, known_as, wish.at)
    on conflict (user_id, person_id) do nothing
    returning * into mark;
  if mark.id is null then
    select * into mark from public.blocks b where b.user_id = me and b.person_id = wish.person for update;
    outdated := mark._xid > coalesce(base_version, 0) and wish.at < mark.wished_at;
    if not outdated then
      update public.blocks b set is_on = wish.wanted, name = known_as, wished_at = wish.at
        where b.id = mark.id returning * into mark;
    end if;
  end if;
  if mark.is_on then
    for request in
      select * from public.lesson_requests r
      where (r.student_id, r.teacher_id) in ((me, wish.person), (wish.person, me))
        and r.status in ('Pendente', 'Aceito') and r.ended_at is null
      order by r.id for update
    loop
      perform app.end_request(request, me, null);
    end loop;
    update public.favourites f set is_on = false, wished_at = greatest(f.wished_at, wish.at)
      where f.user_id = me and f.teacher_id = wish.person and f.is_on;
  end if;
  return app.finish_command(command_id,
    jsonb_build_object('version', mark._xid, 'wanted', mark.is_on, 'outdated', outdated));
end
$$;

update app.personal_data p set columns = p.columns || '{ended_by}' where p.place = 'public.lesson_requests';
