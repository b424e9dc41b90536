-- Cities, dance styles (both replicated) and settings.

-- A removed row keeps its id and nothing else.
create function app.blank_name() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new._deleted then
    new.name := null;
    new.active := false;
  else
    new.name := btrim(new.name);
  end if;
  return new;
end
$$;

create table public.cities (
  id uuid primary key default gen_random_uuid(),
  name text,
  active boolean not null default true,
  _xid bigint not null default 0,
  _deleted boolean not null default false,
  constraint cities_name_key unique (name),
  constraint cities_name_check check (_deleted or char_length(name) between 2 and 80),
  constraint cities_name_present check (_deleted = (name is null))
);
-- Filters compare folded names: "Vitoria" beside "Vitória" would be two cities behind one name.
create unique index cities_folded_name on public.cities (app.fold(name));
create trigger blank_name before insert or update on public.cities for each row execute function app.blank_name();
select app.replicate('cities', 'cities');

create table public.dance_styles (
  id uuid primary key default gen_random_uuid(),
  name text,
  active boolean not null default true,
  _xid bigint not null default 0,
  _deleted boolean not null default false,
  constraint dance_styles_name_key unique (name),
  constraint dance_styles_name_check check (_deleted or char_length(name) between 2 and 80),
  constraint dance_styles_name_present check (_deleted = (name is null))
);
create unique index dance_styles_folded_name on public.dance_styles (app.fold(name));
create trigger blank_name before insert or update on public.dance_styles for each row execute function app.blank_name();
select app.replicate('dance_styles', 'dance_styles');

create function app.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end
$$;

-- What the team sets without a release. `is_public` rows are read by everyone, the others by admins.
create table public.app_settings (
  key text primary key check (key ~ '^[a-z][a-z0-9_]{1,60}$'),
  value jsonb not null,
  is_public boolean not null default false,
  description text not null default '' check (char_length(description) <= 300),
  updated_at timestamptz not null default now(),
  constraint app_settings_value_size check (octet_length(value::text) <= 20000)
);
create trigger touch_updated_at before update on public.app_settings for each row execute function app.touch_updated_at();
