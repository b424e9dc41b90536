-- Lesson requests: a student asks a teacher for lessons in one style.
--
-- Read by both sides, and by admins. Written by procedures only; the state machine is enforced here for every writer.
-- Each side's phones hold the request with the other side's name and picture, and the other's contact while it is
-- accepted. There is one version row per request and side, and the pull reads the profiles beside it, so that no private
-- data exist twice and a contact disappears with the next pull.

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

-- Allowed transitions: 'Pendente' → 'Aceito' | 'Recusado' by the teacher; 'Pendente' | 'Aceito' → 'Cancelado' by either.
-- The server (no signed-in person: seeds, removals) and the removal of an account of either side may do each of them in
-- any person's place.
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

-- A new name or picture changes the version of all the person's requests; a new contact only of accepted ones.
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

-- Requests in the shape that each side's phones hold; `_xid` is that side's version. The other's contact is included only
-- while the request is accepted; of a removed account no name is left.
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

-- Privileges and policies; tests/database/matrix.ts has the same as data.

alter table public.lesson_requests enable row level security;
alter table public.lesson_request_versions enable row level security;

grant select, insert, update, delete on public.lesson_requests, public.lesson_request_versions to service_role;

-- Written by procedures and triggers only.
grant select (id, student_id, teacher_id, dance_style_id, status, preferred_days, preferred_times, message, reason,
  request_date, answered_at, cancelled_at, cancelled_by
  ) on public.lesson_requests to authenticated;
create policy "both sides read a request, admins all" on public.lesson_requests for select to authenticated
  using (student_id = (select auth.uid()) or teacher_id = (select auth.uid()) or (select app.is_admin()));

grant execute on function public.pull_lesson_requests(bigint, uuid, integer), public.visible_ids_lesson_requests()
  to authenticated;
