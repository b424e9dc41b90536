-- Lessons, their proposals and the teacher's Pix key. The contract (states, conflicts, who has to act, what is hidden) is
-- in src/db/rows/lesson-fields.ts; the commands are in …_lesson_agreements.sql, the reminders in …_lesson_notices.sql.
--
-- No role of the API reads these tables. Each side's phones pull a lesson in the shape of app.own_lessons; like requests,
-- a lesson has one version row per side, so that no private data exist twice.

-- The offset of a zone's wall time from UTC at an instant.
create function app.zone_offset(at timestamptz, zone text) returns interval
language sql stable set search_path = ''
as $$
  select (at at time zone zone) - (at at time zone 'UTC')
$$;

-- The instant of a wall time. A wall time that happens twice means its first occurrence; one that is skipped means the
-- same time by the offset before the change, so it comes later by what was skipped (RFC 5545, 3.3.5). PostgreSQL's own
-- rule takes the second occurrence. Must equal `instantOf` in src/lib/wall-time.ts.
create function app.instant_of(local timestamp, zone text) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  as_utc constant timestamptz := local at time zone 'UTC';
  early constant timestamptz := as_utc - app.zone_offset(as_utc - interval '24 hours', zone);
  late constant timestamptz := as_utc - app.zone_offset(as_utc + interval '24 hours', zone);
begin
  return case
    when early at time zone zone = local then early
    when late at time zone zone = local then late
    else early
  end;
end
$$;

