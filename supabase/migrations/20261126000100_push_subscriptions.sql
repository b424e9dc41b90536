-- The phones that a person wants to be told on (specification 000 §3, §7). One row per person and phone; a phone is
-- known by its endpoint, and told through its FCM token.

create table public.pwa_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.user_profiles (id) on delete cascade,
  -- Printable ASCII: it goes into a request for FCM, and the endpoint into an index.
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
  constraint pwa_subscriptions_user_endpoint unique (user_id, endpoint)
);
-- Tokens and endpoints are longer than an ordered index takes.
create index pwa_subscriptions_token on public.pwa_subscriptions using hash (fcm_token);
create index pwa_subscriptions_endpoint on public.pwa_subscriptions using hash (endpoint);
create trigger touch_updated_at before update on public.pwa_subscriptions
  for each row execute function app.touch_updated_at();

-- Two that register one phone at once take turns. The token's turn comes first everywhere.
create function app.lock_phone(token text, endpoint text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('danceflix phone token ' || token, 0));
  perform pg_advisory_xact_lock(hashtextextended('danceflix phone endpoint ' || endpoint, 0));
end
$$;

-- Registered people only; an account that is being removed meanwhile is waited for.
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

-- A token that was just written is a fresh one, the same as before included: FCM gave it to the phone just now.
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

-- Its owner may have lost the phone to somebody else since: only a write of the token, which that phone alone knows,
-- switches a subscription on again. After `renew` by name.
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

-- One phone tells one person: whoever had it before is told there no more. A person keeps the ten newest.
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

alter function public.my_data() set schema app;
alter function app.my_data() rename to my_data_before_phones;

-- Everything held about the caller, by subject (…_own_data.sql), with the phones that are told. Without token and keys:
-- who holds them can claim to be that phone.
create function public.my_data() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.my_data_before_phones() || jsonb_build_object('push_subscriptions', coalesce((
    select jsonb_agg(to_jsonb(s) - array['user_id', 'fcm_token', 'p256dh_key', 'auth_key', 'endpoint']
      || jsonb_build_object('service', substring(s.endpoint from '^https://([^/?#]+)')) order by s.created_at, s.id)
    from public.pwa_subscriptions s where s.user_id = auth.uid()
  ), '[]'))
$$;

alter table public.pwa_subscriptions enable row level security;
revoke all on public.pwa_subscriptions from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.pwa_subscriptions to service_role;
grant select on public.pwa_subscriptions to authenticated;
-- user_id and endpoint too in updates: an upsert writes all that it names. The policy holds the one, `wake` the other.
grant insert (user_id, fcm_token, endpoint, p256dh_key, auth_key, user_agent, is_active, token_source),
  update (user_id, fcm_token, endpoint, p256dh_key, auth_key, user_agent, is_active, token_source)
  on public.pwa_subscriptions to authenticated;

create policy "people read their subscriptions" on public.pwa_subscriptions for select to authenticated
  using (user_id = (select auth.uid()));
create policy "people add their subscriptions" on public.pwa_subscriptions for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "people change their subscriptions" on public.pwa_subscriptions for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

revoke all on function app.lock_phone(text, text), app.admit_subscription(), app.renew_subscription(),
  app.refuse_waking(), app.take_phone(), app.forget_subscriptions(), app.my_data_before_phones()
  from public, anon, authenticated;
revoke all on function public.my_data() from public, anon;
grant execute on function public.my_data() to authenticated, service_role;
