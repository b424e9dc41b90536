-- Lesson requests: a student asks a teacher for lessons in one style.
--
-- Read by both sides, and by admins. Written by procedures only; the state machine is enforced here for every writer.
-- Each side's phones hold the request with the other side's name and picture, and one contact of the other while it is
-- accepted and has not ended. There is one version row per request and side, and the pull reads the profiles beside it,
-- so that no private data exist twice and a contact disappears with the next pull.

-- Without foreign keys to people, as in all replicated tables: removing a person leaves tombstones.
create table public.lesson_requests (
  id uuid primary key,
  student_id uuid not null,
  teacher_id uuid not null,
  dance_style_id uuid not null references public.dance_styles (id),
  status text not null default 'Pendente' constraint lesson_requests_status_check
    check (status in ('Pendente', 'Aceito', 'Recusado', 'Cancelado')),
  -- An empty list means any.
  preferred_days text[] not null default '{}' constraint lesson_requests_days_check check (
    preferred_days <@ array['segunda', 'terca', 'quarta', 'quinta', 'sexta', 'sabado', 'domingo']
    and cardinality(preferred_days) <= 7 and array_position(preferred_days, null) is null
  ),
  preferred_times text[] not null default '{}' constraint lesson_requests_times_check check (
    preferred_times <@ array['manha', 'tarde', 'noite']
    and cardinality(preferred_times) <= 3 and array_position(preferred_times, null) is null
  ),
  message text constraint lesson_requests_message_check check (char_length(message) between 1 and 1000),
  -- Reason for declining or cancelling.
  reason text constraint lesson_requests_reason_check check (char_length(reason) between 1 and 500),
  request_date timestamptz not null default now(),
  answered_at timestamptz,
  cancelled_at timestamptz,
  -- Null when the request was cancelled by the removal of an account.
  cancelled_by text constraint lesson_requests_cancelled_by_check check (cancelled_by in ('student', 'teacher')),
  -- The end of agreed lessons, which keeps the status.
  ended_at timestamptz,
  ended_by text constraint lesson_requests_ended_by_check check (ended_by in ('student', 'teacher')),
  -- The first request of the wish; null in a first one.
  wish_id uuid references public.lesson_requests (id),
  -- When the teacher was reminded of a request without an answer.
  nudged_at timestamptz,
  -- When the student was told that the 48 waking hours had passed.
  unanswered_at timestamptz,
  is_withdrawn boolean not null default false,
  guardian_terms text constraint lesson_requests_guardian_terms_check check (guardian_terms in ('1')),
  guardian_terms_at timestamptz,
  constraint lesson_requests_two_people check (student_id <> teacher_id),
  constraint lesson_requests_answered check (
    case status when 'Pendente' then answered_at is null when 'Cancelado' then true else answered_at is not null end
  ),
  constraint lesson_requests_cancelled check (
    (status = 'Cancelado') = (cancelled_at is not null) and (status = 'Cancelado' or cancelled_by is null)
  ),
  constraint lesson_requests_reason_of_an_end
    check (reason is null or status in ('Recusado', 'Cancelado') or ended_at is not null),
  constraint lesson_requests_ended
    check (case when ended_at is null then ended_by is null else status in ('Aceito', 'Cancelado') end),
  constraint lesson_requests_wish check (wish_id <> id),
  constraint lesson_requests_withdrawn
    check (not is_withdrawn or status = 'Cancelado' and cancelled_by = 'student'),
  constraint lesson_requests_guardian_accepted check ((guardian_terms is null) = (guardian_terms_at is null))
);
create unique index lesson_requests_one_open on public.lesson_requests (student_id, teacher_id, dance_style_id)
  where status in ('Pendente', 'Aceito') and ended_at is null;
create index lesson_requests_student on public.lesson_requests (student_id, id);
create index lesson_requests_teacher on public.lesson_requests (teacher_id, id);
create index lesson_requests_style on public.lesson_requests (dance_style_id);
create index lesson_requests_wish on public.lesson_requests (wish_id) where wish_id is not null;
create index lesson_requests_by_answer on public.lesson_requests (answered_at) where answered_at is not null;

create index lesson_requests_of_guardians on public.lesson_requests (student_id)
  where guardian_terms is not null and status in ('Pendente', 'Aceito') and ended_at is null;

create trigger refuse_delete before delete or truncate on public.lesson_requests
  for each statement execute function app.refuse_delete();

