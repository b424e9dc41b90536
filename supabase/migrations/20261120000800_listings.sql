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
  constraint teacher_listings_live check (
    _deleted or num_nulls(name, folded_name, rank, style_ids, modalidades_aula, is_featured, is_highlighted,
      rating_count, five_stars, four_stars, three_stars, two_stars, one_star) = 0
  ),
  constraint teacher_listings_tombstone check (
    not _deleted or num_nonnulls(name, folded_name, rank, city_id, style_ids, profile_image_url, whatsapp, bio,
      experience, neighborhood, instagram, modalidades_aula, slug, is_featured, is_highlighted, rating_average,
      rating_count, five_stars, four_stars, three_stars, two_stars, one_star, approved_at, story, music) = 0
  )
);
create index teacher_listings_rank on public.teacher_listings (rank) where not _deleted;
create index teacher_listings_city_rank on public.teacher_listings (city_id, rank) where not _deleted;

-- Without a pending list, because listings are read far more often than written.
create index teacher_listings_styles on public.teacher_listings using gin (style_ids) with (fastupdate = off)
  where not _deleted;
create index teacher_listings_slug on public.teacher_listings (slug) where not _deleted;
select app.replicate('teacher_listings', 'teachers');

-- Every teacher in the shape of a listing, hidden ones included (`is_live`: shown). app.teacher_source is this view
-- with the fields that were added later (…_teacher_fields.sql).
create view app.teacher_source_core as
select
  t.id,
  p.name,
  f.folded_name,
  (case when s.highlighted then '0' else '1' end || f.folded_name || ' ' || t.id) collate "C" as rank,
  p.city_id,
  array(
    select l.dance_style_id from public.teacher_dance_styles l where l.teacher_id = t.id order by l.dance_style_id
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
  t.is_active,
  t.is_paused,
  t.is_active and not t.is_paused as is_live
from public.teachers t
join public.user_profiles p on p.id = t.id and p.role = 'teacher' and p.removed_at is null
cross join lateral (select app.fold(p.name) as folded_name) f
cross join lateral (
  select
    coalesce(bool_or(st.tier in ('destaque_salao', 'brilho_palco')), false) as highlighted,
    coalesce(bool_or(st.tier = 'brilho_palco'), false) as on_stage
  from public.supporter_tiers st where st.user_id = t.id and st.is_active
) s
left join public.user_evaluation_stats e on e.user_id = t.id;

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

create function app.recompute_listing(teacher_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select app.recompute_listings(array[teacher_id])
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
  five_stars, four_stars, three_stars, two_stars, one_star, approved_at, _xid, _deleted, story, music
  ) on public.teacher_listings to anon, authenticated;
create policy "live listings are public" on public.teacher_listings for select to anon, authenticated
  using (not _deleted);

-- Statistics of shown teachers are public on their cards; others can only be read by their owner.
create policy "statistics of shown teachers are public" on public.user_evaluation_stats for select
  to anon, authenticated
  using (
    exists (select from public.teacher_listings l where l.id = user_id and not l._deleted)
    or user_id = (select auth.uid()) or (select app.is_admin())
  );

grant execute on function public.pull_teachers(bigint, uuid, integer) to anon, authenticated;
