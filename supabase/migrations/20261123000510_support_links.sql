-- Whose support is whose: a supporter of an unknown e-mail has no `user_id` until a person proves that e-mail, which is
-- what the auth service calls a confirmed address. Where confirmations are switched off, registering is the proof.

-- Two who write about one e-mail at once, the team a supporter and the person a confirmed address, take turns: each
-- would otherwise not see the other. Few locks, because a long import would exhaust the shared lock table.
create function app.lock_support_of(address text) returns void
language sql volatile set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('danceflix support ' || (hashtext(lower(address)) & 63), 0))
$$;

create or replace function app.normalise_supporter() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.email := lower(btrim(new.email));
  new.display_name := nullif(btrim(new.display_name), '');
  if tg_op = 'UPDATE' then
    new.updated_at := clock_timestamp();
    -- Another address is another person's, unless the writer says whose it is.
    if new.email is distinct from old.email and new.user_id is not distinct from old.user_id then
      new.user_id := null;
    end if;
  end if;
  if new.user_id is null then
    perform app.lock_support_of(new.email);
    select p.id into new.user_id from auth.users u
      join public.user_profiles p on p.id = u.id and p.removed_at is null
      where u.email = new.email and u.email_confirmed_at is not null;
  end if;
  return new;
end
$$;

-- Gives a person the support of the confirmed address. Nothing without profile or confirmation.
create function app.link_support(person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  address text;
begin
  select lower(u.email) into address from auth.users u
    join public.user_profiles p on p.id = u.id and p.removed_at is null
    where u.id = person and u.email_confirmed_at is not null;
  if address is null then
    return;
  end if;
  perform app.lock_support_of(address);
  if exists (select from public.supporter_tiers s where s.email = address and s.user_id is null) then
    update public.supporter_tiers s set user_id = person where s.email = address and s.user_id is null;
  end if;
end
$$;

create function app.link_support_of_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.link_support(new.id);
  return null;
end
$$;
-- For each row: before the statement triggers that lock the listing, as every writer of a supporter does.
create trigger link_support after insert on public.user_profiles
  for each row execute function app.link_support_of_row();
-- After danceflix_user_email_changed by name, which writes the profile.
create trigger danceflix_user_email_proven after update of email, email_confirmed_at on auth.users for each row
  when (new.email_confirmed_at is not null
    and (old.email_confirmed_at is null or new.email is distinct from old.email))
  execute function app.link_support_of_row();

-- What app.forget_user leaves of a supporter is the amount; here goes how they were named, and the log forgets who
-- they were.
create function app.forget_support() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.support_sync_logs l set email = null, message = null, api_response = null
    where lower(l.email) = lower(old.email)
      or lower(l.email) in (select s.email from public.supporter_tiers s where s.user_id = old.id);
  update public.supporter_tiers s set display_name = null where s.user_id = old.id and s.display_name is not null;
  return null;
end
$$;
create trigger forget_support_of_removed after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_support();

alter function public.my_data() set schema app;
alter function app.my_data() rename to my_data_before_programmes;

-- Everything held about the caller, by subject (…_own_data.sql), with what the log says of the caller's support.
create function public.my_data() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.my_data_before_programmes() || jsonb_build_object(
    'support_log', coalesce((
      select jsonb_agg(to_jsonb(l) - 'id' order by l.created_at, l.id)
      from public.support_sync_logs l
      where lower(l.email) in (select s.email from public.supporter_tiers s where s.user_id = auth.uid())
    ), '[]')
  )
$$;
