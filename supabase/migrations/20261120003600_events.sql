-- Events that repeat weekly, and when an event was last confirmed.
--
-- A series is one row: `starts_at` and `ends_at` are its first date, and every later date has the same weekday and wall time
-- in Brasília (app.instant_of; `src/features/events/series.ts` says the same). It runs until `weekly_until`, or, without
-- one, for 180 days after it began or was last confirmed. `off_dates` are days on which it does not take place.
--
-- `confirmed_at`: when its team or organiser last said that it takes place. Publishing an event says so, and changing its
-- dates. The phone counts the days, so that an old confirmation looks old without a connection too.

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

-- Numbers that phones see: { day: people }. A row waits to be counted while `is_due`.
create table app.event_counts (
  event_id uuid primary key references public.events (id) on delete cascade,
  people jsonb not null default '{}',
  is_due boolean not null default true,
  counted_at timestamptz not null default '-infinity'
);
create index event_counts_due on app.event_counts (counted_at) where is_due;

insert into app.commands_without_terms (kind, reason) values
  ('event.confirm', 'a fact without words'),
  ('event.call_off', 'a fact without words');

-- Locks an event that the caller looks after, as one of the team or as the author of a published one. Hint:
-- event_unknown (PT404), also when it is not the caller's.
create function app.take_event(content jsonb) returns public.events
language plpgsql volatile security definer set search_path = ''
as $$
declare
  wanted constant uuid := app.id_field(content, 'event_id');
  me constant uuid := app.require_person();
  taken public.events;
begin
  perform app.hold_people(array[me]);
  perform app.require_profile();
  if app.is_admin() or exists (
    select from public.event_proposals p where p.event_id = wanted and p.person_id = me and p.state = 'published'
  ) then
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

-- Events that people propose, and the team publishes or refuses.
--
-- A proposal is an event that is not published, with a row here that says whose it is. Its author changes it until it is
-- published; changing a refused one sends it again. Publishing it (in the list of events, like any other) tells its author,
-- who from then on confirms it and calls dates off. The author's phones hold it among the rows of the notebook, whose
-- collection takes the small rows of a person: a page may not open many more collections.
--
-- Phones get the author's tag with a published event, as with posts of the Mural, so that a block hides it.

create table public.event_proposals (
  event_id uuid primary key references public.events (id) on delete cascade,
  person_id uuid not null,
  state text not null default 'waiting' constraint event_proposals_state_check check (state in ('waiting', 'published', 'refused')),
  -- Why the team refused it; its author reads it.
  reason text constraint event_proposals_reason_check check (char_length(btrim(reason)) between 1 and 500),
  sent_at timestamptz not null default now(),
  decided_at timestamptz,
  -- When its author was last asked to confirm it.
  reminded_at timestamptz,
  constraint event_proposals_refused check ((state = 'refused') = (reason is not null))
);
create index event_proposals_person on public.event_proposals (person_id, sent_at);
create index event_proposals_waiting on public.event_proposals (sent_at, event_id) where state = 'waiting';

create function app.version_proposal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform app.drop_notebook_row(old.event_id);
    if old.state = 'published' then
      perform app.put_event(e) from public.events e where e.id = old.event_id and e.is_published;
    else
      -- Nobody is left who could ask about it.
      delete from public.events e where e.id = old.event_id and not e.is_published;
    end if;
  else
    perform app.version_notebook(new.event_id, new.person_id, 'event');
  end if;
  return null;
end
$$;
create trigger version after insert or update or delete on public.event_proposals
  for each row execute function app.version_proposal();

select app.audit_table('event_proposals', 'event_id', 'person_id', 'reason');

-- Publishing is the decision; every other change goes to the author's phones too.
create function app.follow_proposed_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  author uuid;
begin
  if new.is_published and not old.is_published then
    update public.event_proposals p set state = 'published', reason = null, decided_at = now()
      where p.event_id = new.id and p.state <> 'published' returning p.person_id into author;
    if author is not null then
      perform app.put_event(new);
      perform app.notify(author, 'event.published', 'Seu evento está na agenda',
        left(new.title, 80) || ' já pode ser visto por todos. Confirme de vez em quando que continua.',
        '/comunidade/eventos/' || new.slug);
      return null;
    end if;
  end if;
  perform app.version_notebook(p.event_id, p.person_id, 'event') from public.event_proposals p where p.event_id = new.id;
  return null;
end
$$;
create trigger zy_follow_proposal after update on public.events
  for each row when (old.* is distinct from new.*) execute function app.follow_proposed_event();

