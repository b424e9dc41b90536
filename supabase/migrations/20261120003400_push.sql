-- Push: subscriptions of people's phones (specification 000 §3, §7), the queue of pushes, and their deliveries.
--
-- One row of pwa_subscriptions per person and phone; a phone is identified by its endpoint and reached by its FCM token.
-- A push is queued once, in the transaction of its notification; the function send-push drains the queue. Texts stay in
-- the inbox: the queue contains ids and times.
--
-- A drain claims some rows for a while (a lease), sends them phone by phone, and reports each outcome. Parallel drains
-- claim different rows; rows of a drain that died are available when its lease ends. Each tried phone has a record per
-- notification, so that a retry skips phones that got it. A push that a drain sent before it died unreported is sent
-- again: the message has the notification's id as tag and topic, so that the phone shows it once.

create table public.pwa_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.user_profiles (id) on delete cascade,
  -- Printable ASCII, because the token goes into a request for FCM, and the endpoint into an index.
  fcm_token text not null constraint pwa_subscriptions_token_check check (
    char_length(fcm_token) between 100 and 4096 and fcm_token ~ '^[!-~]+$'
  ),
  endpoint text not null constraint pwa_subscriptions_endpoint_check check (
    char_length(endpoint) <= 2048 and endpoint ~ '^https://[^/?#@]+([/?#][!-~]*)?$' and endpoint ~ '^[!-~]+$'
  ),
  p256dh_key text constraint pwa_subscriptions_p256dh_check check (char_length(p256dh_key) <= 200),
  auth_key text constraint pwa_subscriptions_auth_check check (char_length(auth_key) <= 100),
  user_agent text constraint pwa_subscriptions_agent_check check (char_length(user_agent) <= 500),
  is_active boolean not null default true,
  token_source text not null default 'fcm' constraint pwa_subscriptions_source_check check (token_source = 'fcm'),
  last_validated_at timestamptz,
  validation_failures integer not null default 0 constraint pwa_subscriptions_failures_check
    check (validation_failures >= 0),
  token_expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Hash of a random word that only this phone knows (public.release_phone).
  release_hash text constraint pwa_subscriptions_release_check check (release_hash ~ '^[0-9a-f]{64}$'),
  constraint pwa_subscriptions_user_endpoint unique (user_id, endpoint)
);

-- Hash index, because tokens and endpoints are longer than a b-tree allows.
create index pwa_subscriptions_token on public.pwa_subscriptions using hash (fcm_token);
create index pwa_subscriptions_endpoint on public.pwa_subscriptions using hash (endpoint);
create trigger touch_updated_at before update on public.pwa_subscriptions
  for each row execute function app.touch_updated_at();

-- Serialises registrations of one phone. The token's lock always comes first.
create function app.lock_phone(token text, endpoint text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('danceflix phone token ' || token, 0));
  perform pg_advisory_xact_lock(hashtextextended('danceflix phone endpoint ' || endpoint, 0));
end
$$;

-- Admits registered people only, and waits for a concurrent removal of the account.
create function app.admit_subscription() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.user_profiles p where p.id = new.user_id and p.removed_at is null for share;
  if not found then
    raise exception 'only who is registered has subscriptions' using errcode = 'insufficient_privilege';
  end if;
  perform app.lock_phone(new.fcm_token, new.endpoint);
  return new;
end
$$;
create trigger admit before insert on public.pwa_subscriptions
  for each row execute function app.admit_subscription();

-- A written token counts as fresh even when unchanged, because FCM has just given it to the phone.
create function app.renew_subscription() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.last_validated_at := now();
  new.validation_failures := 0;
  new.token_expires_at := now() + interval '30 days';
  new.user_agent := left(new.user_agent, 500);
  return new;
end
$$;
create trigger renew before insert or update of fcm_token on public.pwa_subscriptions
  for each row execute function app.renew_subscription();

-- Another person may have taken over the phone since: only a write of the token, which only the phone itself knows,
-- activates a subscription again. Named to run after `renew`.
create function app.refuse_waking() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.last_validated_at is distinct from now() then
    raise exception 'a subscription is switched on with its token' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger wake before update on public.pwa_subscriptions for each row
  when (current_user in ('anon', 'authenticated') and (new.is_active and not old.is_active or new.endpoint <> old.endpoint))
  execute function app.refuse_waking();

-- A phone belongs to one person: earlier owners' subscriptions for it are switched off. A person keeps the ten newest.
create function app.take_phone() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.is_active then
    perform app.lock_phone(new.fcm_token, new.endpoint);
    update public.pwa_subscriptions s set is_active = false
      where s.is_active and s.id <> new.id and (s.fcm_token = new.fcm_token or s.endpoint = new.endpoint);
  end if;
  delete from public.pwa_subscriptions s where s.id in (
    select o.id from public.pwa_subscriptions o where o.user_id = new.user_id
    order by o.last_validated_at desc nulls last, o.id offset 10
  );
  return null;
