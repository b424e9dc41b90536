-- Notices and reminders of a lesson open the page of the request at the lesson ('#aula-…', request-lessons.tsx): a request
-- may have a hundred of them.

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

-- Tells the other side. Place and price stay out of texts that go through push services.
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

-- Names the time and the other's first name; place and price do not go through push services.
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

-- Reminders of confirmed lessons, 24 and 2 hours before, by inbox and push.
--
-- In the lesson's zone none comes between 22:00 and 8:00: it comes at 21:30 before that night, so a lesson before ten
-- is reminded of on the evening before. The queue of pushes has quiet hours of its own, in São Paulo; a reminder's push
-- has the lesson's zone instead, and expires when the lesson begins.

-- As app.push_due_at for São Paulo.
create function app.push_due_at(at timestamptz, zone text) returns timestamptz
language sql stable set search_path = ''
as $$
  select case
    when local::time >= time '22:00' then (local::date + 1 + time '08:00') at time zone zone
    when local::time < time '08:00' then (local::date + time '08:00') at time zone zone
    else at
  end
  from (select at at time zone zone) l (local)
$$;

-- Whether pushes may be sent at this instant, by the clock of a zone. Pushes due just before 22:00 are still sent.
create function app.may_push(due_at timestamptz, at timestamptz, zone text) returns boolean
language sql stable set search_path = ''
as $$
  select app.push_due_at(at, zone) = at or due_at > at - interval '5 minutes'
$$;

-- One row per reminder of a lesson, for both people: who inserts it, sends it.
create table app.lesson_reminders (
  lesson_id uuid not null references public.lessons (id),
  hours smallint not null check (hours in (24, 2)),
  -- The start that it reminds of.
  starts_at timestamptz not null,
  notification_ids uuid[] not null default '{}',
  sent_at timestamptz not null,
  primary key (lesson_id, hours, starts_at)
);
alter table app.lesson_reminders enable row level security;

-- The time of a reminder, with quiet hours in the lesson's zone.
create function app.reminder_due_at(starts_at timestamptz, zone text, hours integer) returns timestamptz
language sql stable set search_path = ''
as $$
  select case
    when local::time >= time '22:00' then app.instant_of(local::date + time '21:30', zone)
    when local::time < time '08:00' then app.instant_of(local::date - 1 + time '21:30', zone)
    else starts_at - make_interval(hours => hours)
  end
  from (select (starts_at - make_interval(hours => hours)) at time zone zone) l (local)
$$;

-- Reminds of up to `at_most` lessons, skipping those of other processes. A lesson that was agreed after a reminder's time
-- gets none; one that the server is late with is sent until the next one is due, or the lesson begins. Returns how many.
create function app.remind_of_lessons(at_most integer, at timestamp with time zone)
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

-- Takes reminders out of the inbox, and with them their pushes, when the lesson moves or is called off.
create function app.take_back_reminders() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ids uuid[];
begin
  with gone as (
    delete from app.lesson_reminders r where r.lesson_id = new.id returning r.notification_ids
  )
  select array_agg(i) into ids from gone, unnest(gone.notification_ids) i;
  if ids is not null then
    perform from public.notifications n where n.id = any (ids) order by n.id for update;
    update public.notifications n set _deleted = true where n.id = any (ids) and not n._deleted;
  end if;
  return null;
end
$$;
create trigger take_back_reminders after update on public.lessons for each row
  when (old.starts_at is distinct from new.starts_at or old.status <> 'called_off' and new.status = 'called_off')
  execute function app.take_back_reminders();

-- Corrects starts of the coming days after a zone has changed its rules: the wall time is what was agreed.
create function app.renew_lesson_starts(at timestamptz) returns void
language sql volatile security definer set search_path = ''
as $$
  with wrong as materialized (
    select l.id from public.lessons l
    where l.status = 'confirmed' and l.starts_at > at - interval '1 day' and l.starts_at < at + interval '3 days'
      and l.starts_at <> app.instant_of(l.starts_local, l.zone)
    order by l.id for update skip locked
  )
  update public.lessons l set starts_at = app.instant_of(l.starts_local, l.zone) from wrong where wrong.id = l.id
$$;

-- Timed work of lessons, requests that wait and the agenda, each minute: by the embedded server's timer, or by Cron on
-- Supabase. `at`: for tests. Returns how much each part did. Several processes may call it at once.
create function public.tend_lessons(at_most integer default 200, at timestamptz default now()) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.end_blocked(at_most, at);
  perform app.renew_lesson_starts(at);
  perform app.renew_response_facts(at);
  perform app.tend_events(at);
  perform app.renew_student_facts();
  return jsonb_build_object('reminded', app.remind_of_lessons(at_most, at), 'settled', app.settle_lessons(at_most, at),
    'tended', app.tend_requests(at_most, at));
end
$$;

grant execute on function public.tend_lessons(integer, timestamptz) to service_role;
