-- Draining the queue: a drain takes some rows for a while (a lease), sends them phone by phone, and says what became of
-- each. Two drains at once take different rows; what a drain that died had taken is free again when its lease ends.
--
-- Each phone that is tried has a record for each notification, so that trying again leaves out those that had it. What
-- was sent by a drain that died before it could say so is sent again: the message carries the notification's id as tag
-- and topic, so that the phone shows it once.

create table public.push_deliveries (
  notification_id uuid not null references public.push_queue (notification_id) on delete cascade,
  -- Without a foreign key: a subscription that is gone must not make its phone look untold.
  subscription_id uuid not null,
  -- Of the token that was tried: a phone that has a new one since must not pay for the old one.
  token_hash bytea not null,
  lease uuid,
  outcome text not null default 'taken' constraint push_deliveries_outcome_check
    check (outcome in ('taken', 'sent', 'dead', 'refused', 'retry', 'given_up')),
  -- FCM's word for what went wrong.
  reason text constraint push_deliveries_reason_check check (char_length(reason) <= 60),
  -- Tries that failed for now.
  failures integer not null default 0,
  updated_at timestamptz not null default now(),
  primary key (notification_id, subscription_id)
);

-- Until when FCM wants to be left alone; one row.
create table app.push_pause (
  only_row boolean primary key default true check (only_row),
  until timestamptz not null
);

create function app.token_hash(token text) returns bytea
language sql immutable set search_path = ''
as $$
  select sha256(convert_to(token, 'UTF8'))
$$;

-- Whether this instant is for pushing. What became due just before 22:00 still goes out.
create function app.may_push(due_at timestamptz, at timestamptz) returns boolean
language sql immutable set search_path = ''
as $$
  select app.push_due_at(at) = at or due_at > at - interval '5 minutes'
$$;

-- Whether a drain would find something. Cheap: asked every few seconds.
create function public.pushes_due(at timestamptz default now()) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (select from app.push_pause p where p.until > at) and exists (
    select from public.push_queue q
    where q.finished_at is null and q.next_at <= at and app.may_push(q.due_at, at)
  )
$$;

-- Takes up to `at_most` notifications that are due, oldest first, for so many seconds, and leaves to others what they
-- have taken. Those that need no push any more are finished here. Answers { lease, taken, paused_until, messages:
-- [{ notification_id, user_id, kind, title, body, url, seconds (until it is no news any more), phones:
-- [{ subscription_id, token }] }] }; less messages than taken does not mean that nothing is left. `at`: for tests.
create function public.claim_pushes(
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
    where q.finished_at is null and q.next_at <= at and app.may_push(q.due_at, at)
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
        when o.due_at + interval '24 hours' <= at then 'expired'
        when app.notification_group(n.kind) = any (p.muted_notifications) then 'muted'
        -- Whoever takes it dies of it.
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
        'seconds', floor(extract(epoch from q.due_at + interval '24 hours' - at))::integer,
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

-- What a notification came to whose phones have all been dealt with.
create function app.push_outcome(notification_id uuid) returns text
language sql stable set search_path = ''
as $$
  select case
    when bool_or(d.outcome = 'sent') then 'sent'
    when bool_or(d.outcome = 'given_up') then 'given_up'
    else 'no_phone'
  end
  from public.push_deliveries d where d.notification_id = push_outcome.notification_id
$$;

-- Seconds until a phone is tried again whose tries failed so many times: half a minute, doubled each time to an hour,
-- and up to a quarter more so that not all come back at once.
create function app.push_back_off(failures integer) returns integer
language sql volatile set search_path = ''
as $$
  select (least(30 * 2 ^ least(greatest(failures, 1) - 1, 10), 3600) * (1 + random() / 4))::integer
$$;

-- Says what became of what a lease had taken: [{ notification_id, subscription_id, outcome, reason }], outcome one of
--   sent; dead (FCM does not know the token any more: switched off); refused (no token of ours: switched off the third
--   time); retry (failed for now, tried ten times at most); given_up (FCM never takes this message).
-- What is not in the list is free for the next drain. `pause_seconds`: FCM wants to be left alone that long by everyone.
-- A lease that has run out still reports what it sent, and decides nothing else.
-- Answers { recorded, finished, switched_off }. `at`: for tests.
create function public.finish_pushes(
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
  -- In order, as app.forget_pushes: the two would wait for each other.
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
    -- One that is being written is being renewed: it is left alone.
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
      -- Phones that were not reached do not wait for those that failed.
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
        -- Not reached at all: as if it had not been taken.
        attempts = q.attempts - w.is_untried::int,
        next_at = case when w.failures is null then at
          else app.push_due_at(at + make_interval(secs => app.push_back_off(w.failures))) end
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

alter table public.push_deliveries enable row level security;
revoke all on public.push_deliveries, app.push_pause from public, anon, authenticated, service_role;
grant select on public.push_deliveries to service_role;
revoke all on function app.token_hash(text), app.may_push(timestamptz, timestamptz), app.push_outcome(uuid),
  app.push_back_off(integer) from public, anon, authenticated;
revoke all on function public.pushes_due(timestamptz), public.claim_pushes(integer, integer, timestamptz),
  public.finish_pushes(uuid, jsonb, integer, timestamptz) from public, anon, authenticated;
grant execute on function public.pushes_due(timestamptz), public.claim_pushes(integer, integer, timestamptz),
  public.finish_pushes(uuid, jsonb, integer, timestamptz) to service_role;
