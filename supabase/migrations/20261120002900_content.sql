-- content_items: public content of all kinds, replicated to every phone. One table, so that a phone opens one collection
-- for it. A projection, like teacher_listings: the source tables of the kinds (events, posts, …) keep it by triggers that
-- call two functions. It is never written directly.
--
-- Contract for a source table:
--
--   app.put_content(kind, id, slug, sort_key, data)  a row is shown, or shown differently
--   app.remove_content(kind, id)                     it is not shown any more: hidden, unapproved, past, deleted
--
-- * Call them from AFTER INSERT, UPDATE and DELETE row triggers, whose functions are `security definer` with
--   `search_path = ''`. Put the version that visitors may see, else remove. Repeated calls are free: without a change
--   no row is written, no phone downloads anything and no hint is sent.
-- * `id` is the source row's id, of one kind for ever; another kind with the same id is refused (restrict_violation).
--   For a person ('dancer') it is the person's id, so that the account's deletion finds it; other content that names a
--   person (the author of a post) must be removed or renamed by its own triggers.
-- * `slug` is for the address, as for teachers; unique among live rows of the kind (unique_violation). Null: use the id.
-- * `sort_key` is the order within the kind, ascending by bytes, then by id: the same in SQL and on the phone. It must
--   be a pure function of the row (no clock, no counters of others): app.fold(name) sorts by name,
--   app.newest_first(time) by time. The screen decides everything that depends on the present time ("over").
-- * `data` is one JSON object of at most 64 KB as text, and all of it is public. Cities and dance styles in it are
--   ids: the phone has their names, and a rename costs no row here. Long texts that few people open do not belong here.
-- * A transaction that puts many rows takes them in the order of their ids, to avoid deadlocks.
-- * Changing the shape of `data` (such as a new key) takes a migration that puts all rows again.
-- * A row must be removed before another row takes over its slug.
--
-- Phones read the rows as `ContentRow` (src/db/rows/public-rows.ts) and show those that pass the feature's own check.
--
-- Events (balls, open lessons, workshops, festivals and congresses) and the library of steps are written by admins; their
-- kinds are 'event' and 'step'.

create table public.content_items (
  id uuid primary key,
  kind text not null constraint content_items_kind check (
    kind in ('event', 'post', 'step', 'blog', 'sponsor', 'supporter', 'tier', 'dancer')
  ),
  -- Never shaped like an id, because addresses accept both.
  slug text constraint content_items_slug_check check (
    char_length(slug) <= 80 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'
    and slug !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
  ),
  sort_key text collate "C" constraint content_items_sort_key check (char_length(sort_key) between 1 and 300),
  data jsonb constraint content_items_data check (
    jsonb_typeof(data) = 'object' and octet_length(data::text) <= 65536
  ),
  updated_at timestamptz not null default now(),
  _xid bigint not null default 0,
  _deleted boolean not null default false,
  constraint content_items_live check (_deleted or num_nulls(sort_key, data) = 0),
  constraint content_items_tombstone check (not _deleted or num_nonnulls(slug, sort_key, data) = 0)
);
create unique index content_items_slug on public.content_items (kind, slug) where not _deleted;
create index content_items_order on public.content_items (kind, sort_key, id) where not _deleted;
select app.replicate('content_items', 'content');

