-- Support is linked to an account once its person has accepted terms: linking shows the name beside the tier.

-- Of any version: newer terms take nothing away.
create function app.has_accepted_once(person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select app.current_terms() is null or exists (select from public.user_acceptances a where a.user_id = person)
$$;

-- As before (…_support_links.sql).
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
      where u.email = new.email and u.email_confirmed_at is not null and app.has_accepted_once(p.id);
  end if;
  return new;
end
$$;

-- As before (…_support_links.sql).
create or replace function app.link_support(person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  address text;
begin
  select lower(u.email) into address from auth.users u
    join public.user_profiles p on p.id = u.id and p.removed_at is null
    where u.id = person and u.email_confirmed_at is not null
      and app.has_accepted_once(person);
  if address is null then
    return;
  end if;
  perform app.lock_support_of(address);
  if exists (select from public.supporter_tiers s where s.email = address and s.user_id is null) then
    update public.supporter_tiers s set user_id = person where s.email = address and s.user_id is null;
  end if;
end
$$;

create function app.link_support_of_acceptance() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.link_support(new.user_id);
  return null;
end
$$;
create trigger link_support after insert on public.user_acceptances
  for each row execute function app.link_support_of_acceptance();

revoke all on function app.has_accepted_once(uuid), app.link_support_of_acceptance() from public, anon, authenticated;
