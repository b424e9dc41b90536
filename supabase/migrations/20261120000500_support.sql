-- Monthly supporters (specification 001 §3): tiers with price and benefits, and the link of a support to its person.
--
-- A supporter has no `user_id` until a person with that e-mail has confirmed it with the auth service and has accepted
-- the terms, because linking shows the name beside the tier. Where confirmations are disabled, registering counts as
-- confirmation.

-- Monthly tiers of supporters. A tier brings its own benefit and those of every tier of a lower position.
create table public.supporter_tier_definitions (
  tier text primary key
    check (tier in ('passinho', 'giro_completo', 'destaque_salao', 'brilho_palco')),
  id uuid not null unique default gen_random_uuid(),
  position smallint not null unique check (position > 0),
  name text not null check (char_length(name) between 2 and 40),
  amount numeric(10, 2) not null unique check (amount > 0),
  benefit text not null unique
    check (benefit in ('listing', 'enhanced_profile', 'search_highlight', 'main_carousel')),
  benefit_title text not null check (char_length(benefit_title) between 2 and 80),
  benefit_text text not null check (char_length(benefit_text) between 2 and 300)
);

-- Monthly supporters (specification 001 §3). `user_id` is null until a person confirms the e-mail.
create table public.supporter_tiers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.user_profiles (id) on delete set null,
  email text not null constraint supporter_tiers_email_key unique
    constraint supporter_tiers_email_check check (char_length(email) <= 320 and email ~ '^[^[:space:]@]+@[^[:space:]@]+$'),
  tier text not null constraint supporter_tiers_tier_check
    check (tier in ('passinho', 'giro_completo', 'destaque_salao', 'brilho_palco')),
  amount numeric(10, 2) not null check (amount >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Public name in place of the profile's; with `is_listed` false neither is shown.
  display_name text constraint supporter_tiers_display_name_check check (char_length(display_name) between 2 and 80),
  is_listed boolean not null default true
);

-- The back-office's lists read a person's highest support with every student and teacher. Without statistics of user_id
-- the planner would walk all supports by amount; this index has a person's own in that order.
create index supporter_tiers_person on public.supporter_tiers (user_id, amount);
create index supporter_tiers_amount on public.supporter_tiers (amount, id);
create index supporter_tiers_created on public.supporter_tiers (created_at, id);
create index supporter_tiers_tier on public.supporter_tiers (tier, amount, id);
create index supporter_tiers_words on public.supporter_tiers
  using gin (app.search_words(app.fold(email || ' ' || coalesce(display_name, ''))));

-- Serialises writers of one e-mail (the team a supporter, the person a confirmed address), which would otherwise not see
-- each other. Hashes to few locks, because a long import would exhaust the shared lock table.
create function app.lock_support_of(address text) returns void
language sql volatile set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('danceflix support ' || (hashtext(lower(address)) & 63), 0))
$$;

-- Links a supporter with a confirmed e-mail to its person.
create function app.normalise_supporter() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.email := lower(btrim(new.email));
  new.display_name := nullif(btrim(new.display_name), '');
  if tg_op = 'UPDATE' then
    new.updated_at := clock_timestamp();
    -- Another address belongs to another person, unless the statement sets the person too.
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
create trigger normalise before insert or update on public.supporter_tiers
  for each row execute function app.normalise_supporter();

-- Links the support of the confirmed address to a person. Does nothing without profile, confirmation or acceptance.
create function app.link_support(person uuid) returns void
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

create function app.link_support_of_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.link_support(new.id);
  return null;
end
$$;

-- A row trigger, so that it runs before the statement triggers that lock the listing, like every writer of a supporter.
create trigger link_support after insert on public.user_profiles
  for each row execute function app.link_support_of_row();

-- Named to run after danceflix_user_email_changed, which writes the profile.
create trigger danceflix_user_email_proven after update of email, email_confirmed_at on auth.users for each row
  when (new.email_confirmed_at is not null
    and (old.email_confirmed_at is null or new.email is distinct from old.email))
  execute function app.link_support_of_row();

-- app.forget_user keeps the amount of a supporter; this removes the name, and the person from the log.
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

