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

-- Numbers that phones see: { day: people }. A row waits to be counted while `is_due`.
create table app.event_counts (
  event_id uuid primary key references public.events (id) on delete cascade,
  people jsonb not null default '{}',
  is_due boolean not null default true,
  counted_at timestamptz not null default '-infinity'
);
create index event_counts_due on app.event_counts (counted_at) where is_due;
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

create or replace view app.own_notebook as
select v.id, v.person_id, v.kind,
  case when v._deleted then null else case v.kind
    when 'note' then app.shown_note(v.id, v.person_id)
    when 'mark' then (select jsonb_build_object('step', m.step, 'state', m.state, 'at',
      to_char(m.marked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) from public.step_marks m where m.id = v.id)
    when 'review' then (select jsonb_build_object('step', w.step, 'rating', w.rating, 'at',
      to_char(w.reviewed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) from public.step_reviews w where w.id = v.id)
    when 'event' then app.shown_own_event(v.id)
    when 'going' then (select jsonb_build_object('event_id', g.event_id, 'day', g.day, 'going', g.is_on)
      from public.event_goings g where g.id = v.id)
  end end as data,
  v._xid, v._deleted
from public.notebook_versions v;

-- As before, with the numbers of people who go.
create or replace function app.event_content(event public.events) returns jsonb
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

create or replace function app.tend_events(at timestamptz) returns integer
language sql volatile security definer set search_path = ''
as $$
  select app.remind_organisers(at) + app.count_goings(at)
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

create trigger banned_refused before insert or update or delete on public.event_goings
  for each statement execute function app.refuse_banned_write();
alter table public.event_goings enable row level security;
insert into app.personal_data (place, columns, rows_of, exported_as, after_leaving, reason) values
  ('public.event_goings', '{person_id}', 't.person_id::text = $1', 'event_goings', 'gone', 'where the person goes'),
  ('app.event_counts', '{}', null, null, 'no person', 'numbers of five people or more');

grant select, insert, update, delete on public.event_goings to service_role;
grant execute on function public.set_going(uuid, jsonb) to authenticated, service_role;