-- A moment as commands carry it; null where it is null. Hint: invalid_value.
create function app.moment_field(content jsonb, key text) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  told constant text := app.text_field(content, key);
begin
  if told !~ '^20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,3})?Z$' then
    perform app.refuse('22023', 'invalid_value', 'this is no time', key);
  end if;
  return told::timestamptz;
exception when datetime_field_overflow or invalid_datetime_format then
  perform app.refuse('22023', 'invalid_value', 'this is no time', key);
end
$$;

-- Command: proposes an event, or changes the caller's own one that is not published.
-- event: { id, title, kind, dance_style_ids, city_id, venue, starts_at, ends_at, weekly, weekly_until, price, url,
-- description, organiser }. Answers { version, row_id }.
-- Hints: invalid_value (22023, the field or rule in DETAIL), city_unknown, style_unknown (22023), event_exists,
-- event_published, start_passed, too_many_events, profile_missing (PT409).
create function public.propose_event(command_id uuid, event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  a_day constant integer := 5;
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'event.propose', event);
  wanted public.events;
  present public.event_proposals;
  refused text;
  rule text;
begin
  if answer is not null then
    return answer;
  end if;
  if jsonb_typeof(event) is distinct from 'object' or octet_length(event::text) > 30000 then
    perform app.refuse('22023', 'invalid_value', 'this is no event', 'event');
  end if;
  select k into refused from jsonb_object_keys(event) k where k <> all (array['id', 'title', 'kind', 'dance_style_ids',
    'city_id', 'venue', 'starts_at', 'ends_at', 'weekly', 'weekly_until', 'price', 'url', 'description', 'organiser']) limit 1;
  if refused is not null then
    perform app.refuse('22023', 'invalid_value', 'an event has no such field', refused);
  end if;
  foreach refused in array array['id', 'title', 'kind', 'city_id', 'starts_at', 'organiser'] loop
    if app.text_field(event, refused) is null then
      perform app.refuse('22023', 'invalid_value', 'this value is missing', refused);
    end if;
  end loop;
  wanted.id := app.id_field(event, 'id');
  wanted.title := app.text_field(event, 'title');
  wanted.kind := app.text_field(event, 'kind');
  wanted.city_id := app.id_field(event, 'city_id');
  wanted.venue := app.text_field(event, 'venue');
  wanted.starts_at := app.moment_field(event, 'starts_at');
  wanted.ends_at := app.moment_field(event, 'ends_at');
  wanted.weekly := app.boolean_field(event, 'weekly', false);
  wanted.price := app.text_field(event, 'price');
  wanted.url := app.text_field(event, 'url');
  wanted.description := app.text_field(event, 'description');
  wanted.organiser := app.text_field(event, 'organiser');
  if app.text_field(event, 'weekly_until') is not null then
    wanted.weekly_until := app.day_field(event, 'weekly_until');
  end if;
  begin
    wanted.dance_style_ids := app.text_items(event, 'dance_style_ids')::uuid[];
  exception when invalid_text_representation then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'dance_style_ids');
  end;
  if not exists (select from public.cities c where c.id = wanted.city_id and not c._deleted) then
    perform app.refuse('22023', 'city_unknown', 'there is no such city', 'city_id');
  end if;
  if exists (select from unnest(wanted.dance_style_ids) s
    where not exists (select from public.dance_styles d where d.id = s and not d._deleted))
  then
    perform app.refuse('22023', 'style_unknown', 'there is no such dance style', 'dance_style_ids');
  end if;
  if wanted.starts_at > now() + interval '2 years' then
    perform app.refuse('22023', 'invalid_value', 'this is too far ahead', 'starts_at');
  end if;

  -- Serialises one person's proposals, so that the limit holds.
  perform from public.user_profiles p where p.id = me for no key update;
  perform app.require_profile();
  select * into present from public.event_proposals p where p.event_id = wanted.id and p.person_id = me for update;
  if present.state = 'published' then
    perform app.refuse('PT409', 'event_published', 'a published event is changed by the team');
  end if;
  if wanted.starts_at < now() and not (wanted.weekly and wanted.starts_at > now() - interval '366 days') then
    perform app.refuse('PT409', 'start_passed', 'this has begun');
  end if;
  if present.event_id is null and (
    select count(*) from public.event_proposals p where p.person_id = me and p.sent_at > now() - interval '24 hours'
  ) >= a_day then
    perform app.refuse('PT409', 'too_many_events', 'these are enough events for a day');
  end if;
  begin
    if present.event_id is null then
      insert into public.events (id, title, kind, dance_style_ids, city_id, venue, starts_at, ends_at, weekly, weekly_until,
          price, url, description, organiser)
        values (wanted.id, wanted.title, wanted.kind, wanted.dance_style_ids, wanted.city_id, wanted.venue, wanted.starts_at,
          wanted.ends_at, wanted.weekly, wanted.weekly_until, wanted.price, wanted.url, wanted.description, wanted.organiser);
      insert into public.event_proposals (event_id, person_id) values (wanted.id, me);
    else
      update public.events e set (slug, title, kind, dance_style_ids, city_id, venue, starts_at, ends_at, weekly, weekly_until,
          off_dates, price, url, description, organiser) = (null, wanted.title, wanted.kind, wanted.dance_style_ids,
          wanted.city_id, wanted.venue, wanted.starts_at, wanted.ends_at, wanted.weekly, wanted.weekly_until, '{}',
          wanted.price, wanted.url, wanted.description, wanted.organiser)
        where e.id = wanted.id;
      update public.event_proposals p set state = 'waiting', reason = null, decided_at = null where p.event_id = wanted.id;
    end if;
  exception
    -- restrict_violation: the id belongs to other public content.
    when unique_violation or restrict_violation then
      perform app.refuse('PT409', 'event_exists', 'this id belongs to something else');
    when check_violation then
      get stacked diagnostics rule = constraint_name;
      perform app.refuse('22023', 'invalid_value', 'this value is not allowed', rule);
  end;
  return app.finish_command(command_id, jsonb_build_object(
    'version', app.notebook_version(wanted.id), 'row_id', wanted.id));