-- Whether this is the name of an IANA zone. PostgreSQL also takes abbreviations and POSIX rules, which phones do not know.
create function app.is_zone(zone text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  if zone is null or zone !~ '^(UTC|Etc/GMT[+-][0-9]{1,2}|[A-Z][A-Za-z]+(/[A-Z][A-Za-z_-]+){1,2})$' or char_length(zone) > 40 then
    return false;
  end if;
  perform now() at time zone zone;
  return true;
exception when invalid_parameter_value then
  return false;
end
$$;

create table public.lessons (
  id uuid primary key,
  request_id uuid not null references public.lesson_requests (id),
  series_id uuid,
  -- Place in the series, from 0; never changes.
  series_index smallint,
  status text not null default 'proposed' constraint lessons_status_check
    check (status in ('proposed', 'confirmed', 'held', 'missed', 'called_off')),
  -- The agreed terms, from the first confirmation on. `starts_at` follows from the wall time and the zone.
  agreed_at timestamptz,
  starts_local timestamp,
  zone text,
  starts_at timestamptz,
  minutes integer,
  place text constraint lessons_place_check check (char_length(place) between 1 and 200),
  price_cents integer,
  -- The side whose proposal arrived last.
  proposed_last text constraint lessons_proposed_last_check check (proposed_last in ('student', 'teacher')),
  student_outcome text constraint lessons_student_outcome_check
    check (student_outcome in ('held', 'student_missed', 'teacher_missed')),
  teacher_outcome text constraint lessons_teacher_outcome_check
    check (teacher_outcome in ('held', 'student_missed', 'teacher_missed')),
  -- Null in a called off lesson: an account was removed. 'both': each called it off without having seen the other do so.
  called_off_by text constraint lessons_called_off_by_check check (called_off_by in ('student', 'teacher', 'both')),
  created_at timestamptz not null default now(),
  -- The moment since which a lesson counts as held. 'held' is final and lessons are never deleted, so counts by this
  -- moment do not change later.
  held_at timestamptz,
  -- Kept whoever or whatever called it off; `called_off_by` says which side.
  called_off_at timestamptz,
  constraint lessons_series check (
    (series_id is null) = (series_index is null) and series_index between 0 and 51
  ),
  constraint lessons_agreed check (
    num_nulls(agreed_at, starts_local, zone, starts_at, minutes) in (0, 5)
    and (agreed_at is not null or num_nonnulls(place, price_cents) = 0)
    and (agreed_at is not null or status in ('proposed', 'called_off'))
    and (agreed_at is null or status <> 'proposed')
  ),
  constraint lessons_minutes check (minutes between 15 and 480),
  constraint lessons_price check (price_cents between 0 and 1000000),
  constraint lessons_outcomes check (
    num_nonnulls(student_outcome, teacher_outcome) = 0 or status in ('confirmed', 'held', 'missed')
  ),
  constraint lessons_called_off check (status = 'called_off' or called_off_by is null),
  constraint lessons_held check ((status = 'held') = (held_at is not null)),
  constraint lessons_called_off_at check ((status = 'called_off') = (called_off_at is not null))
);
create unique index lessons_series_order on public.lessons (series_id, series_index) where series_id is not null;
create index lessons_request on public.lessons (request_id, id);
create index lessons_coming on public.lessons (starts_at) where status = 'confirmed';
create index lessons_alone on public.lessons (starts_at)
  where status = 'confirmed' and (student_outcome is null) <> (teacher_outcome is null);

create index lessons_held on public.lessons (held_at) where status = 'held';
create index lessons_held_of_request on public.lessons (request_id) where status = 'held';

-- A side's open proposal for a lesson: its latest. `id` is the id of the command that made it, the same for all lessons of
-- a series that it was about. Proposals of a lesson that was called off stay, to be shown.
create table public.lesson_proposals (
  lesson_id uuid not null references public.lessons (id),
  side text not null constraint lesson_proposals_side_check check (side in ('student', 'teacher')),
  id uuid not null,
  starts_local timestamp not null,
  zone text not null,
  starts_at timestamptz not null,
  minutes integer not null constraint lesson_proposals_minutes_check check (minutes between 15 and 480),
  place text constraint lesson_proposals_place_check check (char_length(place) between 1 and 200),
  price_cents integer constraint lesson_proposals_price_check check (price_cents between 0 and 1000000),
  proposed_at timestamptz not null default now(),
  primary key (lesson_id, side)
);

create trigger refuse_delete before delete or truncate on public.lessons
  for each statement execute function app.refuse_delete();

-- One row per lesson and side. `id` is the lesson's.
create table public.lesson_versions (
  id uuid not null references public.lessons (id),
  person_id uuid not null,
  changes bigint not null default 1,
  _xid bigint not null default 0,
  _deleted boolean not null default false,
  primary key (id, person_id)
);
select app.replicate_private('lesson_versions', 'lessons', 'person_id');

-- Gives these lessons a new version for both sides.
create function app.version_lessons(ids uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.lesson_versions as v (id, person_id)
    select l.id, x.person from public.lessons l join public.lesson_requests r on r.id = l.request_id,
      unnest(array[r.student_id, r.teacher_id]) x (person)
    where l.id = any (ids)
    order by l.id, x.person
    on conflict (id, person_id) do update set changes = v.changes + 1;
end
$$;

create function app.version_written_lessons() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.version_lessons(array(select distinct n.id from new_rows n));
  return null;
end
$$;
create trigger version_inserted after insert on public.lessons referencing new table as new_rows
  for each statement execute function app.version_written_lessons();
create trigger version_updated after update on public.lessons referencing new table as new_rows
  for each statement execute function app.version_written_lessons();

create function app.version_lessons_of_proposals() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.version_lessons(array(select distinct c.lesson_id from changed_rows c));
  return null;
end
$$;
create trigger version_inserted after insert on public.lesson_proposals referencing new table as changed_rows
  for each statement execute function app.version_lessons_of_proposals();
create trigger version_updated after update on public.lesson_proposals referencing new table as changed_rows
  for each statement execute function app.version_lessons_of_proposals();
create trigger version_deleted after delete on public.lesson_proposals referencing old table as changed_rows
  for each statement execute function app.version_lessons_of_proposals();

-- Whether lessons may be agreed under this request. `ended_at`, where requests have it, is the end of an accepted request
-- that keeps its status.
create function app.is_running(request public.lesson_requests) returns boolean
language sql immutable set search_path = ''
as $$
  select request.status = 'Aceito' and to_jsonb(request) ->> 'ended_at' is null
$$;

-- Terms in the shape that phones hold.
create function app.shown_terms(
  starts_local timestamp, zone text, starts_at timestamptz, minutes integer, place text, price_cents integer,
  is_shown boolean
) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('starts_local', to_char(starts_local, 'YYYY-MM-DD"T"HH24:MI'), 'zone', zone,
    'starts_at', to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'minutes', minutes,
    'place', case when is_shown then place end, 'price_cents', case when is_shown then price_cents end)
$$;

create function app.shown_proposal(proposal public.lesson_proposals, is_shown boolean) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when proposal.id is not null then
    app.shown_terms(proposal.starts_local, proposal.zone, proposal.starts_at, proposal.minutes, proposal.place,
      proposal.price_cents, is_shown)
    || jsonb_build_object('id', proposal.id,
      'proposed_at', to_char(proposal.proposed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) end
$$;

-- Lessons in the shape that each side's phones hold; `_xid` is that side's version. Place and price are included only
-- while the request runs. Phones get the time of a call-off only with the side that called off: without one the end of
-- a request has ended the lesson, whose moment would tell of a block.
create view app.own_lessons as
select
  v.id, v.person_id, l.request_id,
  case v.person_id when r.student_id then 'student' when r.teacher_id then 'teacher' end as side,
  l.series_id, l.series_index, l.status,
  case when l.agreed_at is not null then
    app.shown_terms(l.starts_local, l.zone, l.starts_at, l.minutes, l.place, l.price_cents, app.is_running(r))
  end as agreed,
  app.shown_proposal(s, app.is_running(r)) as student_proposal,
  app.shown_proposal(t, app.is_running(r)) as teacher_proposal,
  l.proposed_last, l.student_outcome, l.teacher_outcome, l.called_off_by, l.created_at,
  v._xid, v._deleted,
  case when l.called_off_by is not null then l.called_off_at end as called_off_at
from public.lesson_versions v
left join public.lessons l on l.id = v.id and not v._deleted
left join public.lesson_requests r on r.id = l.request_id
left join public.lesson_proposals s on s.lesson_id = l.id and s.side = 'student'
left join public.lesson_proposals t on t.lesson_id = l.id and t.side = 'teacher';

create function public.pull_lessons(
  after_xid bigint default null, after_id uuid default null, page_size integer default 500
) returns json
language sql volatile security definer set search_path = ''
as $$
  select app.pull_private('app.own_lessons', 'person_id', after_xid, after_id, page_size)
$$;

-- Ids of the lessons that the caller's phones may hold.
create function public.visible_ids_lessons() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.visible_list((
    select jsonb_agg(v.id order by v.id) from public.lesson_versions v
    where v.person_id = auth.uid() and not v._deleted
  ))
$$;

-- A teacher's Pix key: of the teacher alone until a first lesson is confirmed with a student.
create table public.payment_keys (
  -- The teacher.
  id uuid primary key,
  pix_key text not null constraint payment_keys_pix_key_check check (
    char_length(pix_key) <= 77 and pix_key ~ (
      '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2}|\+55[0-9]{10,11}'
      || '|[a-z0-9.!#$&''*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)+'
      || '|[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})$')
  ),
  -- As BR Codes carry it.
  pix_name text not null constraint payment_keys_pix_name_check check (pix_name ~ '^[A-Za-z0-9]([A-Za-z0-9 ]{0,23}[A-Za-z0-9])?$')
);

-- One row per key and person whose phones hold it. `id` is the teacher.
create table public.payment_key_versions (
  id uuid not null,
  person_id uuid not null,
  changes bigint not null default 1,
  _xid bigint not null default 0,
  _deleted boolean not null default false,
  primary key (id, person_id)
);
select app.replicate_private('payment_key_versions', 'payment_keys', 'person_id');

-- Whether this person's phones may hold the teacher's key.
create function app.may_see_payment_key(teacher uuid, person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.payment_keys k where k.id = teacher) and (
    person = teacher
    or exists (
      select from public.lesson_requests r join public.lessons l on l.request_id = r.id and l.agreed_at is not null
      where r.teacher_id = teacher and r.student_id = person and app.is_running(r)
    ) and not exists (
      select from public.blocks b
      where b.is_on and b.user_id = person and b.person_id = teacher
    )
  )
$$;

-- Gives or takes the key after a change of what app.may_see_payment_key looks at. `is_new`: the key itself has changed.
create function app.share_payment_key(teacher uuid, person uuid, is_new boolean default false) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if app.may_see_payment_key(teacher, person) then
    insert into public.payment_key_versions as v (id, person_id) values (teacher, person)
      on conflict (id, person_id) do update set changes = v.changes + 1, _deleted = false
      where is_new or v._deleted;
  else
    update public.payment_key_versions v set _deleted = true
      where v.id = teacher and v.person_id = person and not v._deleted;
  end if;
end
$$;

create function app.share_written_payment_key() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  teacher constant uuid := coalesce(new.id, old.id);
  person uuid;
begin
  for person in
    select teacher
    union select v.person_id from public.payment_key_versions v where v.id = teacher
    union select r.student_id from public.lesson_requests r where r.teacher_id = teacher and app.is_running(r)
    order by 1
  loop
    perform app.share_payment_key(teacher, person, true);
  end loop;
  return null;
end
$$;
create trigger share after insert or update or delete on public.payment_keys
  for each row execute function app.share_written_payment_key();

create function app.share_payment_key_of_lesson() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.share_payment_key(r.teacher_id, r.student_id) from public.lesson_requests r where r.id = new.request_id;
  return null;
end
$$;
create trigger share_payment_key after update of agreed_at on public.lessons for each row
  when (old.agreed_at is null and new.agreed_at is not null) execute function app.share_payment_key_of_lesson();

create function app.share_payment_key_of_block() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A removed person's marks lose the other's id; the key leaves with the account.
  if new.person_id is not null then
    perform app.share_payment_key(v.id, v.person_id) from public.payment_key_versions v
      where (v.id, v.person_id) in ((new.user_id, new.person_id), (new.person_id, new.user_id));
  end if;
  return null;
end
$$;
create constraint trigger share_payment_key after insert or update of is_on on public.blocks
  deferrable initially deferred for each row execute function app.share_payment_key_of_block();

-- Keys in the shape that phones hold.
create view app.own_payment_keys as
select v.id, v.person_id, k.pix_key, k.pix_name, v._xid, v._deleted or k.id is null as _deleted
from public.payment_key_versions v
left join public.payment_keys k on k.id = v.id and not v._deleted;

create function public.pull_payment_keys(
  after_xid bigint default null, after_id uuid default null, page_size integer default 500
) returns json
language sql volatile security definer set search_path = ''
as $$
  select app.pull_private('app.own_payment_keys', 'person_id', after_xid, after_id, page_size)
$$;

create function public.visible_ids_payment_keys() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.visible_list((
    select jsonb_agg(k.id order by k.id) from app.own_payment_keys k where k.person_id = auth.uid() and not k._deleted
  ))
$$;

-- Ends what has not begun when a request stops running, whoever stops it; both sides lose place and price, and the
-- student the key. Lessons that end with their request name nobody as the one who ended them.
create function app.end_lessons() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not app.is_running(old) or app.is_running(new) then
    return null;
  end if;
  perform from public.lessons l where l.request_id = new.id order by l.id for update;
  update public.lessons l
    set status = 'called_off', called_off_by = null
    where l.request_id = new.id and (l.status = 'proposed' or l.status = 'confirmed' and l.starts_at > now());
  perform app.version_lessons(array(select l.id from public.lessons l where l.request_id = new.id));
  perform app.share_payment_key(new.teacher_id, new.student_id);
  return null;
end
$$;
create trigger end_lessons after update on public.lesson_requests
  for each row execute function app.end_lessons();

-- The lessons and the key of a removed person leave that person's phones; the other side keeps dates, states and outcomes
-- (app.personal_data blanks the rest). Named to run after forget_lessons_of_removed, which cancels the requests.
create function app.forget_own_lessons() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.lesson_versions v set _deleted = true where v.person_id = old.id and not v._deleted;
  delete from public.payment_keys k where k.id = old.id;
  update public.payment_key_versions v set _deleted = true where v.person_id = old.id and not v._deleted;
  return null;
end
$$;
create trigger forget_own_lessons_of_removed after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_own_lessons();
create trigger forget_own_lessons_of_deleted after delete on public.user_profiles
  for each row execute function app.forget_own_lessons();

alter table public.lessons enable row level security;
alter table public.lesson_proposals enable row level security;
alter table public.lesson_versions enable row level security;
alter table public.payment_keys enable row level security;
alter table public.payment_key_versions enable row level security;

-- Privileges; tests/database/matrix.ts has the same as data.

grant select, insert, update, delete on public.lessons, public.lesson_proposals, public.lesson_versions,
  public.payment_keys, public.payment_key_versions to service_role;
grant execute on function public.pull_lessons(bigint, uuid, integer), public.visible_ids_lessons(),
  public.pull_payment_keys(bigint, uuid, integer), public.visible_ids_payment_keys() to authenticated, service_role;

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

-- Notes when a lesson was called off, whoever or whatever ended it. `called_off_by` says which side.
create function app.note_call_off() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.called_off_at := case
    when new.status <> 'called_off' then null
    when tg_op = 'UPDATE' and old.status = 'called_off' then old.called_off_at
    else now()
  end;
  return new;
end
$$;
create trigger note_call_off before insert or update on public.lessons
  for each row execute function app.note_call_off();
