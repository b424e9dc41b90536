-- events: balls, open lessons, workshops, festivals and congresses, written by admins. What is published stands in
-- public content as the kind 'event', in the order of its start.
--
-- Whether one is over the phone decides by its own clock: `ends_at`, or six hours after the start where there is none.
-- What has been over for 30 days leaves public content whenever an event is written, so that phones do not collect the
-- past; the row stays for the admin. No timer is needed for it.

create table public.events (
  id uuid primary key default gen_random_uuid(),
  title text not null constraint events_title_check check (
    title = btrim(title) and char_length(title) between 3 and 120 and title !~ '[\x01-\x1f\x7f]'
  ),
  -- Made of the title where none is given. Never shaped like an id: addresses take both.
  slug text not null constraint events_slug_check check (
    char_length(slug) <= 80 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'
    and slug !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
  ),
  kind text not null constraint events_kind_check check (
    kind in ('baile', 'aula_aberta', 'workshop', 'festival', 'congresso', 'outro')
  ),
  -- None: of no style in particular.
  dance_style_ids uuid[] not null default '{}' constraint events_styles_check check (
    cardinality(dance_style_ids) <= 12 and array_position(dance_style_ids, null) is null
  ),
  city_id uuid not null references public.cities (id),
  venue text constraint events_venue_check check (char_length(btrim(venue)) between 1 and 200),
  starts_at timestamptz not null constraint events_starts_check check (
    starts_at between '2020-01-01 00:00+00' and '2100-01-01 00:00+00'
  ),
  ends_at timestamptz,
  -- As people read it: 'Grátis', 'R$ 30 na porta'.
  price text constraint events_price_check check (char_length(btrim(price)) between 1 and 80),
  url text constraint events_url_check check (char_length(url) <= 500 and url ~ '^https://[^[:space:]"<>\\]+$'),
  description text constraint events_description_check check (char_length(btrim(description)) between 1 and 4000),
  organiser text constraint events_organiser_check check (char_length(btrim(organiser)) between 1 and 120),
  is_published boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint events_ends_check check (ends_at > starts_at and ends_at <= starts_at + interval '31 days')
);
create unique index events_slug on public.events (slug);
create index events_starts on public.events (starts_at, id);
create index events_city on public.events (city_id);
create trigger touch_updated_at before update on public.events for each row execute function app.touch_updated_at();

-- 'Baile da Lua' → 'baile-da-lua', the second one 'baile-da-lua-2'; every style once, and all of them known.
create function app.normalise_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  base text;
  suffix integer := 1;
begin
  if tg_op = 'UPDATE' and new.id <> old.id then
    raise exception 'an event keeps its id: phones know it by that' using errcode = 'restrict_violation';
  end if;
  new.dance_style_ids := array(
    select s from unnest(new.dance_style_ids) with ordinality o (s, place) group by s order by min(place)
  );
  if exists (
    select from unnest(new.dance_style_ids) s where not exists (select from public.dance_styles d where d.id = s)
  ) then
    raise exception 'there is no such dance style' using errcode = 'foreign_key_violation';
  end if;
  if new.slug is null then
    base := coalesce(nullif(app.slug_base(new.title), 'professor'), 'evento');
    -- Events of one title take turns here, so that the second sees the first's slug after its commit.
    perform pg_advisory_xact_lock(hashtextextended('danceflix event slug ' || base, 0));
    new.slug := base;
    while exists (select from public.events e where e.slug = new.slug and e.id <> new.id) loop
      suffix := suffix + 1;
      new.slug := base || '-' || suffix;
    end loop;
  end if;
  return new;
end
$$;
create trigger normalise before insert or update on public.events
  for each row execute function app.normalise_event();

-- When an event is over, for whoever asks.
create function app.event_over_at(starts_at timestamptz, ends_at timestamptz) returns timestamptz
language sql immutable set search_path = ''
as $$
  select coalesce(ends_at, starts_at + interval '6 hours')
$$;

create function app.show_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform app.remove_content('event', old.id);
    return null;
  end if;
  if not new.is_published then
    perform app.remove_content('event', new.id);
    return null;
  end if;
  perform app.put_content('event', new.id, new.slug,
    to_char(new.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    jsonb_build_object(
      'title', new.title,
      'event_kind', new.kind,
      'style_ids', to_jsonb(new.dance_style_ids),
      'city_id', new.city_id,
      'venue', new.venue,
      'starts_at', to_char(new.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'ends_at', to_char(new.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'price', new.price,
      'url', new.url,
      'description', new.description,
      'organiser', new.organiser
    ));
  return null;
end
$$;
create trigger show after insert or update or delete on public.events
  for each row execute function app.show_event();

-- After `show`, which runs for every row before any statement trigger.
create function app.drop_past_events() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  past uuid;
begin
  for past in
    select e.id from public.events e join public.content_items c on c.id = e.id and not c._deleted
    where app.event_over_at(e.starts_at, e.ends_at) < now() - interval '30 days'
    order by e.id
  loop
    perform app.remove_content('event', past);
  end loop;
  return null;
end
$$;
create trigger zz_drop_past after insert or update on public.events
  for each statement execute function app.drop_past_events();

alter table public.events enable row level security;
revoke all on public.events from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.events to authenticated, service_role;
create policy "admins read all events" on public.events for select to authenticated using ((select app.is_admin()));
create policy "admins add events" on public.events for insert to authenticated with check ((select app.is_admin()));
create policy "admins change events" on public.events for update to authenticated
  using ((select app.is_admin())) with check ((select app.is_admin()));
create policy "admins delete events" on public.events for delete to authenticated using ((select app.is_admin()));

revoke all on function app.normalise_event(), app.event_over_at(timestamptz, timestamptz), app.show_event(),
  app.drop_past_events() from public, anon, authenticated;
