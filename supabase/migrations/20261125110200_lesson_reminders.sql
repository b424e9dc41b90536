-- Reminders of confirmed lessons, 24 and 2 hours before, by inbox and push.
--
-- In the lesson's zone none comes between 22:00 and 8:00: it comes at 21:30 before that night, so a lesson before ten
-- is reminded of on the evening before. The queue of pushes has quiet hours of its own, in São Paulo; a reminder's push
-- has the lesson's zone instead, and expires when the lesson begins.

alter table public.push_queue
  -- Whose night is quiet.
  add zone text not null default 'America/Sao_Paulo' constraint push_queue_zone_check check (char_length(zone) <= 40),
  -- Null: a day after it is due.
  add expires_at timestamptz;

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
insert into app.personal_data (place, columns, after_leaving, reason) values
  ('app.lesson_reminders', '{notification_ids}', 'no person', 'that a lesson was reminded of; the texts are in the inbox');

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
create function app.remind_of_lessons(at_most integer, at timestamptz) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
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
      app.remind_person(request, request.student_id, due.starts_local),
      app.remind_person(request, request.teacher_id, due.starts_local)
    ];
    update app.lesson_reminders r set notification_ids = array_remove(ids, null)
      where r.lesson_id = due.id and r.hours = due.hours and r.starts_at = due.starts_at;
    update public.push_queue q set due_at = at, next_at = at, zone = due.zone, expires_at = due.starts_at
      where q.notification_id = any (ids);
    reminded := reminded + 1;
  end loop;
  return reminded;
end
$$;

-- Names the time and the other's first name; place and price do not go through push services.
create function app.remind_person(request public.lesson_requests, person uuid, starts_local timestamp) returns uuid
language sql volatile security definer set search_path = ''
as $$
  select app.notify(person, 'lesson.reminder', 'Aula ' || app.spoken_start(starts_local),
    'Aula de ' || coalesce((select d.name from public.dance_styles d where d.id = request.dance_style_id), 'dança')
      || ' com ' || coalesce((
        select split_part(btrim(p.name), ' ', 1) from public.user_profiles p
        where p.removed_at is null
          and p.id = case when person = request.student_id then request.teacher_id else request.student_id end
      ), 'a outra pessoa') || '.',
    case when person = request.teacher_id then '/teacher/requests/' else '/student/requests/' end || request.id)
$$;

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

-- Timed work of lessons, each minute: by the embedded server's timer, or by Cron on Supabase. `at`: for tests.
-- Returns { reminded, settled }. Several processes may call it at once.
create function public.tend_lessons(at_most integer default 200, at timestamptz default now()) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.renew_lesson_starts(at);
  return jsonb_build_object('reminded', app.remind_of_lessons(at_most, at), 'settled', app.settle_lessons(at_most, at));
end
$$;

-- As before, with each push's own zone and end.
create or replace function public.pushes_due(at timestamptz default now()) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (select from app.push_pause p where p.until > at) and exists (
    select from public.push_queue q
    where q.finished_at is null and q.next_at <= at and app.may_push(q.due_at, at, q.zone)
  )
$$;

