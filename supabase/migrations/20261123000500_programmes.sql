-- The supporter and sponsor programmes (specification 001 §3, §4, §9): what each tier costs and brings, who sponsors,
-- and the log of the crowdfunding sync. supporter_tiers is in …_people.sql; what it does to a listing in …_listings.sql.

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

insert into public.supporter_tier_definitions
  (tier, id, position, name, amount, benefit, benefit_title, benefit_text)
values
  ('passinho', '7c1d1b6e-5a0e-5b57-9a51-3b8f1f0a0001', 1, 'Passinho', 1, 'listing',
    'Seu nome na página de apoiadores',
    'Você aparece, com sua foto, entre as pessoas que mantêm o Danceflix de pé.'),
  ('giro_completo', '7c1d1b6e-5a0e-5b57-9a51-3b8f1f0a0002', 2, 'Giro Completo', 10, 'enhanced_profile',
    'Perfil completo',
    'Seções a mais no seu perfil, para contar melhor a sua história na dança.'),
  ('destaque_salao', '7c1d1b6e-5a0e-5b57-9a51-3b8f1f0a0003', 3, 'Apoiador', 20, 'search_highlight',
    'Destaque na busca',
    'Professores aparecem primeiro nos resultados, com o selo de destaque.'),
  ('brilho_palco', '7c1d1b6e-5a0e-5b57-9a51-3b8f1f0a0004', 4, 'Brilho de Palco', 63, 'main_carousel',
    'Lugar no carrossel principal',
    'Professores entram no carrossel da página inicial, a primeira coisa que quem chega vê.');

-- Monthly tiers of sponsors. `sold` is counted by trigger; the check is what holds the slots, whoever writes at once.
create table public.sponsor_tier_definitions (
  tier text primary key check (tier in ('bronze', 'prata', 'ouro')),
  id uuid not null unique default gen_random_uuid(),
  position smallint not null unique check (position > 0),
  name text not null check (char_length(name) between 2 and 40),
  amount numeric(10, 2) not null unique check (amount > 0),
  slots integer not null check (slots >= 0),
  sold integer not null default 0,
  benefit_title text not null check (char_length(benefit_title) between 2 and 80),
  benefit_text text not null check (char_length(benefit_text) between 2 and 300),
  constraint sponsor_slots_held check (sold between 0 and slots)
);

insert into public.sponsor_tier_definitions (tier, id, position, name, amount, slots, benefit_title, benefit_text)
values
  ('bronze', '7c1d1b6e-5a0e-5b57-9a51-3b8f1f0a0011', 1, 'Bronze', 100, 5,
    'Menção oficial no perfil do Danceflix',
    'Sua marca na página de patrocinadores, com link, e uma menção oficial no nosso perfil.'),
  ('prata', '7c1d1b6e-5a0e-5b57-9a51-3b8f1f0a0012', 2, 'Prata', 350, 3,
    'Colaboração semanal nas redes sociais',
    'Toda semana, uma publicação feita junto com a sua marca.'),
  ('ouro', '7c1d1b6e-5a0e-5b57-9a51-3b8f1f0a0013', 3, 'Ouro', 1325, 1,
    'Presença no carrossel da página inicial',
    'Uma marca só, à vista de todo mundo que abre o Danceflix.');

