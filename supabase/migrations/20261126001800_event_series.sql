-- Events that repeat weekly, and when an event was last confirmed.
--
-- A series is one row: `starts_at` and `ends_at` are its first date, and every later date has the same weekday and wall time
-- in Brasília (app.instant_of; `src/features/events/series.ts` says the same). It runs until `weekly_until`, or, without
-- one, for 180 days after it began or was last confirmed. `off_dates` are days on which it does not take place.
--
-- `confirmed_at`: when its team or organiser last said that it takes place. Publishing an event says so, and changing its
-- dates. The phone counts the days, so that an old confirmation looks old without a connection too.

alter table public.events
  add column weekly boolean not null default false,
  add column weekly_until date,
  add column off_dates date[] not null default '{}',
  add column confirmed_at timestamptz,
  add constraint events_weekly_check check (weekly or (weekly_until is null and off_dates = '{}')),
  add constraint events_weekly_length_check check (not weekly or ends_at is null or ends_at <= starts_at + interval '24 hours'),
  add constraint events_weekly_until_check
    check (weekly_until between (starts_at at time zone 'America/Sao_Paulo')::date and date '2100-01-01'),
  add constraint events_off_dates_check check (cardinality(off_dates) <= 60 and array_position(off_dates, null) is null);
grant select (weekly, weekly_until, off_dates, confirmed_at), insert (weekly, weekly_until, off_dates),
  update (weekly, weekly_until, off_dates) on public.events to authenticated;

-- The start of an event on a day; its first date for an event that does not repeat.
create function app.event_start_on(event public.events, day date) returns timestamptz
language sql stable set search_path = ''
as $$
  select app.instant_of(day + (event.starts_at at time zone 'America/Sao_Paulo')::time, 'America/Sao_Paulo')
$$;

-- The last day on which an event may begin.
create function app.event_last_day(event public.events) returns date
language sql stable set search_path = ''
as $$
  select case
    when not event.weekly then (event.starts_at at time zone 'America/Sao_Paulo')::date
    when event.weekly_until is not null then event.weekly_until
    else ((greatest(event.confirmed_at, event.starts_at) + interval '180 days') at time zone 'America/Sao_Paulo')::date
  end
$$;

-- Whether an event begins on this day.
create function app.event_takes_place_on(event public.events, day date) returns boolean
language sql stable set search_path = ''
as $$
  select day between f.first and app.event_last_day(event) and (day - f.first) % 7 = 0 and not day = any (event.off_dates)
  from (select (event.starts_at at time zone 'America/Sao_Paulo')::date) f (first)
$$;

-- When the last date of an event is over.
create function app.event_ends(event public.events) returns timestamptz
language sql stable set search_path = ''
as $$
  select case when event.weekly
    then app.event_start_on(event, f.first + (app.event_last_day(event) - f.first) / 7 * 7)
      + (app.event_over_at(event.starts_at, event.ends_at) - event.starts_at)
    else app.event_over_at(event.starts_at, event.ends_at) end
  from (select (event.starts_at at time zone 'America/Sao_Paulo')::date) f (first)
$$;

-- Now with the series and the confirmation.
create or replace function app.normalise_event() returns trigger
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
  if array_position(new.off_dates, null) is null then
    new.off_dates := array(select distinct d from unnest(new.off_dates) d order by d);
  end if;
  if tg_op = 'INSERT' then
    new.confirmed_at := coalesce(new.confirmed_at, now());
  elsif new.is_published and not old.is_published
    or (new.starts_at, new.ends_at, new.weekly, new.weekly_until, new.off_dates)
      is distinct from (old.starts_at, old.ends_at, old.weekly, old.weekly_until, old.off_dates)
  then
    new.confirmed_at := greatest(new.confirmed_at, now());
  end if;
  if new.slug is null then
    base := coalesce(nullif(app.slug_base(new.title), 'professor'), 'evento');
    -- Serialises events with the same base, so that the second sees the first's slug after its commit.
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