-- Allowed transitions: 'Pendente' → 'Aceito' | 'Recusado' by the teacher; 'Pendente' | 'Aceito' → 'Cancelado' by
-- either. A settled request ends instead of being cancelled (app.is_settled). The wish is fixed, and the acceptance of
-- one request withdraws the others of its wish.
-- The server (no signed-in person: seeds, removals) and the removal of an account of either side may do each of them in
-- any person's place.
create function app.guard_lesson_request() returns trigger
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
create trigger guard before insert or update on public.lesson_requests
  for each row execute function app.guard_lesson_request();

-- One row per request and side. `id` is the request's.
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

-- A new name or picture changes the version of all the person's requests; a new contact only of accepted ones, and an
-- e-mail address only of those whose other side sees it.
create function app.version_requests_of_profiles() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  with touched as (
    select n.id as person, (n.name, n.profile_image_url, n.removed_at)
      is distinct from (o.name, o.profile_image_url, o.removed_at) as shown
    from new_rows n join old_rows o on o.id = n.id
    where (n.name, n.profile_image_url, n.removed_at, coalesce(n.whatsapp, n.email))
      is distinct from (o.name, o.profile_image_url, o.removed_at, coalesce(o.whatsapp, o.email))
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

-- Requests in the shape that each side's phones hold; `_xid` is that side's version. An accepted request that has not
-- ended shows one contact: the other side's WhatsApp, and the e-mail address only of a person without a WhatsApp. Of a
-- removed account no name is left. Only the student learns which requests belong together in a wish, and when a
-- guardian accepted the terms.
create view app.own_lesson_requests as
  select v.id, v.person_id,
    case v.person_id when r.student_id then 'student' when r.teacher_id then 'teacher' end as side,
    r.student_id, r.teacher_id, r.dance_style_id, r.status, r.preferred_days, r.preferred_times, r.message, r.reason,
    r.request_date, r.answered_at, r.cancelled_at, r.cancelled_by,
    p.name as other_name, p.profile_image_url as other_image_url,
    case when r.status = 'Aceito' and r.ended_at is null then p.whatsapp end as other_whatsapp,
    case when r.status = 'Aceito' and r.ended_at is null and p.whatsapp is null then p.email end as other_email,
    v._xid, v._deleted, r.ended_at, r.ended_by,
    case when r.student_id = v.person_id then r.wish_id end as wish_id,
    r.nudged_at,
    case when r.student_id = v.person_id then r.unanswered_at end as unanswered_at,
    r.is_withdrawn,
    r.guardian_terms,
    case when r.student_id = v.person_id then r.guardian_terms_at end as guardian_terms_at
  from public.lesson_request_versions v
  left join public.lesson_requests r on r.id = v.id and not v._deleted
  left join public.user_profiles p on p.removed_at is null
    and p.id = case when r.student_id = v.person_id then r.teacher_id else r.student_id end;

-- Ids of the requests that the caller's phones may hold.
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

-- A block between student and teacher ends open requests and refuses new ones. Open requests end as if the blocking side
-- had cancelled them, with the same words; a new one is refused like by a teacher who takes none, so that the blocked
-- person cannot tell. Applies to every writer of requests. The procedure holds both profiles by then, and set_block
-- takes a conflicting lock on them: the later one sees the earlier.
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

-- Named to run after `guard`, so that refused requests do not count.
create trigger limit_requests before insert on public.lesson_requests
  for each row execute function app.limit_lesson_requests();

-- Requires an acceptance of the terms for the reason of declining or cancelling.
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

select app.audit_table('lesson_requests', 'id', 'student_id', 'message,reason');

-- Privileges and policies; tests/database/matrix.ts has the same as data.

alter table public.lesson_requests enable row level security;
alter table public.lesson_request_versions enable row level security;

grant select, insert, update, delete on public.lesson_requests, public.lesson_request_versions to service_role;

-- Written by procedures and triggers only.
grant select (id, student_id, teacher_id, dance_style_id, status, preferred_days, preferred_times, message, reason,
  request_date, answered_at, cancelled_at, cancelled_by, ended_at, ended_by) on public.lesson_requests to authenticated;
create policy "both sides read a request, admins all" on public.lesson_requests for select to authenticated
  using (student_id = (select auth.uid()) or teacher_id = (select auth.uid()) or (select app.is_admin()));

-- The commands of lesson requests. All lock in one order: the command, both profiles, the request; writers that change
-- or remove a profile lock it before its requests, so that no deadlock is possible.

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

-- Command: a student asks a teacher. `request`: { id (made on the device), teacher_id, dance_style_id, preferred_days:
-- segunda … domingo, preferred_times: manha|tarde|noite, message|null (to 1,000 characters), wish_id|null: the first
-- request of the wish that this one joins, guardian_terms|null }; an empty or absent list means any. A teacher who has
-- blocked the student answers like one who takes no requests, whatever is asked.
-- Hints: invalid_value (22023, the field in DETAIL; of wish_id: it is no first request, or of another style),
-- not_a_student (42501), profile_missing (PT409), teacher_unavailable (PT409: unknown, not approved, paused or
-- removed), style_not_taught (PT409), open_request_exists (PT409, its id in DETAIL; a request whose lessons have ended
-- is not open), request_exists (PT409: the id is taken), request_unknown (PT404: the wish), wish_granted (PT409),
-- already_asked (PT409), wish_full (PT409: three wait), background_unchecked (PT409).
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
    where k <> all (array['id', 'teacher_id', 'dance_style_id', 'preferred_days', 'preferred_times', 'message', 'wish_id',
      'guardian_terms'])
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
  wanted.guardian_terms := app.text_field(request, 'guardian_terms');

  if wanted.wish_id is not null then
    perform app.hold_wish(wanted.wish_id);
  end if;
  perform app.hold_people(array[me, wanted.teacher_id]);
  if (app.require_profile()).role <> 'student' then
    perform app.refuse('42501', 'not_a_student', 'only students ask for lessons');
  end if;
  -- The answer about a pause, before anything that a teacher in a pause would not say.
  if not exists (select from app.teacher_source s where s.id = wanted.teacher_id and s.is_live)
    or app.has_blocked(wanted.teacher_id, me)
  then
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
    wanted.guardian_terms := coalesce(wanted.guardian_terms,
      (select r.guardian_terms from public.lesson_requests r where r.id = wanted.wish_id));
  end if;

  begin
    insert into public.lesson_requests
        (id, student_id, teacher_id, dance_style_id, preferred_days, preferred_times, message, wish_id, guardian_terms,
          guardian_terms_at)
      values (wanted.id, me, wanted.teacher_id, wanted.dance_style_id, wanted.preferred_days, wanted.preferred_times,
        wanted.message, wanted.wish_id, wanted.guardian_terms, case when wanted.guardian_terms is not null then now() end)
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

-- Command: the teacher's answer to a pending request: 'accept', or 'decline' with a reason or null. Accepting withdraws
-- what waits of the same wish.
-- `base_version`: the version that the teacher saw, or null; only used for `merged`, because only the state decides. A
-- request that was cancelled or answered meanwhile is refused and stays unchanged; one whose other columns changed (a
-- new name or picture) is answered with `merged`.
-- Hints: invalid_value (22023), request_unknown (PT404), not_the_teacher (42501), request_cancelled, already_answered
-- (PT409, the state in DETAIL), request_withdrawn (PT409), teacher_unavailable (PT409: accepting needs an approved
-- profile; it may be paused), profile_missing (PT409).
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

-- Command: either side ends a pending or accepted request, with a reason or null. `base_version` as in
-- answer_lesson_request; a request that was accepted meanwhile is cancelled too. Lessons that are settled end
-- (app.end_request).
-- Hints: invalid_value (22023), request_unknown (PT404), request_cancelled (with 'Aceito' in DETAIL: the lessons have
-- ended), already_answered (PT409: it was declined), profile_missing (PT409).
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

-- Ends open requests of a removed person and removes both sides' texts in them, which were written to or by that person.
-- The other side keeps that there was a request, its style and time. Stars given stay in the statistics of the evaluated
-- person, without author and text; texts about the removed person are removed, and the stars with the statistics. Inbox
-- entries about the requests name the person and become tombstones.
create function app.forget_lessons()
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
create trigger forget_lessons_of_removed after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_lessons();
create trigger forget_lessons_of_deleted after delete on public.user_profiles
  for each row execute function app.forget_lessons();

grant execute on function public.create_lesson_request(uuid, jsonb),
  public.answer_lesson_request(uuid, uuid, text, text, bigint), public.cancel_lesson_request(uuid, uuid, text, bigint)
  to authenticated;

-- The end of lessons that were agreed.
--
-- The right to evaluate belongs to whom had lessons, so the other side must not be able to take it away. From the first
-- lesson whose time has come, or seven days after the acceptance, 'Aceito' does not become 'Cancelado': cancelling, by the
-- command or by a block, sets `ended_at` and keeps the status, so that what the status allows stays allowed. Contacts
-- are hidden as for a cancelled request, and the student may ask again. Only the removal of an account still cancels.

-- Ends an open request for one of its people, and tells the other in words that name nobody as the one who ended it.
-- The caller holds both people and the request.
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
      'As aulas de {style} com {name} foram encerradas.');
  else
    update public.lesson_requests r set status = 'Cancelado', cancelled_by = side, reason = end_request.reason
      where r.id = request.id;
    perform app.notify_about_request(request, other, 'lesson_request.cancelled', 'Pedido encerrado',
      'O pedido de aulas de {style} com {name} não está mais aberto.');
  end if;