end
$$;
create trigger take_phone after insert or update of fcm_token, endpoint on public.pwa_subscriptions
  for each row execute function app.take_phone();

create function app.forget_subscriptions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.pwa_subscriptions s where s.user_id = old.id;
  return null;
end
$$;
create trigger forget_subscriptions after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_subscriptions();

create index pwa_subscriptions_release on public.pwa_subscriptions (release_hash) where release_hash is not null;

-- Switches off the subscription with this word, once: the word is then deleted. Not in the log of commands, because a
-- repetition returns the same, and visitors leave no rows behind. Returns { command_id, released }.
create function public.release_phone(command_id uuid, word text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.pwa_subscriptions s set is_active = false, release_hash = null
    where s.release_hash
      = encode(sha256(convert_to(app.bounded('release_phone', 'word', release_phone.word), 'UTF8')), 'hex');
  return jsonb_build_object('command_id', release_phone.command_id, 'released', found);
end
$$;

-- The time at which a push due at this instant may be sent: at once, or at 8:00 when it is between 22:00 and 8:00 in São
-- Paulo (quiet hours).
create function app.push_due_at(at timestamptz) returns timestamptz
language sql immutable set search_path = ''
as $$
  select case
    when local::time >= time '22:00' then (local::date + 1 + time '08:00') at time zone 'America/Sao_Paulo'
    when local::time < time '08:00' then (local::date + time '08:00') at time zone 'America/Sao_Paulo'
    else at
  end
  from (select at at time zone 'America/Sao_Paulo') l (local)
$$;

-- No foreign key to the person, because a notifying transaction would wait for a writer of that profile.
create table public.push_queue (
  notification_id uuid primary key references public.notifications (id),
  user_id uuid not null,
  due_at timestamptz not null,
  -- Earliest next try: the due time, the end of a lease, or the time of a retry.
  next_at timestamptz not null,
  lease uuid,
  -- Number of claims.
  attempts integer not null default 0,
  finished_at timestamptz,
  -- Reason why a push that is not 'sent' was not sent: read before, too old, muted, person or notification removed, no
  -- phone left, every try failed.
  outcome text constraint push_queue_outcome_check
    check (outcome in ('sent', 'read', 'expired', 'muted', 'gone', 'no_phone', 'given_up')),
  -- Whose night is quiet.
  zone text not null default 'America/Sao_Paulo' constraint push_queue_zone_check check (char_length(zone) <= 40),
  -- Null: a day after it is due.
  expires_at timestamptz,
  constraint push_queue_finished check ((finished_at is null) = (outcome is null)),
  constraint push_queue_lease_ends check (finished_at is null or lease is null)
);
create index push_queue_waiting on public.push_queue (next_at) where finished_at is null;
create index push_queue_lease on public.push_queue (lease) where lease is not null;
create index push_queue_age on public.push_queue (due_at);
create index push_queue_person on public.push_queue (user_id);

-- Queues pushes for people with an active phone who have not muted the group. A push expires after a day.
create function app.queue_pushes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.push_queue (notification_id, user_id, due_at, next_at)
    select n.id, n.user_id, app.push_due_at(n.created_at), app.push_due_at(n.created_at)
    from new_rows n
    join public.user_profiles p on p.id = n.user_id and p.removed_at is null
    where not n._deleted and n.read_at is null
      and app.push_due_at(n.created_at) > now() - interval '24 hours'
      and app.notification_group(n.kind) is not null
      and app.notification_group(n.kind) <> all (p.muted_notifications)
      and exists (
        select from public.pwa_subscriptions s
        where s.user_id = n.user_id and s.is_active and s.token_expires_at > now()
      )
    on conflict (notification_id) do nothing;
  return null;
end
$$;
create trigger queue_pushes after insert on public.notifications referencing new table as new_rows
  for each statement execute function app.queue_pushes();

create table public.push_deliveries (
  notification_id uuid not null references public.push_queue (notification_id) on delete cascade,
  -- Without a foreign key, because after a deleted subscription its phone would look untried.
  subscription_id uuid not null,
  -- Hash of the tried token, so that a new token of the phone does not inherit the outcome.
  token_hash bytea not null,
  lease uuid,
  outcome text not null default 'taken' constraint push_deliveries_outcome_check
    check (outcome in ('taken', 'sent', 'dead', 'refused', 'retry', 'given_up')),
  -- FCM's error code.
  reason text constraint push_deliveries_reason_check check (char_length(reason) <= 60),
  -- Number of temporary failures.
  failures integer not null default 0,
  updated_at timestamptz not null default now(),
  primary key (notification_id, subscription_id)
);

-- Time until which FCM wants no requests; one row.
create table app.push_pause (
  only_row boolean primary key default true check (only_row),
  until timestamptz not null
);

create function app.token_hash(token text) returns bytea
language sql immutable set search_path = ''
as $$
  select sha256(convert_to(token, 'UTF8'))
$$;

-- Whether pushes may be sent at this instant. Pushes due just before 22:00 are still sent.
create function app.may_push(due_at timestamptz, at timestamptz) returns boolean
language sql immutable set search_path = ''
as $$
  select app.push_due_at(at) = at or due_at > at - interval '5 minutes'
$$;

-- Whether a drain would find pushes, to people or to visitors' phones. Cheap, because it is called every few seconds.
create function public.pushes_due(at timestamptz default now()) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (select from app.push_pause p where p.until > at) and (exists (
    select from public.push_queue q
    where q.finished_at is null and q.next_at <= at and app.may_push(q.due_at, at, q.zone)
  ) or exists (
    select from app.visitor_pushes v where v.finished_at is null and v.next_at <= at and app.may_push(v.due_at, at)
  ))
$$;

-- Claims up to `at_most` due notifications, oldest first, for so many seconds; skips those of other drains. Each push
-- has its own zone, whose night is quiet, and its own end. Pushes that are not needed any more are finished here.
-- Returns { lease, taken, paused_until, messages: [{ notification_id, user_id, kind, title, body, url, seconds (until
-- the push expires), phones: [{ subscription_id, token }] }] }; fewer messages than taken does not mean that none are
-- left. `at`: for tests.
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

-- The outcome of a notification after all its phones have one.
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

-- Back-off in seconds after this number of failures: half a minute, doubled each time up to an hour, plus up to a
-- quarter of jitter.
create function app.push_back_off(failures integer) returns integer
language sql volatile set search_path = ''
as $$
  select (least(30 * 2 ^ least(greatest(failures, 1) - 1, 10), 3600) * (1 + random() / 4))::integer
$$;

-- Records the outcomes of a lease: [{ notification_id, subscription_id, outcome, reason }], outcome one of
--   sent; dead (FCM does not know the token any more: switched off); refused (a token of another project: switched off
--   the third time); retry (failed temporarily, at most ten times); given_up (FCM never accepts this message).
-- Deliveries missing in the list become available to the next drain. `pause_seconds`: FCM wants no requests for so
-- long. An expired lease can still report sent pushes, but nothing else.
-- Returns { recorded, finished, switched_off }. `at`: for tests.
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

-- Named to run before `forget_subscriptions`, in the locking order of public.finish_pushes.
create function app.forget_pushes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.push_queue q where q.user_id = old.id order by q.notification_id for update;
  delete from public.push_queue q where q.user_id = old.id;
  return null;
end
$$;
create trigger forget_pushes after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_pushes();
create trigger forget_pushes_of_deleted after delete on public.user_profiles
  for each row execute function app.forget_pushes();

-- Privileges and policies; tests/database/matrix.ts has the same as data.

alter table public.pwa_subscriptions enable row level security;
alter table public.push_queue enable row level security;
alter table public.push_deliveries enable row level security;

grant select, insert, update, delete on public.pwa_subscriptions to service_role;
grant select on public.push_queue, public.push_deliveries to service_role;

-- Updates include user_id and endpoint, because an upsert writes all named columns. The policy protects the former,
-- `wake` the latter.
grant select (id, user_id, fcm_token, endpoint, p256dh_key, auth_key, user_agent, is_active, token_source,
  last_validated_at, validation_failures, token_expires_at, created_at, updated_at, release_hash
  ) on public.pwa_subscriptions to authenticated;
grant insert (user_id, fcm_token, endpoint, p256dh_key, auth_key, user_agent, is_active, token_source, release_hash
  ) on public.pwa_subscriptions to authenticated;
grant update (user_id, fcm_token, endpoint, p256dh_key, auth_key, user_agent, is_active, token_source, release_hash
  ) on public.pwa_subscriptions to authenticated;
create policy "people read their subscriptions" on public.pwa_subscriptions for select to authenticated
  using (user_id = (select auth.uid()));
create policy "people add their subscriptions" on public.pwa_subscriptions for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "people change their subscriptions" on public.pwa_subscriptions for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

grant execute on function public.release_phone(uuid, text) to anon;
grant execute on function public.pushes_due(timestamptz), public.claim_pushes(integer, integer, timestamptz),
  public.finish_pushes(uuid, jsonb, integer, timestamptz) to service_role;
