-- What phones are to be told. A notification is queued with itself, in the same transaction and once; the function
-- send-push drains the queue (…_push_deliveries.sql). Texts stay in the inbox: the queue holds ids and times.

-- When a push that is due at this instant may go out: at once, or at 8:00 when it is between 22:00 and 8:00 in São
-- Paulo (decision: quiet hours).
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

-- No foreign key to the person: whoever notifies would wait for whoever writes that profile.
create table public.push_queue (
  notification_id uuid primary key references public.notifications (id),
  user_id uuid not null,
  due_at timestamptz not null,
  -- Not before: when it is due, when the lease of who took it runs out, when it is tried again.
  next_at timestamptz not null,
  lease uuid,
  -- How often it was taken.
  attempts integer not null default 0,
  finished_at timestamptz,
  -- Of those that are not 'sent', why no phone was told: it was read before, is too old, is muted, the person or the
  -- notification is gone, no phone is left, every try failed.
  outcome text constraint push_queue_outcome_check
    check (outcome in ('sent', 'read', 'expired', 'muted', 'gone', 'no_phone', 'given_up')),
  constraint push_queue_finished check ((finished_at is null) = (outcome is null)),
  constraint push_queue_lease_ends check (finished_at is null or lease is null)
);
create index push_queue_waiting on public.push_queue (next_at) where finished_at is null;
create index push_queue_lease on public.push_queue (lease) where lease is not null;
create index push_queue_age on public.push_queue (due_at);
create index push_queue_person on public.push_queue (user_id);

-- For who has a phone to tell and did not mute this. What is older than a day when it arrives is no news.
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

alter table public.push_queue enable row level security;
revoke all on public.push_queue from public, anon, authenticated, service_role;
-- Nobody but the procedures of …_push_deliveries.sql writes it; the server may look.
grant select on public.push_queue to service_role;
revoke all on function app.push_due_at(timestamptz), app.queue_pushes() from public, anon, authenticated;