-- As before, with each push's own zone and end.
create or replace function public.claim_pushes(
  at_most integer default 20, lease_seconds integer default 120, at timestamptz default now()
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  this_lease constant uuid := gen_random_uuid();
  paused timestamptz;
  ids uuid[];
begin
  select p.until into paused from app.push_pause p where p.until > at;
  if found then
    return jsonb_build_object('lease', this_lease, 'taken', 0, 'paused_until', paused, 'messages', '[]'::jsonb);
  end if;
  with due as materialized (
    select q.notification_id from public.push_queue q
    where q.finished_at is null and q.next_at <= at and app.may_push(q.due_at, at, q.zone)
    order by q.next_at limit least(greatest(at_most, 1), 100) for update skip locked
  ), taken as (
    update public.push_queue q
      set lease = this_lease, attempts = q.attempts + 1,
        next_at = at + make_interval(secs => least(greatest(lease_seconds, 1), 3600))
      from due where q.notification_id = due.notification_id
      returning q.notification_id
  )
  select array_agg(t.notification_id) into ids from taken t;

  update public.push_queue q set finished_at = at, lease = null, outcome = w.why
    from (
      select o.notification_id, case
        when n._deleted or p.id is null then 'gone'
        when n.read_at is not null then 'read'
        when coalesce(o.expires_at, o.due_at + interval '24 hours') <= at then 'expired'
        when app.notification_group(n.kind) = any (p.muted_notifications) then 'muted'
        -- Drains probably die of it.
        when o.attempts > 20 then 'given_up'
      end as why
      from public.push_queue o
      join public.notifications n on n.id = o.notification_id
      left join public.user_profiles p on p.id = o.user_id and p.removed_at is null
      where o.notification_id = any (ids)
    ) w
    where q.notification_id = w.notification_id and w.why is not null;

  insert into public.push_deliveries as d (notification_id, subscription_id, token_hash, lease, updated_at)
    select distinct on (q.notification_id, s.fcm_token) q.notification_id, s.id, app.token_hash(s.fcm_token), this_lease, at
    from public.push_queue q
    join public.pwa_subscriptions s on s.user_id = q.user_id and s.is_active and s.token_expires_at > at
    where q.notification_id = any (ids) and q.finished_at is null
      and not exists (
        select from public.push_deliveries o
        where o.notification_id = q.notification_id and (
          o.outcome = 'sent' and (o.subscription_id = s.id or o.token_hash = app.token_hash(s.fcm_token))
          or o.outcome in ('dead', 'refused', 'given_up') and o.token_hash = app.token_hash(s.fcm_token)
        )
      )
    order by q.notification_id, s.fcm_token, s.last_validated_at desc
    on conflict (notification_id, subscription_id) do update
      set outcome = 'taken', token_hash = excluded.token_hash, lease = excluded.lease, updated_at = excluded.updated_at;

  update public.push_queue q set finished_at = at, lease = null, outcome = app.push_outcome(q.notification_id)
    where q.notification_id = any (ids) and q.finished_at is null
      and not exists (
        select from public.push_deliveries d where d.notification_id = q.notification_id and d.lease = this_lease
      );

  return jsonb_build_object('lease', this_lease, 'taken', coalesce(cardinality(ids), 0), 'paused_until', null,
    'messages', coalesce((
      select jsonb_agg(jsonb_build_object(
        'notification_id', n.id, 'user_id', n.user_id, 'kind', n.kind, 'title', n.title, 'body', n.body, 'url', n.url,
        'seconds', floor(extract(epoch from coalesce(q.expires_at, q.due_at + interval '24 hours') - at))::integer,
        'phones', coalesce((
          select jsonb_agg(jsonb_build_object('subscription_id', s.id, 'token', s.fcm_token) order by s.id)
          from public.push_deliveries d join public.pwa_subscriptions s on s.id = d.subscription_id
          where d.notification_id = n.id and d.lease = this_lease
        ), '[]')
      ) order by q.due_at, n.id)
      from public.push_queue q join public.notifications n on n.id = q.notification_id
      where q.notification_id = any (ids) and q.lease = this_lease
    ), '[]'));
end
$$;

-- As before, with each push's own zone.
create or replace function public.finish_pushes(
  lease uuid, results jsonb, pause_seconds integer default 0, at timestamptz default now()
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  this_lease constant uuid := finish_pushes.lease;
  recorded integer;
  finished integer;
  switched_off integer;
begin
  if jsonb_typeof(results) is distinct from 'array' or jsonb_array_length(results) > 2000 then
    perform app.refuse('22023', 'invalid_value', 'these are no results', 'results');
  end if;
  -- Locked in the same order as in app.forget_pushes, to avoid a deadlock.
  perform from public.push_queue q
    where q.lease = this_lease
      or q.notification_id in (select r.notification_id from jsonb_to_recordset(results) r (notification_id uuid))
    order by q.notification_id for update;

  with told as (
    update public.push_deliveries d
      set outcome = case when r.outcome = 'retry' and d.failures >= 9 then 'given_up' else r.outcome end,
        failures = d.failures + (r.outcome = 'retry')::int, reason = left(r.reason, 60), updated_at = at
      from jsonb_to_recordset(results) r (notification_id uuid, subscription_id uuid, outcome text, reason text)
      where d.notification_id = r.notification_id and d.subscription_id = r.subscription_id
        and (d.lease = this_lease and d.outcome = 'taken' or r.outcome = 'sent' and d.outcome <> 'sent')
      returning d.subscription_id, d.token_hash, d.outcome
  ), tried as (
    select s.id, t.outcome from told t
    join public.pwa_subscriptions s on s.id = t.subscription_id and app.token_hash(s.fcm_token) = t.token_hash
    where t.outcome in ('sent', 'dead', 'refused')
  ), free as materialized (
    -- A subscription that is being written is being renewed, so it is skipped.
    select s.id from public.pwa_subscriptions s where s.id in (select t.id from tried t) for update skip locked
  ), summed as (
    select t.id, bool_or(t.outcome = 'sent') as works, bool_or(t.outcome = 'dead') as is_dead,
      count(*) filter (where t.outcome <> 'sent')::integer as failures
    from tried t join free f on f.id = t.id group by t.id
  ), changed as (
    update public.pwa_subscriptions s
      set validation_failures = case when u.works then 0 else s.validation_failures end + u.failures,
        last_validated_at = case when u.works then at else s.last_validated_at end,
        is_active = s.is_active and not u.is_dead and (u.works or s.validation_failures + u.failures < 3)
      from summed u
      where s.id = u.id
        and (u.failures > 0 or s.validation_failures > 0 or s.last_validated_at < at - interval '1 day')
      returning s.is_active
  )
  select (select count(*) from told), (select count(*) from changed c where not c.is_active)
    into recorded, switched_off;

  with standing as (
    select o.notification_id,
      coalesce(bool_or(d.outcome in ('taken', 'retry')), false) as is_open,
      coalesce(bool_and(d.outcome = 'taken'), false) as is_untried,
      -- Phones that were not reached must not wait for those that failed.
      case when not bool_or(d.outcome = 'taken') then max(d.failures) filter (where d.outcome = 'retry') end as failures
    from public.push_queue o
    left join public.push_deliveries d on d.notification_id = o.notification_id and d.lease = this_lease
    where o.lease = this_lease and o.finished_at is null
    group by o.notification_id
  ), done as (
    update public.push_queue q
      set lease = null,
        finished_at = case when not w.is_open then at end,
        outcome = case when not w.is_open then app.push_outcome(q.notification_id) end,
        -- A row that was not tried does not count as a try.
        attempts = q.attempts - w.is_untried::int,
        next_at = case when w.failures is null then at
          else app.push_due_at(at + make_interval(secs => app.push_back_off(w.failures)), q.zone) end
      from standing w where q.notification_id = w.notification_id
      returning q.finished_at
  )
  select count(d.finished_at) into finished from done d;

  if pause_seconds > 0 then
    insert into app.push_pause as p (until) values (at + make_interval(secs => least(pause_seconds, 3600)))
      on conflict (only_row) do update set until = greatest(p.until, excluded.until);
  end if;
  return jsonb_build_object('recorded', recorded, 'finished', finished, 'switched_off', switched_off);
end
$$;

grant execute on function public.tend_lessons(integer, timestamptz) to service_role;