-- An event as phones hold it.
create function app.event_content(event public.events) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
      'title', event.title,
      'event_kind', event.kind,
      'style_ids', to_jsonb(event.dance_style_ids),
      'city_id', event.city_id,
      'venue', event.venue,
      'starts_at', to_char(event.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'ends_at', to_char(event.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'price', event.price,
      'url', event.url,
      'description', event.description,
      'organiser', event.organiser
    )
    || case when event.weekly then jsonb_build_object(
      'weekly', true, 'weekly_until', event.weekly_until, 'off_dates', to_jsonb(event.off_dates)) else '{}' end
    || jsonb_strip_nulls(jsonb_build_object(
      'confirmed_at', to_char(event.confirmed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))
$$;

create function app.put_event(event public.events) returns void
language sql volatile security definer set search_path = ''
as $$
  select app.put_content('event', event.id, event.slug,
    to_char(event.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), app.event_content(event))
$$;

create or replace function app.show_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform app.remove_content('event', old.id);
  elsif new.is_published then
    perform app.put_event(new);
  else
    perform app.remove_content('event', new.id);
  end if;
  return null;
end
$$;

-- As before, by the last date of a series.
create or replace function app.drop_past_events() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  past uuid;
begin
  for past in
    select e.id from public.events e join public.content_items c on c.id = e.id and not c._deleted
    where e.starts_at < now() - interval '30 days' and app.event_ends(e) < now() - interval '30 days'
    order by e.id
  loop
    perform app.remove_content('event', past);
  end loop;
  return null;
end
$$;

update app.admin_lists l set filters = l.filters || jsonb_build_object('is_past',
    '(case when r.weekly then coalesce(r.weekly_until < app.today(), false) else r.starts_at < now() end)
      = ($1 ->> ''is_past'')::boolean')
  where l.name = 'events';

insert into app.commands_without_terms (kind, reason) values
  ('event.confirm', 'a fact without words'),
  ('event.call_off', 'a fact without words');

-- Locks an event that the caller looks after. Hint: event_unknown (PT404), also when it is not the caller's.
create function app.take_event(content jsonb) returns public.events
language plpgsql volatile security definer set search_path = ''
as $$
declare
  wanted constant uuid := app.id_field(content, 'event_id');
  taken public.events;
begin
  perform app.hold_people(array[app.require_person()]);
  perform app.require_profile();
  if app.is_admin() then
    select * into taken from public.events e where e.id = wanted for no key update;
  end if;
  if taken.id is null then
    perform app.refuse('PT404', 'event_unknown', 'there is no such event of yours');
  end if;
  return taken;
end
$$;

-- Command: says that an event still takes place. confirmation: { event_id, at: when that was said }.
-- Hints: invalid_value (22023), event_unknown (PT404), profile_missing (PT409).
create function public.confirm_event(command_id uuid, confirmation jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'event.confirm', confirmation);
  taken public.events;
  told timestamptz;
begin
  if answer is not null then
    return answer;
  end if;
  perform app.require_fields(confirmation, array['event_id', 'at']);
  told := app.past_field(confirmation, 'at');
  taken := app.take_event(confirmation);
  update public.events e set confirmed_at = greatest(e.confirmed_at, told) where e.id = taken.id returning * into taken;
  return app.finish_command(command_id, jsonb_build_object(
    'version', app.notebook_version(taken.id), 'row_id', taken.id, 'confirmed_at', taken.confirmed_at));
end
$$;

-- Command: calls a date of a series off, or brings it back. change: { event_id, day: 'YYYY-MM-DD', off }.
-- Hints: invalid_value (22023), event_unknown (PT404), not_weekly, day_unknown, day_over, too_many_days, profile_missing
-- (PT409).
create function public.call_off_event_day(command_id uuid, change jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'event.call_off', change);
  taken public.events;
  day date;
  off boolean;
begin
  if answer is not null then
    return answer;
  end if;
  perform app.require_fields(change, array['event_id', 'day', 'off']);
  day := app.day_field(change, 'day');
  off := app.flag_field(change, 'off');
  taken := app.take_event(change);
  if not taken.weekly then
    perform app.refuse('PT409', 'not_weekly', 'this event has one date');
  end if;
  if app.is_latest('event_day ' || taken.id || ' ' || day) and off <> (day = any (taken.off_dates)) then
    taken.off_dates := array_remove(taken.off_dates, day);
    if not app.event_takes_place_on(taken, day) then
      perform app.refuse('PT409', 'day_unknown', 'the series has no such day');
    end if;
    if app.event_start_on(taken, day) < now() then
      perform app.refuse('PT409', 'day_over', 'this day has begun');
    end if;
    if off and cardinality(taken.off_dates) >= 60 then
      perform app.refuse('PT409', 'too_many_days', 'sixty days are called off');
    end if;
    update public.events e set off_dates = case when off then taken.off_dates || day else taken.off_dates end
      where e.id = taken.id;
  end if;
  return app.finish_command(command_id, jsonb_build_object(
    'version', app.notebook_version(taken.id), 'row_id', taken.id));
end
$$;

-- A day as commands carry it. Hint: invalid_value.
create function app.day_field(content jsonb, key text) returns date
language plpgsql immutable set search_path = ''
as $$
declare
  told constant text := app.text_field(content, key);
begin
  if told is null or told !~ '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$' then
    perform app.refuse('22023', 'invalid_value', 'this is no day', key);
  end if;
  return told::date;
exception when datetime_field_overflow or invalid_datetime_format then
  perform app.refuse('22023', 'invalid_value', 'this is no day', key);
end
$$;

grant execute on function public.confirm_event(uuid, jsonb), public.call_off_event_day(uuid, jsonb)
  to authenticated, service_role;
