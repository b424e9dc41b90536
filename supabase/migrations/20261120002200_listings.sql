-- teacher_listings: the public data of teachers, one row each, ready for search and replication.
--
-- Kept by triggers on all source tables. City and styles are ids, so that a rename changes one row of `cities` or
-- `dance_styles` and none here.

create table public.teacher_listings (
  id uuid primary key,
  name text,
  folded_name text,
  -- '0' highlighted or '1' not, folded name, ' ', id: ascending by bytes, the same order in SQL and JavaScript.
  rank text collate "C",
  city_id uuid references public.cities (id),
  style_ids uuid[],
  profile_image_url text,
  whatsapp text,
  bio text,
  experience text,
  neighborhood text,
  instagram text,
  modalidades_aula text[],
  slug text,
  is_featured boolean,
  is_highlighted boolean,
  rating_average numeric(3, 2),
  rating_count integer,
  five_stars integer,
  four_stars integer,
  three_stars integer,
  two_stars integer,
  one_star integer,
  approved_at timestamptz,
  _xid bigint not null default 0,
  _deleted boolean not null default false,
  story text,
  music text,
  reply_hours integer,
  reply_tenths integer,
  lessons_given integer,
  checks text,
  constraint teacher_listings_live check (
    _deleted or num_nulls(name, folded_name, rank, style_ids, modalidades_aula, is_featured, is_highlighted,
      rating_count, five_stars, four_stars, three_stars, two_stars, one_star) = 0
  ),
  constraint teacher_listings_tombstone check (
    not _deleted or num_nonnulls(name, folded_name, rank, city_id, style_ids, profile_image_url, whatsapp, bio,
      experience, neighborhood, instagram, modalidades_aula, slug, is_featured, is_highlighted, rating_average,
      rating_count, five_stars, four_stars, three_stars, two_stars, one_star, approved_at, story, music) = 0
  ),
  constraint teacher_listings_checked check (_deleted or checks ~ '^i[0-9]{10}([wgerpb][0-9]{10}){0,6}$' is true)
);
create index teacher_listings_rank on public.teacher_listings (rank) where not _deleted;
create index teacher_listings_city_rank on public.teacher_listings (city_id, rank) where not _deleted;

-- Without a pending list, because listings are read far more often than written.
create index teacher_listings_styles on public.teacher_listings using gin (style_ids) with (fastupdate = off)
  where not _deleted;
create index teacher_listings_slug on public.teacher_listings (slug) where not _deleted;
select app.replicate('teacher_listings', 'teachers');

create table app.response_facts (
  id uuid primary key,
  -- Requests that had been decided at the publication, of all times.
  decided integer not null,
  -- The bound below which half of the answers come; null with fewer than five answers in time.
  reply_hours integer constraint response_facts_hours_check check (reply_hours in (1, 3, 6, 14, 28, 48)),
  reply_tenths integer not null constraint response_facts_tenths_check check (reply_tenths in (0, 2, 4, 6, 8, 9, 10)),
  published_at timestamptz not null
);
alter table app.response_facts enable row level security;

-- 'Aulas dadas' on a teacher's public page: more than so many. A round number below the exact one, so that the page does
-- not change with each lesson; null up to ten lessons, and while all are with one or two people, so that it tells of no
-- single person.
create function app.public_lessons_given(held bigint, people bigint) returns integer
language sql immutable set search_path = ''
as $$
  select case when held > 10 and people >= 3 then (held - 1) / s.step * s.step end::integer
  from (select case when held <= 50 then 5 when held <= 100 then 10 when held <= 500 then 50 else 100 end) s (step)
$$;

-- Every teacher in the shape of a listing, hidden ones included (`is_live`: shown). A teacher is live and active only
-- while the check of identity holds. app.teacher_source is this view with the fields that app.add_teacher_field adds
-- (…_teacher_fields.sql).
create view app.teacher_source_core as
select
  t.id,
  p.name,
  f.folded_name,
  (case when s.highlighted then '0' else '1' end || f.folded_name || ' ' || t.id) collate "C" as rank,
  p.city_id,
  array(
    select l.dance_style_id from public.teacher_dance_styles l where l.teacher_id = t.id
    order by l.position, l.dance_style_id
  ) as style_ids,
  p.profile_image_url, p.whatsapp, t.bio, t.experience, t.neighborhood, t.instagram, t.modalidades_aula, t.slug,
  t.is_featured or s.on_stage as is_featured,
  s.highlighted as is_highlighted,
  e.average_rating as rating_average,
  coalesce(e.total_evaluations, 0) as rating_count,
  coalesce(e.five_stars, 0) as five_stars,
  coalesce(e.four_stars, 0) as four_stars,
  coalesce(e.three_stars, 0) as three_stars,
  coalesce(e.two_stars, 0) as two_stars,
  coalesce(e.one_star, 0) as one_star,
  t.approved_at,
  false as _deleted,
  t.is_active and app.holds_identity(t.checks) as is_active,
  t.is_paused,
  t.is_active and not t.is_paused and app.holds_identity(t.checks) as is_live,
  a.reply_hours, a.reply_tenths,
  (
    select app.public_lessons_given(count(*), count(distinct r.student_id))
    from public.lesson_requests r join public.lessons l on l.request_id = r.id and l.status = 'held'
    where r.teacher_id = t.id
  ) as lessons_given,
  t.checks