end
$$;

-- Requests that a guardian makes for a person under age. Accounts stay as they are, no age is asked for, and nothing about
-- the person under age is stored: a request only says that it is made for one.
--
-- `guardian_terms` is the version of the terms that the guardian accepts with the request (src/db/lessons/guardian-terms.ts), null
-- for a request of the student's own; `guardian_terms_at` is when the acceptance arrived. Only a teacher with an unexpired
-- check of background (antecedentes) can be asked, and can accept: a check may end while a request waits. Both hold
-- whoever writes the row. Requests that join a wish keep the mark of its first request.

-- Whether these checks have one of background that holds today.
create function app.holds_background(checks text) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(substring(checks from 'b[0-9]{4}([0-9]{6})') > app.today_code(), false)
$$;

-- Fires after `blocked`, so that a student whom the teacher has blocked learns nothing here.
create function app.guard_guardian_request() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and (new.guardian_terms, new.guardian_terms_at)
    is distinct from (old.guardian_terms, old.guardian_terms_at)
  then
    perform app.refuse('23514', 'request_fixed', 'what was asked for does not change');
  end if;
  if new.guardian_terms is not null
    and (tg_op = 'INSERT' or old.status = 'Pendente' and new.status = 'Aceito')
    and not exists (select from public.teachers t where t.id = new.teacher_id and app.holds_background(t.checks))
  then
    perform app.refuse('PT409', 'background_unchecked', 'this teacher has no check of background that holds');
  end if;
  return new;