-- The highest tier for this amount; null below the lowest.
create function app.tier_for_amount(paid numeric) returns text
language sql stable set search_path = ''
as $$
  select d.tier from public.supporter_tier_definitions d where d.amount <= paid order by d.amount desc limit 1
$$;

-- Benefits of the person's highest tier, the lowest tier's first: 'listing', 'enhanced_profile', 'search_highlight',
-- 'main_carousel'.
create function app.benefits_of(person uuid) returns text[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(d.benefit order by d.position), '{}')
  from public.supporter_tier_definitions d
  where d.position <= (
    select max(h.position) from public.supporter_tiers s
    join public.supporter_tier_definitions h on h.tier = s.tier
    where s.user_id = person and s.is_active
  )
$$;

create function app.has_enhanced_profile(person uuid) returns boolean
language sql stable set search_path = ''
as $$
  select 'enhanced_profile' = any (app.benefits_of(person))
$$;

-- Makes the person's phones pull the changed benefits, and updates the student's page.
create function app.benefits_changed(person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.profile_versions v set changes = v.changes + 1 where v.id = person;
  perform app.show_dancer(person);
end
$$;

create function app.support_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  people uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct n.user_id) into people from new_rows n where n.user_id is not null and n.is_active;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct o.user_id) into people from old_rows o where o.user_id is not null and o.is_active;
  else
    select array_agg(distinct p.id) into people
      from new_rows n join old_rows o on o.id = n.id
      cross join lateral (values (n.user_id), (o.user_id)) p (id)
      where p.id is not null and (n.user_id, n.tier, n.is_active) is distinct from (o.user_id, o.tier, o.is_active);
  end if;
  -- Most statements end here, because the person never was a supporter.
  if people is not null then
    perform app.benefits_changed(p.id) from (select i as id from unnest(people) i order by i) p;
  end if;
  return null;
end
$$;

-- Named to run after the listing's triggers, so that the listing's lock is always taken before the version's.
create trigger version_inserted after insert on public.supporter_tiers referencing new table as new_rows
  for each statement execute function app.support_changed();
create trigger version_updated after update on public.supporter_tiers
  referencing new table as new_rows old table as old_rows
  for each statement execute function app.support_changed();
create trigger version_deleted after delete on public.supporter_tiers referencing old table as old_rows
  for each statement execute function app.support_changed();

create trigger false_name before insert or update of display_name on public.supporter_tiers
  for each row execute function app.refuse_false_name('display_name', 'name');

-- Privileges and policies; tests/database/matrix.ts has the same as data.

alter table public.supporter_tier_definitions enable row level security;
alter table public.supporter_tiers enable row level security;

grant select, insert, update, delete on public.supporter_tier_definitions, public.supporter_tiers to service_role;

-- Only a release or the server changes prices and benefits of tiers.
grant select (tier, id, position, name, amount, benefit, benefit_title, benefit_text
  ) on public.supporter_tier_definitions to anon, authenticated;
create policy "tiers of supporters are public" on public.supporter_tier_definitions for select
  to anon, authenticated using (true);

grant select (id, user_id, email, tier, amount, is_active, created_at, updated_at, display_name, is_listed
  ) on public.supporter_tiers to anon, authenticated;
grant insert (id, user_id, email, tier, amount, is_active, display_name, is_listed
  ) on public.supporter_tiers to authenticated;
grant update (id, user_id, email, tier, amount, is_active, display_name, is_listed
  ) on public.supporter_tiers to authenticated;
grant delete on public.supporter_tiers to authenticated;
create policy "supporters read their own row, admins all" on public.supporter_tiers for select to authenticated
  using (user_id = (select auth.uid()) or (select app.is_admin()));
create policy "admins add supporters" on public.supporter_tiers for insert to authenticated
  with check ((select app.is_admin()));
create policy "admins change supporters" on public.supporter_tiers for update to authenticated
  using ((select app.is_admin())) with check ((select app.is_admin()));
create policy "admins remove supporters" on public.supporter_tiers for delete to authenticated
  using ((select app.is_admin()));