end
$$;

-- Command of the team: refuses a proposal that waits. refusal: { event_id, reason: its author reads it }.
-- Hints: admin_only (42501), invalid_value (22023), event_unknown (PT404), profile_missing.
create function public.admin_refuse_event(command_id uuid, refusal jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  answer jsonb := app.begin_command(command_id, 'admin.event.refuse', refusal);
  wanted uuid;
  told text;
  author uuid;
begin
  if answer is not null then
    return answer;
  end if;
  perform app.require_fields(refusal, array['event_id', 'reason']);
  wanted := app.id_field(refusal, 'event_id');
  told := app.text_field(refusal, 'reason');
  if told is null or char_length(told) > 500 then
    perform app.refuse('22023', 'invalid_value', 'a reason has 1 to 500 characters', 'reason');
  end if;
  update public.event_proposals p set state = 'refused', reason = told, decided_at = now()
    where p.event_id = wanted and p.state = 'waiting' returning p.person_id into author;
  if author is null then
    perform app.refuse('PT404', 'event_unknown', 'no such proposal waits');
  end if;
  perform app.notify(author, 'event.refused', 'Seu evento não foi publicado',
    (select left(e.title, 80) from public.events e where e.id = wanted) || ': ' || told, '/comunidade/divulgar');
  return app.finish_command(command_id, jsonb_build_object('version', null, 'event_id', wanted));
end
$$;

-- Asks the authors of series to confirm them, a week before they count as unconfirmed.
create function app.remind_organisers(at timestamptz) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  due record;
  told integer := 0;
begin
  for due in
    select p.event_id, p.person_id, e.title from public.event_proposals p join public.events e on e.id = p.event_id
    where p.state = 'published' and e.is_published and e.weekly and e.confirmed_at < at - interval '23 days'
      and (p.reminded_at is null or p.reminded_at < e.confirmed_at) and app.event_ends(e) > at
    order by p.event_id limit 200 for no key update of p skip locked
  loop
    update public.event_proposals p set reminded_at = at where p.event_id = due.event_id;
    perform app.notify(due.person_id, 'event.confirm', 'Seu evento continua?',
      left(due.title, 80) || ' não é confirmado há mais de três semanas. Um toque basta.', '/comunidade/divulgar');
    told := told + 1;
  end loop;
  return told;
end
$$;

alter table public.event_proposals enable row level security;

grant select, insert, update, delete on public.event_proposals to service_role;
grant execute on function public.propose_event(uuid, jsonb), public.admin_refuse_event(uuid, jsonb)
  to authenticated, service_role;

-- An event as phones hold it, with the tag of its author and the numbers of people who go.
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
      'confirmed_at', to_char(event.confirmed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'author_tag', (select app.author_tag(p.person_id) from public.event_proposals p
        where p.event_id = event.id and p.state = 'published'),
      'going', (select c.people from app.event_counts c where c.event_id = event.id and c.people <> '{}')))
$$;

create function app.put_event(event public.events) returns void
language sql volatile security definer set search_path = ''
as $$
  select app.put_content('event', event.id, event.slug,
    to_char(event.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), app.event_content(event))
$$;