create table public.sponsors (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint sponsors_name_check check (char_length(btrim(name)) between 2 and 80),
  tier text not null constraint sponsors_tier_check check (tier in ('bronze', 'prata', 'ouro')),
  tagline text constraint sponsors_tagline_check check (char_length(tagline) between 2 and 160),
  url text constraint sponsors_url_check check (
    char_length(url) <= 300 and url ~ '^https://[^[:space:]"<>\\/]+\.[^[:space:]"<>\\]+$'
  ),
  -- Ours only: a picture from elsewhere would tell its owner who looks at the page.
  logo_url text constraint sponsors_logo_check check (
    char_length(logo_url) <= 300 and logo_url !~ '\.\.'
    and logo_url ~ '^/storage/v1/object/public/sponsor-logos/[^[:space:]"<>\\]+$'
  ),
  is_active boolean not null default true,
  display_order integer not null default 0 constraint sponsors_order_check check (display_order between 0 and 9999),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sponsors_active on public.sponsors (tier, display_order) where is_active;
create trigger touch_updated_at before update on public.sponsors for each row execute function app.touch_updated_at();

create function app.normalise_sponsor() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := btrim(new.name);
  new.tagline := nullif(btrim(new.tagline), '');
  new.url := nullif(btrim(new.url), '');
  new.logo_url := nullif(btrim(new.logo_url), '');
  return new;
end
$$;
create trigger normalise before insert or update on public.sponsors for each row execute function app.normalise_sponsor();

-- Counts the active sponsors of a tier. Two of them who want the last slot meet in the tier's row: the second waits,
-- counts on, and the check refuses. Hint: slots_taken (PT409, the tier in DETAIL).
create function app.count_sponsor() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  vacated constant text := case when tg_op <> 'INSERT' and old.is_active then old.tier end;
  taken constant text := case when tg_op <> 'DELETE' and new.is_active then new.tier end;
begin
  if vacated is not distinct from taken then
    return null;
  end if;
  perform from public.sponsor_tier_definitions d where d.tier in (vacated, taken) order by d.position for update;
  update public.sponsor_tier_definitions d set sold = d.sold - 1 where d.tier = vacated;
  update public.sponsor_tier_definitions d set sold = d.sold + 1 where d.tier = taken;
  return null;
exception when check_violation then
  perform app.refuse('PT409', 'slots_taken', 'every slot of this tier is taken', taken);
end
$$;
create trigger count_slots after insert or update or delete on public.sponsors
  for each row execute function app.count_sponsor();

-- What the crowdfunding sync and admins did to supporters. Read by admins only.
create table public.support_sync_logs (
  id uuid primary key default gen_random_uuid(),
  -- 'import': a run, 'import_row': one of its rows, 'manual': an admin's own change.
  sync_type text not null constraint support_sync_logs_type_check check (sync_type ~ '^[a-z][a-z_]{1,39}$'),
  email text constraint support_sync_logs_email_check check (char_length(email) <= 320),
  status text not null constraint support_sync_logs_status_check check (status in ('success', 'partial', 'error', 'skipped')),
  message text constraint support_sync_logs_message_check check (char_length(message) <= 500),
  api_response jsonb constraint support_sync_logs_response_check check (octet_length(api_response::text) <= 20000),
  created_at timestamptz not null default clock_timestamp()
);
create index support_sync_logs_newest on public.support_sync_logs (created_at desc, id);
create index support_sync_logs_email on public.support_sync_logs (lower(email)) where email is not null;

-- How supporters are named in public: as in their profile, or by `display_name`; not at all when they prefer so.
alter table public.supporter_tiers
  add column display_name text constraint supporter_tiers_display_name_check
    check (char_length(display_name) between 2 and 80),
  add column is_listed boolean not null default true;

-- Whether a tier brings a benefit: its own or one of a lower tier's.
create function app.tier_brings(tier text, benefit text) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.supporter_tier_definitions held join public.supporter_tier_definitions asked
      on asked.position <= held.position
    where held.tier = tier_brings.tier and asked.benefit = tier_brings.benefit
  )
$$;

-- Whether a person has a benefit now: 'listing', 'enhanced_profile', 'search_highlight', 'main_carousel'.
create function app.has_benefit(person uuid, benefit text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.supporter_tiers s
    where s.user_id = has_benefit.person and s.is_active and app.tier_brings(s.tier, has_benefit.benefit)
  )
$$;

-- The highest tier that this amount reaches; null below the lowest.
create function app.tier_for_amount(paid numeric) returns text
language sql stable set search_path = ''
as $$
  select d.tier from public.supporter_tier_definitions d where d.amount <= paid order by d.amount desc limit 1
$$;

-- Sponsors' logos: read by everyone through the public bucket's addresses, written by admins.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('sponsor-logos', 'sponsor-logos', true, 1024 * 1024, array['image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create policy "sponsor logos are listed by admins" on storage.objects for select to authenticated
  using (bucket_id = 'sponsor-logos' and (select app.is_admin()));
create policy "sponsor logos are added by admins" on storage.objects for insert to authenticated
  with check (bucket_id = 'sponsor-logos' and (select app.is_admin()));
create policy "sponsor logos are replaced by admins" on storage.objects for update to authenticated
  using (bucket_id = 'sponsor-logos' and (select app.is_admin()))
  with check (bucket_id = 'sponsor-logos' and (select app.is_admin()));
create policy "sponsor logos are removed by admins" on storage.objects for delete to authenticated
  using (bucket_id = 'sponsor-logos' and (select app.is_admin()));