-- Shows a row, or updates the shown one.
create function app.put_content(kind text, id uuid, slug text, sort_key text, data jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  present_kind text;
begin
  insert into public.content_items as c (id, kind, slug, sort_key, data)
    values (put_content.id, put_content.kind, put_content.slug, put_content.sort_key, put_content.data)
    on conflict on constraint content_items_pkey do update set
      slug = excluded.slug, sort_key = excluded.sort_key, data = excluded.data, updated_at = now(), _deleted = false
    where c.kind = excluded.kind
      and (c.slug, c.sort_key, c.data, c._deleted)
        is distinct from (excluded.slug, excluded.sort_key, excluded.data, false);
  if not found then
    select c.kind into present_kind from public.content_items c where c.id = put_content.id;
    if present_kind <> put_content.kind then
      raise exception 'content % is of the kind % and never becomes %', put_content.id, present_kind, put_content.kind
        using errcode = 'restrict_violation';
    end if;
  end if;
end
$$;

-- Leaves a tombstone without content. Does nothing for a row that was never shown or is removed already.
create function app.remove_content(kind text, id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.content_items c
    set slug = null, sort_key = null, data = null, updated_at = now(), _deleted = true
    where c.id = remove_content.id and c.kind = remove_content.kind and not c._deleted;
end
$$;

-- A sort key for times, newest first: milliseconds until the year 10000, in 15 digits.
create function app.newest_first(moment timestamptz) returns text
language sql immutable strict set search_path = ''
as $$
  select lpad(greatest(253402300800000 - floor(extract(epoch from moment) * 1000), 0)::bigint::text, 15, '0')
$$;

-- Lists articles that became due since the last pull before reading.
create function public.pull_content(
  after_xid bigint default null, after_id uuid default null, page_size integer default 500
) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.list_due_posts();
  return app.pull('content_items', after_xid, after_id, page_size);
end
$$;

-- Account deletion (LGPD art. 18): content under the person's own id is exported to them and removed with the account.

create function app.forget_content() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.remove_content(c.kind, c.id) from public.content_items c where c.id = old.id and not c._deleted;
  return null;
end
$$;

-- Named to run last, so that a kind's own trigger on the same row cannot bring the content back.
create trigger zz_forget_content_removed after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_content();
create trigger zz_forget_content_deleted after delete on public.user_profiles
  for each row execute function app.forget_content();

-- Events are written by admins. The phone decides by its own clock whether an event is over: at `ends_at`, or six hours
-- after the start without it. Whenever an event is written, events that ended 30 days ago are removed from public content,
-- so that phones do not collect them; the row stays for admins. This needs no timer.
create table public.events (
  id uuid primary key default gen_random_uuid(),
  title text not null constraint events_title_check check (
    title = btrim(title) and char_length(title) between 3 and 120 and title !~ '[\x01-\x1f\x7f]'
  ),
  -- Derived from the title when empty. Never shaped like an id, because addresses accept both.
  slug text not null constraint events_slug_check check (
    char_length(slug) <= 80 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'
    and slug !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
  ),
  kind text not null constraint events_kind_check check (
    kind in ('baile', 'aula_aberta', 'workshop', 'festival', 'congresso', 'outro')
  ),
  -- Empty: of no particular style.
  dance_style_ids uuid[] not null default '{}' constraint events_styles_check check (
    cardinality(dance_style_ids) <= 12 and array_position(dance_style_ids, null) is null
  ),
  city_id uuid not null references public.cities (id),
  venue text constraint events_venue_check check (char_length(btrim(venue)) between 1 and 200),
  starts_at timestamptz not null constraint events_starts_check check (
    starts_at between '2020-01-01 00:00+00' and '2100-01-01 00:00+00'
  ),
  ends_at timestamptz,
  -- Free text for display: 'Grátis', 'R$ 30 na porta'.
  price text constraint events_price_check check (char_length(btrim(price)) between 1 and 80),
  url text constraint events_url_check check (char_length(url) <= 500 and url ~ '^https://[^[:space:]"<>\\]+$'),
  description text constraint events_description_check check (char_length(btrim(description)) between 1 and 4000),
  organiser text constraint events_organiser_check check (char_length(btrim(organiser)) between 1 and 120),
  is_published boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Test data created by the team (…_admin.sql).
  is_demo boolean not null default false,
  -- A series: repeats weekly, but for the off dates, until `weekly_until`.
  weekly boolean not null default false,
  weekly_until date,
  off_dates date[] not null default '{}',
  -- When its team or organiser last said that it takes place.
  confirmed_at timestamptz,
  constraint events_ends_check check (ends_at > starts_at and ends_at <= starts_at + interval '31 days'),
  constraint events_weekly_check check (weekly or (weekly_until is null and off_dates = '{}')),
  constraint events_weekly_length_check check (not weekly or ends_at is null or ends_at <= starts_at + interval '24 hours'),
  constraint events_weekly_until_check
    check (weekly_until between (starts_at at time zone 'America/Sao_Paulo')::date and date '2100-01-01'),
  constraint events_off_dates_check check (cardinality(off_dates) <= 60 and array_position(off_dates, null) is null)
);
create unique index events_slug on public.events (slug);
create index events_starts on public.events (starts_at, id);
create index events_city on public.events (city_id);
create trigger touch_updated_at before update on public.events for each row execute function app.touch_updated_at();

-- Gives a slug: 'Baile da Lua' → 'baile-da-lua', a second one 'baile-da-lua-2'. Removes repeated styles and refuses
-- unknown ones. Orders the off dates of a series. Publishing and new dates confirm the event.
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
create trigger normalise before insert or update on public.events
  for each row execute function app.normalise_event();

-- The time at which an event is over.
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
  elsif new.is_published then
    perform app.put_event(new);
  else
    perform app.remove_content('event', new.id);
  end if;
  return null;
end
$$;
create trigger show after insert or update or delete on public.events
  for each row execute function app.show_event();

-- A statement trigger, so that it runs after `show`, which runs for every row. Of a series the last date counts.
create function app.drop_past_events() returns trigger
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
create trigger zz_drop_past after insert or update on public.events
  for each statement execute function app.drop_past_events();

create table public.dance_steps (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint dance_steps_name check (name = btrim(name) and char_length(name) between 2 and 80),
  dance_style_id uuid not null references public.dance_styles (id),
  level text not null constraint dance_steps_level check (level in ('iniciante', 'intermediário', 'avançado')),
  description text not null
    constraint dance_steps_description check (char_length(btrim(description)) between 10 and 1200),
  video_url text constraint dance_steps_video check (app.is_video_url(video_url)),
  -- Order within style and level, easier steps first.
  position integer not null default 0 constraint dance_steps_position check (position between 0 and 9999),
  is_published boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index dance_steps_once on public.dance_steps (dance_style_id, app.fold(name));
create trigger touch_updated_at before update on public.dance_steps
  for each row execute function app.touch_updated_at();

create function app.follow_step() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'DELETE' and new.is_published then
    perform app.put_content('step', new.id, null,
      array_position(array['iniciante', 'intermediário', 'avançado'], new.level) || lpad(new.position::text, 4, '0')
        || app.fold(new.name),
      jsonb_build_object(
        'name', new.name,
        'style_id', new.dance_style_id,
        'level', new.level,
        'description', new.description,
        'video_url', new.video_url
      ));
  else
    perform app.remove_content('step', old.id);
  end if;
  return null;
end
$$;
create trigger follow_step after insert or update or delete on public.dance_steps
  for each row execute function app.follow_step();

create index events_by_title on public.events ((app.fold(title) collate "C"), id);
create index events_words on public.events using gin (
  app.search_words(app.fold(title || ' ' || coalesce(venue, '') || ' ' || coalesce(organiser, ''))));
create index events_kind on public.events (kind, starts_at, id);
create index events_unpublished on public.events (starts_at, id) where not is_published;
create index events_of_city on public.events (city_id, starts_at, id);
create index events_demo on public.events (id) where is_demo;

create trigger false_name before insert or update of organiser on public.events
  for each row execute function app.refuse_false_name('organiser', 'name');

select app.audit_table('events', 'id');

create index dance_steps_by_name on public.dance_steps ((app.fold(name) collate "C"), id);
create index dance_steps_paged on public.dance_steps (created_at, id);
create index dance_steps_unpublished on public.dance_steps ((app.fold(name) collate "C"), id) where not is_published;
create index dance_steps_of_style on public.dance_steps (dance_style_id, (app.fold(name) collate "C"), id);
create index dance_steps_words on public.dance_steps using gin (app.search_words(app.fold(name)));

select app.audit_table('dance_steps', 'id');

-- Privileges and policies; tests/database/matrix.ts has the same as data.

alter table public.content_items enable row level security;
alter table public.events enable row level security;
alter table public.dance_steps enable row level security;

grant select, insert, update, delete on public.content_items, public.events, public.dance_steps to service_role;

grant select (id, kind, slug, sort_key, data, updated_at, _xid, _deleted
  ) on public.content_items to anon, authenticated;
create policy "live content is public" on public.content_items for select to anon, authenticated
  using (not _deleted);

-- Only the server sets the flag of test data (is_demo).
grant select (id, title, slug, kind, dance_style_ids, city_id, venue, starts_at, ends_at, price, url, description,
  organiser, is_published, created_at, updated_at, is_demo) on public.events to authenticated;
grant insert (id, title, slug, kind, dance_style_ids, city_id, venue, starts_at, ends_at, price, url, description,
  organiser, is_published) on public.events to authenticated;
grant update (id, title, slug, kind, dance_style_ids, city_id, venue, starts_at, ends_at, price, url, description,
  organiser, is_published) on public.events to authenticated;
grant delete on public.events to authenticated;
create policy "admins read all events" on public.events for select to authenticated using ((select app.is_admin()));
create policy "admins add events" on public.events for insert to authenticated with check ((select app.is_admin()));
create policy "admins change events" on public.events for update to authenticated
  using ((select app.is_admin())) with check ((select app.is_admin()));
create policy "admins delete events" on public.events for delete to authenticated using ((select app.is_admin()));

grant select (id, name, dance_style_id, level, description, video_url, position, is_published, created_at, updated_at
  ) on public.dance_steps to authenticated;
grant insert (id, name, dance_style_id, level, description, video_url, position, is_published
  ) on public.dance_steps to authenticated;
grant update (name, dance_style_id, level, description, video_url, position, is_published
  ) on public.dance_steps to authenticated;
grant delete on public.dance_steps to authenticated;
create policy "admins write steps" on public.dance_steps for all to authenticated
  using ((select app.is_admin())) with check ((select app.is_admin()));

-- A check constraint calls it with the rights of the writer.
grant execute on function app.is_video_url(text) to authenticated, service_role;

grant execute on function public.pull_content(bigint, uuid, integer) to anon, authenticated;

-- Dancers: public pages of students who enabled them, as public content under the student's own id.
-- Nothing else of a student is public; disabling the page leaves a tombstone.

-- Public data of a student: texts as written, city and styles as ids. Null when the page is disabled, or hidden by the
-- team (hidden_at), whatever the student's own setting.
create function app.dancer_data(person uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'name', p.name,
      'image_url', p.profile_image_url,
      'city_id', p.city_id,
      'style_ids', array(
        select l.dance_style_id from public.student_dance_styles l where l.student_id = p.id order by l.dance_style_id),
      'bio', s.bio,
      'interests', s.interests,
      'dancing_since', s.dancing_since,
      'extra', case when app.has_enhanced_profile(p.id) then jsonb_build_object(
        'story', s.experience, 'favourite_songs', s.favourite_songs, 'instagram', s.instagram) end
    )
    from public.students s join public.user_profiles p on p.id = s.id
    where s.id = person and s.is_public and s.hidden_at is null and p.role = 'student' and p.removed_at is null
  );
end
$$;

-- Shows the student's page in its present state, or removes it. Repeated calls without a change are free.
create function app.show_dancer(person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  data constant jsonb := app.dancer_data(person);
begin
  if data is null then
    perform app.remove_content('dancer', person);
  else
    perform app.put_content('dancer', person, (select s.slug from public.students s where s.id = person),
      app.fold(data ->> 'name'), data);
  end if;
end
$$;

-- Argument: the column with the student's id. Does nothing for changes that no page shows.
create function app.dancer_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.show_dancer((to_jsonb(case when tg_op = 'DELETE' then old else new end) ->> tg_argv[0])::uuid);
  return null;
end
$$;
create trigger dancer_profile after update of name, profile_image_url, city_id, role, removed_at on public.user_profiles
  for each row when (new.role = 'student' or old.role = 'student') execute function app.dancer_changed('id');
create trigger dancer_student after insert or update or delete on public.students
  for each row execute function app.dancer_changed('id');
create trigger dancer_style after insert or update or delete on public.student_dance_styles
  for each row execute function app.dancer_changed('student_id');