-- The own event as its author's phones hold it.
create function app.shown_own_event(event uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.event_content(e) || jsonb_build_object('slug', e.slug, 'is_published', e.is_published, 'state', p.state,
    'reason', p.reason, 'sent_at', to_char(p.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'updated_at', to_char(e.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
  from public.event_proposals p join public.events e on e.id = p.event_id where p.event_id = event
$$;

-- 'Vou': who goes to an event on a day. Own rows only; everybody sees a number, from five people on, and not at once: it is
-- counted every ten minutes, so that nobody learns from it who has just decided.

create table public.event_goings (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null,
  event_id uuid not null references public.events (id) on delete cascade,
  -- The day in Brasília on which that date of the event begins.
  day date not null,
  is_on boolean not null,
  changed_at timestamptz not null default now(),
  constraint event_goings_one unique (person_id, event_id, day)
);
create index event_goings_event on public.event_goings (event_id, day) where is_on;

alter table app.event_counts enable row level security;

create function app.version_going() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed constant public.event_goings := coalesce(new, old);
begin
  if tg_op = 'DELETE' then
    perform app.drop_notebook_row(old.id);
  else
    perform app.version_notebook(new.id, new.person_id, 'going');
  end if;
  insert into app.event_counts as c (event_id) select e.id from public.events e where e.id = changed.event_id
    on conflict (event_id) do update set is_due = true where not c.is_due;
  return null;
end
$$;
create trigger version after insert or update or delete on public.event_goings
  for each row execute function app.version_going();

-- Counts the people of each coming day of the events that are due. Fewer than five are no number.
create function app.count_goings(at timestamptz) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  least constant integer := 5;
  due uuid;
  now_there jsonb;
  counted integer := 0;
begin
  for due in
    select c.event_id from app.event_counts c where c.is_due and c.counted_at <= at - interval '10 minutes'
    order by c.counted_at limit 200 for update skip locked
  loop
    select coalesce(jsonb_object_agg(g.day, g.people), '{}') into now_there from (
      select o.day, count(*) as people from public.event_goings o
      where o.event_id = due and o.is_on and o.day >= app.today() - 1 group by o.day having count(*) >= least
    ) g;
    update app.event_counts c set people = now_there, is_due = false, counted_at = at where c.event_id = due;
    perform app.put_event(e) from public.events e where e.id = due and e.is_published;
    counted := counted + 1;
  end loop;
  return counted;
end
$$;

insert into app.commands_without_terms (kind, reason) values ('going.set', 'a fact without words');

-- Command: says whether the caller goes. going: { event_id, day: 'YYYY-MM-DD', going }.
-- Hints: invalid_value (22023), event_unknown (PT404), day_unknown, day_over, too_many_goings, profile_missing (PT409).
create function public.set_going(command_id uuid, going jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'going.set', going);
  wanted uuid;
  that_day date;
  turned_on boolean;
  event public.events;
  row_id uuid;
begin
  if answer is not null then
    return answer;
  end if;
  perform app.require_fields(going, array['event_id', 'day', 'going']);
  wanted := app.id_field(going, 'event_id');
  that_day := app.day_field(going, 'day');
  turned_on := app.flag_field(going, 'going');
  -- Serialises one person's, so that the limit holds.
  perform from public.user_profiles p where p.id = me for no key update;
  perform app.require_profile();
  select e.* into event from public.events e where e.id = wanted and e.is_published;
  if event.id is null then
    perform app.refuse('PT404', 'event_unknown', 'there is no such event');
  end if;
  if turned_on then
    if not app.event_takes_place_on(event, that_day) then
      perform app.refuse('PT409', 'day_unknown', 'the event has no such day');
    end if;
    if app.event_start_on(event, that_day) + (app.event_over_at(event.starts_at, event.ends_at) - event.starts_at) < now() then
      perform app.refuse('PT409', 'day_over', 'this day is over');
    end if;
    if (select count(*) from public.event_goings g where g.person_id = me and g.is_on and g.day >= app.today()) >= 100 then
      perform app.refuse('PT409', 'too_many_goings', 'a person goes to up to a hundred coming dates');
    end if;
  end if;
  if app.is_latest('going ' || wanted || ' ' || that_day) then
    insert into public.event_goings as g (person_id, event_id, day, is_on) values (me, wanted, that_day, turned_on)
      on conflict on constraint event_goings_one do update set is_on = excluded.is_on, changed_at = now();
  end if;
  select g.id into row_id from public.event_goings g
    where g.person_id = me and g.event_id = wanted and g.day = that_day;
  return app.finish_command(command_id, jsonb_build_object('version', app.notebook_version(row_id), 'row_id', row_id));
end
$$;

alter table public.event_goings enable row level security;

grant select, insert, update, delete on public.event_goings to service_role;
grant execute on function public.set_going(uuid, jsonb) to authenticated, service_role;