end
$$;
create trigger guardian before insert or update on public.lesson_requests
  for each row execute function app.guard_guardian_request();

-- The end of a check is told to everybody who relied on it: the teacher, guardians in whose agreement the check of
-- background is a condition, and, where the identity goes and with it the page, everybody with an open request.

create function app.tell_check_ended() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  how constant text := case when new.revoked_at is null then 'venceu' else 'foi retirada' end;
  word constant text := app.spoken_checks(array[new.kind]);
  request public.lesson_requests;
begin
  if exists (
    select from public.teacher_checks c
    where c.teacher_id = new.teacher_id and c.kind = new.kind and c.id <> new.id and c.outcome = 'passed'
      and c.revoked_at is null and c.expires_on > app.today()
  ) or not exists (select from public.user_profiles p where p.id = new.teacher_id and p.removed_at is null) then
    return null;
  end if;
  -- The end of the identity has its own notice (app.tell_unchecked).
  if new.kind <> 'identity' then
    perform app.notify(new.teacher_id, 'teacher.check_ended', 'Uma conferência ' || how,
      'A conferência de ' || word || ' ' || how || ' e não aparece mais na sua página. Para conferir de novo, fale com a equipe.',
      '/teacher/profile');
  end if;
  if new.kind not in ('identity', 'background') then
    return null;
  end if;
  -- Each person once, about the newest request.
  for request in
    select distinct on (r.student_id) r.* from public.lesson_requests r
    where r.teacher_id = new.teacher_id and r.status in ('Pendente', 'Aceito') and r.ended_at is null
      and (new.kind = 'identity' or r.guardian_terms is not null)
    order by r.student_id, r.request_date desc, r.id
  loop
    perform app.notify_about_request(request, request.student_id, 'lesson_request.check_ended',
      case when new.kind = 'background' then 'A conferência de antecedentes ' || how else 'O perfil do professor está fora do ar' end,
      case when new.kind = 'background'
        then 'A conferência de antecedentes de {name} ' || how
          || '. Até ela ser feita de novo, nenhuma aula para menor pode ser marcada ou confirmada.'
        else 'A conferência da identidade de {name} ' || how || ', e o perfil saiu da busca. O que vocês combinaram continua.' end);
  end loop;
  return null;
end
$$;
create trigger tell_ended after update on public.teacher_checks for each row
  when (new.outcome = 'passed' and (old.ended_at is null and new.ended_at is not null and new.revoked_at is null
    or old.revoked_at is null and new.revoked_at is not null and old.ended_at is null))
  execute function app.tell_check_ended();