from public.teachers t
join public.user_profiles p on p.id = t.id and p.role = 'teacher' and p.removed_at is null
cross join lateral (select app.fold(p.name) as folded_name) f
cross join lateral (
  select
    coalesce(bool_or(st.tier in ('destaque_salao', 'brilho_palco')), false) as highlighted,
    coalesce(bool_or(st.tier = 'brilho_palco'), false) as on_stage
  from public.supporter_tiers st where st.user_id = t.id and st.is_active
) s
left join public.user_evaluation_stats e on e.user_id = t.id
left join app.response_facts a on a.id = t.id;

-- One row per teacher that was ever computed: a lock that exists even without a listing. Row locks, because advisory ones
-- would exhaust the shared lock table in a bulk load. The row is updated, not only locked, so that a repeatable-read
-- transaction with an old snapshot fails instead of writing old values.
create table app.listing_locks (
  id uuid primary key,
  recomputed bigint not null default 1
);

-- Recomputes the listings of these teachers from their sources. Locks in the order of ids; each statement after the
-- lock sees what the former holder committed. Writes only differences, so that phones download nothing needlessly.
create function app.recompute_listings(ids uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into app.listing_locks as l (id)
    select distinct i from unnest(ids) i where i is not null order by i
    on conflict (id) do update set recomputed = l.recomputed + 1;

  insert into public.teacher_listings as l (
    id, name, folded_name, rank, city_id, style_ids, profile_image_url, whatsapp, bio, experience, neighborhood,
    instagram, modalidades_aula, slug, is_featured, is_highlighted, rating_average, rating_count,
    five_stars, four_stars, three_stars, two_stars, one_star, approved_at
  )
  select
    s.id, s.name, s.folded_name, s.rank, s.city_id, s.style_ids, s.profile_image_url, s.whatsapp, s.bio, s.experience,
    s.neighborhood, s.instagram, s.modalidades_aula, s.slug, s.is_featured, s.is_highlighted, s.rating_average,
    s.rating_count, s.five_stars, s.four_stars, s.three_stars, s.two_stars, s.one_star, s.approved_at
  from app.teacher_source s
  where s.id = any (ids) and s.is_live
  order by s.id
  on conflict (id) do update set
    name = excluded.name, folded_name = excluded.folded_name, rank = excluded.rank, city_id = excluded.city_id,
    style_ids = excluded.style_ids, profile_image_url = excluded.profile_image_url, whatsapp = excluded.whatsapp,
    bio = excluded.bio, experience = excluded.experience, neighborhood = excluded.neighborhood,
    instagram = excluded.instagram, modalidades_aula = excluded.modalidades_aula, slug = excluded.slug,
    is_featured = excluded.is_featured, is_highlighted = excluded.is_highlighted,
    rating_average = excluded.rating_average, rating_count = excluded.rating_count,
    five_stars = excluded.five_stars, four_stars = excluded.four_stars, three_stars = excluded.three_stars,
    two_stars = excluded.two_stars, one_star = excluded.one_star, approved_at = excluded.approved_at,
    _deleted = false
  where (
    l.name, l.folded_name, l.rank, l.city_id, l.style_ids, l.profile_image_url, l.whatsapp, l.bio, l.experience,
    l.neighborhood, l.instagram, l.modalidades_aula, l.slug, l.is_featured, l.is_highlighted, l.rating_average,
    l.rating_count, l.five_stars, l.four_stars, l.three_stars, l.two_stars, l.one_star, l.approved_at, l._deleted
  ) is distinct from (
    excluded.name, excluded.folded_name, excluded.rank, excluded.city_id, excluded.style_ids,
    excluded.profile_image_url, excluded.whatsapp, excluded.bio, excluded.experience, excluded.neighborhood,
    excluded.instagram, excluded.modalidades_aula, excluded.slug, excluded.is_featured, excluded.is_highlighted,
    excluded.rating_average, excluded.rating_count, excluded.five_stars, excluded.four_stars, excluded.three_stars,
    excluded.two_stars, excluded.one_star, excluded.approved_at, false
  );

  update public.teacher_listings l set
    name = null, folded_name = null, rank = null, city_id = null, style_ids = null, profile_image_url = null,
    whatsapp = null, bio = null, experience = null, neighborhood = null, instagram = null, modalidades_aula = null,
    slug = null, is_featured = null, is_highlighted = null, rating_average = null, rating_count = null,
    five_stars = null, four_stars = null, three_stars = null, two_stars = null, one_star = null, approved_at = null,
    _deleted = true
  where l.id = any (ids) and not l._deleted
    and not exists (select from app.teacher_source s where s.id = l.id and s.is_live);
end
$$;

-- Statement triggers, so that a bulk change takes its locks in one order. Arguments: the column with the teacher's id,
-- and a condition on the row (`r`) that skips rows irrelevant for listings. The back-office's directory
-- (…_admin_teachers.sql) is recomputed under the same lock.
create function app.recompute_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ids uuid[];
  source constant text := format('select r.%I as id from %%I r where %s', tg_argv[0], tg_argv[1]);
begin
  if tg_op = 'INSERT' then
    execute format('select array_agg(distinct id) from (' || source || ') x', 'new_rows') into ids;
  elsif tg_op = 'DELETE' then
    execute format('select array_agg(distinct id) from (' || source || ') x', 'old_rows') into ids;
  else
    execute format('select array_agg(distinct id) from (' || source || ' union ' || source || ') x', 'new_rows', 'old_rows')
      into ids;
  end if;
  if ids is not null then
    perform app.recompute_listings(ids);
    if tg_table_name <> 'supporter_tiers' then
      perform app.recompute_directory(ids);
    end if;
  end if;
  return null;
end
$$;

do $$
declare
  source record;
begin
  for source in
    select * from (values
      ('user_profiles', 'id', 'r.role = ''teacher'''),
      ('teachers', 'id', 'true'),
      ('teacher_dance_styles', 'teacher_id', 'true'),
      ('user_evaluation_stats', 'user_id', 'true'),
      ('supporter_tiers', 'user_id', 'r.user_id is not null')
    ) as v (relation, id_column, condition)
  loop
    execute format('create trigger listing_inserted after insert on public.%I referencing new table as new_rows
      for each statement execute function app.recompute_changed(%L, %L)', source.relation, source.id_column, source.condition);
    execute format('create trigger listing_updated after update on public.%I
      referencing new table as new_rows old table as old_rows
      for each statement execute function app.recompute_changed(%L, %L)', source.relation, source.id_column, source.condition);
    execute format('create trigger listing_deleted after delete on public.%I referencing old table as old_rows
      for each statement execute function app.recompute_changed(%L, %L)', source.relation, source.id_column, source.condition);
  end loop;
end
$$;

create function public.pull_teachers(
  after_xid bigint default null, after_id uuid default null, page_size integer default 500
) returns json
language sql volatile security definer set search_path = ''
as $$
  select app.pull('teacher_listings', after_xid, after_id, page_size)
$$;

-- Privileges and policies; tests/database/matrix.ts has the same as data.

alter table public.teacher_listings enable row level security;

grant select, insert, update, delete on public.teacher_listings to service_role;

-- Written by triggers only.
grant select (id, name, folded_name, rank, city_id, style_ids, profile_image_url, whatsapp, bio, experience,
  neighborhood, instagram, modalidades_aula, slug, is_featured, is_highlighted, rating_average, rating_count,
  five_stars, four_stars, three_stars, two_stars, one_star, approved_at, _xid, _deleted, story, music, reply_hours,
  reply_tenths, lessons_given, checks) on public.teacher_listings to anon, authenticated;
create policy "live listings are public" on public.teacher_listings for select to anon, authenticated
  using (not _deleted and substr(checks, 6, 6) > (select app.today_code()));

-- Statistics of shown teachers are public on their cards; others can only be read by their owner.
create policy "statistics of shown teachers are public" on public.user_evaluation_stats for select
  to anon, authenticated
  using (
    exists (select from public.teacher_listings l where l.id = user_id and not l._deleted)
    or user_id = (select auth.uid()) or (select app.is_admin())
  );

grant execute on function public.pull_teachers(bigint, uuid, integer) to anon, authenticated;

-- Facts about a teacher's answers, public with the listing: after how many waking hours an answer comes as a rule, and to
-- how many of ten requests one comes in time (within 48 waking hours). Over the requests of the last 90 days.
--
-- The figures are coarse, renewed once a day, hidden below five requests, and replaced only when three more requests have
-- been decided or after 30 days: so that no change of a figure tells about one request.

create function app.forget_response_facts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from app.response_facts f where f.id = old.id;
  return null;
end
$$;
create trigger forget_response_facts_of_removed after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_response_facts();
create trigger forget_response_facts_of_deleted after delete on public.user_profiles
  for each row execute function app.forget_response_facts();

-- The day of the last renewal: who updates it, renews.
create table app.response_days (
  singleton boolean primary key default true constraint response_days_singleton_check check (singleton),
  day date not null
);
alter table app.response_days enable row level security;
insert into app.response_days (day) values ('2026-01-01');

-- Requests that are decided: answered, or left for 48 waking hours. `waited`: milliseconds until the answer, null where
-- none came in time. One that its student cancelled before is not counted.
create function app.decided_requests(at timestamptz)
returns table (teacher_id uuid, request_date timestamptz, waited bigint)
language sql stable set search_path = ''
as $$
  select d.teacher_id, d.request_date, case when d.waited < 172800000 then d.waited end
  from (
    select r.teacher_id, r.request_date, a.answered_at,
      app.waking_between(r.request_date, coalesce(a.answered_at, r.cancelled_at, at)) as waited
    from public.lesson_requests r
    cross join lateral (
      select coalesce(r.answered_at, case when r.cancelled_by = 'teacher' then r.cancelled_at end)
    ) a (answered_at)
  ) d
  where d.answered_at is not null or d.waited >= 172800000
$$;

-- Renews the facts of all teachers once a day, after 4:00 in São Paulo. Returns how many have changed.
create function app.renew_response_facts(at timestamptz) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  today constant date := (at at time zone 'America/Sao_Paulo' - interval '4 hours')::date;
  changed uuid[];
begin
  perform from app.response_days d where d.day < today for update skip locked;
  if not found then
    return 0;
  end if;
  update app.response_days d set day = today where d.day < today;
  with counted as (
    select r.teacher_id as id, count(*)::integer as decided,
      count(*) filter (where r.request_date > at - interval '90 days') as recent,
      count(r.waited) filter (where r.request_date > at - interval '90 days') as in_time,
      percentile_disc(0.5) within group (order by r.waited)
        filter (where r.request_date > at - interval '90 days' and r.waited is not null) as usual
    from app.decided_requests(at) r group by r.teacher_id
  ), facts as (
    select c.id, c.decided,
      case when c.in_time >= 5 then (
        select min(h) from unnest(array[1, 3, 6, 14, 28, 48]) h where c.usual <= h * 3600000::bigint
      ) end as reply_hours,
      (select max(t) from unnest(array[0, 2, 4, 6, 8, 9, 10]) t where c.in_time * 10 >= c.recent * t) as reply_tenths
    from counted c join public.user_profiles p on p.id = c.id and p.removed_at is null
    where c.recent >= 5
  ), hidden as (
    delete from app.response_facts f where not exists (select from facts n where n.id = f.id) returning f.id
  ), published as (
    insert into app.response_facts as f (id, decided, reply_hours, reply_tenths, published_at)
      select n.id, n.decided, n.reply_hours, n.reply_tenths, at from facts n order by n.id
      on conflict (id) do update set decided = excluded.decided, reply_hours = excluded.reply_hours,
        reply_tenths = excluded.reply_tenths, published_at = excluded.published_at
      where excluded.decided >= f.decided + 3 or f.published_at <= at - interval '30 days'
      returning f.id
  )
  select array_agg(x.id) into changed from (select h.id from hidden h union all select p.id from published p) x;
  perform app.recompute_listings(changed);
  return coalesce(cardinality(changed), 0);
end
$$;

-- Lessons that were held are counted when both sides (or one, alone for seven days) have said so, so that the number
-- stays true.

create function app.note_held() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.held_at := case when new.status = 'held' then coalesce(new.held_at, now()) end;
  return new;
end
$$;
create trigger note_held before insert or update on public.lessons for each row execute function app.note_held();

create function app.recompute_listings_of_held() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ids constant uuid[] := array(
    select distinct r.teacher_id from new_rows n join public.lesson_requests r on r.id = n.request_id
    where n.status = 'held' order by r.teacher_id
  );
begin
  if cardinality(ids) > 0 then
    perform app.recompute_listings(ids);
  end if;
  return null;
end
$$;
create trigger zz_listing_inserted after insert on public.lessons referencing new table as new_rows
  for each statement execute function app.recompute_listings_of_held();
create trigger zz_listing_updated after update on public.lessons referencing new table as new_rows
  for each statement execute function app.recompute_listings_of_held();

-- Totals of a teacher for the administration: students by accepted requests, and lessons held.
create function app.teacher_totals(teacher uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'students', (select count(distinct r.student_id) from public.lesson_requests r
      where r.teacher_id = teacher and r.status = 'Aceito'),
    'lessons_held', (select count(*) from public.lesson_requests r
      join public.lessons l on l.request_id = r.id and l.status = 'held' where r.teacher_id = teacher))
$$;
