-- Search on the server, used until a phone has its own copy (specification 001 §7), and slugs for the addresses of
-- teachers' pages: /teachers/{slug}.

-- The cache of search_teachers_with_filters_cached: whole results of the public search, by their arguments.
-- An entry is valid for at most 60 seconds, and only while no transaction that changed cities, styles or listings has
-- become visible since its snapshot. At most 200 entries, the oldest are removed. Results for admins are never cached.
-- Unlogged: it writes no write-ahead log and is empty after a crash.
create unlogged table app.search_cache (
  key text primary key,
  snapshot pg_snapshot not null,
  answer jsonb not null,
  created_at timestamptz not null
);
create index search_cache_age on app.search_cache (created_at);

-- Whether a replicated row was changed by a transaction that `seen` did not see. Rows keep the version of their last
-- writer and are never deleted, so only versions from the snapshot's horizon on need checking. This avoids a version
-- counter that all writers would queue for, and late commits count when they become visible.
create function app.replicas_changed_since(seen pg_snapshot) returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  origin constant bigint := (select s.origin from app.replication_state s);
  horizon constant bigint := origin + pg_snapshot_xmin(seen)::text::bigint;
begin
  return exists (select from public.teacher_listings r where r._xid >= horizon
      and not pg_visible_in_snapshot(greatest(r._xid - origin, 0)::text::xid8, seen))
    or exists (select from public.cities r where r._xid >= horizon
      and not pg_visible_in_snapshot(greatest(r._xid - origin, 0)::text::xid8, seen))
    or exists (select from public.dance_styles r where r._xid >= horizon
      and not pg_visible_in_snapshot(greatest(r._xid - origin, 0)::text::xid8, seen));
end
$$;

-- 'João d''Ávila' → 'joao-d-avila'. At most 60 characters; 'professor' when nothing is left.
create function app.slug_base(name text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when s.slug = '' then 'professor'
    -- /teachers/{slugOrId} would take such a slug for an id.
    when s.slug ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then 'professor-' || s.slug
    else s.slug
  end
  from (
    select btrim(left(btrim(regexp_replace(coalesce(app.fold(name), ''), '[^a-z0-9]+', '-', 'g'), '-'), 60), '-')
  ) as s (slug)
$$;

-- Gives the teacher a slug derived from the name and returns it: the plain base, else the first free of base-2, base-3…
-- Stable: an existing slug is kept while it has the same base (accents, case and spacing do not change a base), and one
-- that its owner chose. A renamed teacher gets a new slug on the next call. A former address of another teacher is
-- never given (…_teacher_addresses.sql).
-- For a teacher's own call the profile's name is used and the argument ignored, so that a teacher cannot take the
-- address of somebody famous. Admins and the server choose the name.
-- Raises 42501 for other callers, PT404 (HTTP 404) for an unknown teacher, 22023 for a name over 200 characters.
create function public.update_teacher_slug(teacher_id uuid, teacher_name text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  chooses constant boolean := app.is_server() or app.is_admin();
  own_name text;
  base text;
  current_slug text;
  candidate text;
  suffix integer := 1;
begin
  if not (chooses or coalesce(teacher_id = auth.uid(), false)) then
    raise exception 'the address of a page is its teacher''s' using errcode = 'insufficient_privilege';
  end if;
  if char_length(teacher_name) > 200 then
    raise exception 'a name has at most 200 characters' using errcode = 'invalid_parameter_value';
  end if;
  select p.name into own_name from public.user_profiles p
    where p.id = update_teacher_slug.teacher_id and p.removed_at is null;
  base := app.slug_base(case when chooses then teacher_name else own_name end);
  -- Serialises teachers with the same base, so that the second sees the first's slug after its commit.
  perform pg_advisory_xact_lock(hashtextextended('danceflix slug ' || base, 0));
  select t.slug into current_slug
    from public.teachers t
    join public.user_profiles p on p.id = t.id and p.removed_at is null
    where t.id = update_teacher_slug.teacher_id
    for update of t;
  if not found then
    raise exception 'there is no such teacher' using errcode = 'PT404';
  end if;
  if current_slug ~ ('^' || base || '(-[0-9]+)?$') or not chooses and exists (
    select from app.teacher_addresses a where a.digest = app.address_digest(current_slug) and a.is_chosen)
  then
    return current_slug;
  end if;
  perform app.free_address(base, update_teacher_slug.teacher_id);
  loop
    candidate := base || case when suffix = 1 then '' else '-' || suffix end;
    if not exists (select from public.teachers t where t.slug = candidate)
      and not exists (select from app.teacher_addresses a where a.digest = app.address_digest(candidate)
        and a.teacher_id is distinct from update_teacher_slug.teacher_id)
    then
      begin
        update public.teachers t set slug = candidate where t.id = update_teacher_slug.teacher_id;
        return candidate;
      exception when unique_violation or sqlstate 'PT409' then
        -- Taken meanwhile by another base ('ana-2' is also the base of a teacher named "Ana 2").
        candidate := null;
      end;
    end if;
    suffix := suffix + 1;
  end loop;
end
$$;

grant execute on function public.update_teacher_slug(uuid, text) to authenticated;

-- The search by what decides a lesson, and its order. The rules stand in src/db/search/search-rules.ts and src/db/search/name-query.ts;
-- the phone answers the same question with the same totals in the same order.

-- The words of a typed name: folded, without invisible characters and titles. Null when none is left.
create function app.name_words(typed text) returns text[]
language sql immutable set search_path = ''
as $$
  select array_agg(w order by place)
  from regexp_split_to_table(app.fold(regexp_replace(typed,
      '[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb]',
      '', 'g')), ' ') with ordinality s (w, place)
  where w not in ('', 'prof', 'prof.', 'profa', 'profa.', 'profª', 'profª.', 'prof.ª', 'professor', 'professora')
$$;

-- A regular expression for names in which a word begins with this one, give or take one letter.
create function app.near_pattern(word text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  pattern text := '';
  rest text;
  tail text;
begin
  for i in reverse char_length(word) - 1 .. 1 loop
    rest := substr(word, i);
    tail := substr(rest, 2);
    pattern := format('(?:%s%s|%s|[^ ]%s|[^ ]%s|%s%s%s)', left(rest, 1), pattern, tail, tail, rest,
      left(tail, 1), left(rest, 1), substr(tail, 2));
  end loop;
  return pattern;
end
$$;

-- A regular expression for the names that have these words: the first anywhere, each other at the beginning of a word.
-- `similar`: each at the beginning of a word, those of 4 to 20 plain letters with one wrong letter; null when no word
-- is of this kind, or there are more than six.
create function app.name_pattern(words text[], similar_names boolean) returns text
language sql immutable set search_path = ''
as $$
  select case when not similar_names or cardinality(words) <= 6 and bool_or(is_plain) then
    '^' || string_agg(case
      when similar_names and is_plain then '(?=.*(?:^|[ ''(.-])' || app.near_pattern(w) || ')'
      when similar_names or place > 1 then '(?=.*(?:^|[ ''(.-])' || literal || ')'
      else '(?=.*' || literal || ')' end, '' order by place)
    end
  from (
    select w, place, w ~ '^[a-z]{4,20}$' as is_plain,
      regexp_replace(w, '[.^$*+?()[\]{}|\\]', '\\\&', 'g') as literal
    from unnest(words) with ordinality u (w, place)
  ) s
$$;

-- The letter of a kind of check in a filter of the search; null for another text.
create function app.check_letter(wanted text) returns text
language sql immutable set search_path = ''
as $$
  select letter from (values ('whatsapp', 'w'), ('instagram', 'g'), ('experiencia', 'e'), ('referencias', 'r'),
    ('foto', 'p'), ('antecedentes', 'b')) k (word, letter)
  where word = wanted
$$;

-- The criteria of a search that are set, folded; others are of a later release.
create function app.search_criteria(criteria jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(e.key, app.fold(left(e.value, 201))) filter (where app.fold(left(e.value, 201)) <> ''), '{}')
  from jsonb_each_text(criteria) e
  where e.key in ('area', 'when', 'level', 'place', 'role', 'couples', 'access', 'check')
$$;

-- The statement of a search. `conditions` are those asked for, so that each has its index; `fits` are SQL expressions
-- of the criteria that rank, null for a listing that does not fit; with none, rank alone sorts.
-- $1 folded name or pattern, $2 style id, $3 city id, $4 page size, $5 offset, $6 slots that filter, $7 slots that
-- rank, $8 area, $9 level, $10 place, $11 roles, $12 letter of a check.
create function app.search_statement(with_hidden boolean, conditions text, fits text[]) returns text
language sql stable set search_path = ''
as $$
  select format($statement$
    with matching as %5$s (
      select l.id, l.rank, %4$s as fits from %1$s l where %2$s
    ), place as materialized (
      select m.id, m.rank, m.fits from matching m order by %6$s m.rank limit $4::int offset $5::bigint
    ), page as materialized (
      select l.*, m.fits from place m join %1$s l on l.id = m.id
    )
    select jsonb_build_object(
      'teachers', coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', p.id, 'name', p.name, 'city_name', c.name, 'profile_image_url', p.profile_image_url,
          'whatsapp', p.whatsapp, 'bio', p.bio, 'experience', p.experience, 'neighborhood', p.neighborhood,
          'instagram', p.instagram, 'modalidades_aula', p.modalidades_aula,
          'dance_styles', coalesce((
            select jsonb_agg(d.name order by array_position(p.style_ids, d.id))
            from public.dance_styles d where d.id = any (p.style_ids) and not d._deleted
          ), '[]'),
          'is_active', %3$s, 'slug', p.slug, 'rating_average', p.rating_average, 'rating_count', p.rating_count,
          'five_stars', p.five_stars, 'four_stars', p.four_stars, 'three_stars', p.three_stars,
          'two_stars', p.two_stars, 'one_star', p.one_star, 'is_featured', p.is_featured,
          'is_highlighted', p.is_highlighted, 'approved_at', p.approved_at, 'checks', p.checks
        ) || case when p.fits is null then '{}' else jsonb_build_object('fits', p.fits) end
          order by cardinality(p.fits) desc, p.rank)
        from page p left join public.cities c on c.id = p.city_id and not c._deleted
      ), '[]'),
      'total_count', n.total,
      'total_pages', (n.total + $4::int - 1) / $4::int
    ) || n.best
    from (select count(*) as total, %7$s as best from matching m) n$statement$,
    case when with_hidden then 'app.teacher_source' else 'public.teacher_listings' end,
    'not l._deleted'
      || case when with_hidden then '' else ' and substr(l.checks, 6, 6) > (select app.today_code())' end
      || conditions,
    case when with_hidden then 'p.is_active' else 'true' end,
    case when fits = '{}' then 'null::text[]' else 'array_remove(array[' || array_to_string(fits, ', ') || '], null)' end,
    case when fits = '{}' then 'not materialized' else 'materialized' end,
    case when fits = '{}' then '' else 'cardinality(m.fits) desc,' end,
    case when fits = '{}' then $n$'{}'::jsonb$n$ else format(
      $n$jsonb_build_object('best_count', count(*) filter (where cardinality(m.fits) = %s))$n$, cardinality(fits)) end)
$$;

-- One page of teachers. A page below 1 is page 1, a page size is brought to 1..100 (12 when absent), empty filters
-- are none, an unknown city, style or criterion finds nobody. Filters over 200 characters are refused with 22023
-- (HTTP 400). `with_hidden` shows inactive and paused teachers: the callers check who may ask for it. `criteria`: the
-- words of src/db/search/search-rules.ts. A name that finds nobody is searched again with one wrong letter; the answer to
-- that has `is_similar`. With criteria that rank, it has `best_count`: how many fit all of them. With an area in which
-- no listed teacher of the city is, of any style, it has `is_area_empty`.
create function app.search_teachers(
  page_number integer, items_per_page integer, name_filter text, style_filter text, city_filter text,
  with_hidden boolean, availability_filter text default null, criteria jsonb default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
<<asked>>
declare
  size constant integer := least(greatest(coalesce(items_per_page, 12), 1), 100);
  skipped constant bigint := (greatest(coalesce(page_number, 1), 1)::bigint - 1) * size;
  set_criteria constant jsonb := app.search_criteria(criteria);
  area constant text := set_criteria ->> 'area';
  moment constant text := set_criteria ->> 'when';
  level constant text := set_criteria ->> 'level';
  place constant text := set_criteria ->> 'place';
  role constant text := set_criteria ->> 'role';
  couples constant text := set_criteria ->> 'couples';
  access constant text := set_criteria ->> 'access';
  checked constant text := set_criteria ->> 'check';
  slots text;
  words text[];
  style_name text;
  city_name text;
  style_id uuid;
  city_id uuid;
  conditions text;
  fits text[] := '{}';
  pattern text;
  is_similar boolean := false;
  answer jsonb;
begin
  if greatest(char_length(name_filter), char_length(style_filter), char_length(city_filter),
      char_length(availability_filter), (select max(char_length(e.value)) from jsonb_each_text(set_criteria) e)) > 200
  then
    raise exception 'a filter has at most 200 characters' using errcode = 'invalid_parameter_value';
  end if;
  words := app.name_words(name_filter);
  style_name := nullif(app.fold(style_filter), '');
  city_name := nullif(app.fold(city_filter), '');
  slots := nullif(app.fold(availability_filter), '');
  -- A null id compares as unknown: nobody is found, which is the answer to an unknown name.
  select s.id into style_id from public.dance_styles s where app.fold(s.name) = style_name;
  select c.id into city_id from public.cities c where app.fold(c.name) = city_name;

  conditions := concat(
    case when style_name is not null then ' and l.style_ids @> array[$2::uuid]' end,
    case when city_name is not null then ' and l.city_id = $3::uuid' end,
    case when slots is not null then ' and l.availability && $6::text[]' end,
    -- A teacher who says nothing of times or levels stays, behind those who fit; one who says others does not.
    case when moment is not null and app.slots_of(moment) is null then ' and false'
      when moment is not null then
        ' and (coalesce(cardinality(l.availability), 0) = 0 or l.availability && $7::text[])' end,
    case when level is not null and level not in ('iniciante', 'intermediario', 'avancado') then ' and false'
      when level is not null then ' and (coalesce(cardinality(l.levels), 0) = 0 or l.levels @> array[$9::text])' end,
    case when place is not null then ' and l.lesson_places @> array[$10::text]' end,
    case when role is not null then ' and l.dance_roles @> $11::text[]' end,
    case when couples = 'sim' then ' and l.accepts_couples' when couples is not null then ' and false' end,
    case when access = 'sim' then ' and l.is_accessible' when access is not null then ' and false' end,
    case when checked is not null then
      ' and substr(substring(l.checks from $12::text || ''\d{10}''), 6, 6) > (select app.today_code())' end);
  if area is not null then
    fits := fits || 'case when strpos(app.fold(l.neighborhood), $8::text) > 0 then ''area'' end'::text;
  end if;
  if moment is not null then
    fits := fits || 'case when l.availability && $7::text[] then ''when'' end'::text;
  end if;
  if level is not null then
    fits := fits || 'case when l.levels @> array[$9::text] then ''level'' end'::text;
  end if;

  loop
    pattern := case when cardinality(words) = 1 and not is_similar then words[1]
      else app.name_pattern(words, is_similar) end;
    exit when is_similar and pattern is null;
    execute app.search_statement(with_hidden, conditions || case when pattern is null then ''
        when cardinality(words) = 1 and not is_similar then ' and strpos(l.folded_name, $1::text) > 0'
        else ' and l.folded_name ~ $1::text' end, fits)
      into answer using pattern, style_id, city_id, size, skipped, app.slots_of(slots), app.slots_of(moment), area,
        level, place, case role when 'dois' then array['conduz', 'conduzido'] else array[role] end,
        app.check_letter(checked);
    exit when is_similar or words is null or (answer ->> 'total_count')::bigint > 0;
    is_similar := true;
  end loop;
  if is_similar and (answer ->> 'total_count')::bigint > 0 then
    answer := answer || '{"is_similar": true}';
  end if;
  if area is not null and (answer ->> 'best_count')::bigint = 0 and not exists (
      select from public.teacher_listings l
      where not l._deleted and substr(l.checks, 6, 6) > app.today_code()
        and (city_name is null or l.city_id = asked.city_id)
        and strpos(app.fold(l.neighborhood), area) > 0)
  then
    answer := answer || '{"is_area_empty": true}';
  end if;
  return answer;
end
$$;

create function public.search_teachers_with_filters(
  page_number integer default 1, items_per_page integer default 12, name_filter text default null,
  style_filter text default null, city_filter text default null, admin_view boolean default false,
  availability_filter text default null, criteria jsonb default null
) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.search_teachers(page_number, items_per_page, name_filter, style_filter, city_filter,
    coalesce(admin_view, false) and app.is_admin(), availability_filter,
    app.bounded('search_teachers_with_filters', 'criteria', criteria))
$$;

create function public.search_teachers_with_filters_cached(
  page_number integer default 1, items_per_page integer default 12, name_filter text default null,
  style_filter text default null, city_filter text default null, admin_view boolean default false,
  availability_filter text default null, criteria jsonb default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept app.search_cache;
  seen pg_snapshot;
  answer jsonb;
  entry_key text;
begin
  -- A standby cannot read unlogged tables, a long text is nobody's repeated search.
  if coalesce(admin_view, false) and app.is_admin()
    or pg_is_in_recovery()
    or greatest(char_length(name_filter), char_length(style_filter), char_length(city_filter),
      char_length(availability_filter), char_length(criteria::text)) > 200
  then
    return public.search_teachers_with_filters(page_number, items_per_page, name_filter, style_filter, city_filter,
      admin_view, availability_filter, criteria);
  end if;

  entry_key := jsonb_build_array(greatest(coalesce(page_number, 1), 1),
    least(greatest(coalesce(items_per_page, 12), 1), 100), coalesce(array_to_string(app.name_words(name_filter), ' '), ''),
    coalesce(app.fold(style_filter), ''), coalesce(app.fold(city_filter), ''),
    coalesce(app.fold(availability_filter), ''), app.search_criteria(criteria))::text;
  select * into kept from app.search_cache c
    where c.key = entry_key and c.created_at between clock_timestamp() - interval '60 seconds' and clock_timestamp();
  if found and not app.replicas_changed_since(kept.snapshot) then
    return kept.answer;
  end if;

  -- Taken before the answer: what commits in between makes the entry stale too early, never too late.
  seen := pg_current_snapshot();
  answer := app.search_teachers(page_number, items_per_page, name_filter, style_filter, city_filter, false,
    availability_filter, criteria);

  -- One writer at a time; whoever does not get the lock answers without keeping. So nobody waits, and the limit
  -- of 200 holds exactly.
  if current_setting('transaction_read_only') = 'off'
    and pg_try_advisory_xact_lock(hashtextextended('danceflix search cache', 0))
  then
    insert into app.search_cache as c (key, snapshot, answer, created_at)
      values (entry_key, seen, answer, clock_timestamp())
      on conflict (key) do update
        set snapshot = excluded.snapshot, answer = excluded.answer, created_at = excluded.created_at;
    delete from app.search_cache c
      where c.key in (select o.key from app.search_cache o order by o.created_at desc offset 200);
  end if;
  return answer;
end
$$;

grant execute on function
  public.search_teachers_with_filters(integer, integer, text, text, text, boolean, text, jsonb),
  public.search_teachers_with_filters_cached(integer, integer, text, text, text, boolean, text, jsonb)
  to anon, authenticated;

-- The search file: what search and cards need of every shown teacher, in columns, as public files that caches keep for
-- ever. The function search-file writes them at most once a minute after a change, and then records their names here. A
-- file stands for a checkpoint: whatever changes later comes by the pull after it.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('search-files', 'search-files', true, 8 * 1024 * 1024, array['application/gzip'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- The sections of the newest file. No policy of storage.objects names the bucket: only the server writes into it.
create table app.search_file (
  singleton boolean primary key default true check (singleton),
  epoch text not null,
  -- Every row with a smaller version is in the file.
  horizon bigint not null,
  -- The form of supabase/functions/_shared/search-file/format.ts.
  newest jsonb not null,
  written_at timestamptz not null
);
alter table app.search_file enable row level security;

-- Whether the function search-file has something to write: listings have changed, or the file is a day old. A daily call
-- removes the last sections with people who have left.
create function public.search_file_due(at timestamptz default now()) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (select from app.search_file f where f.written_at > at - interval '1 minute' and f.written_at <= at)
    and not exists (
      select from app.search_file f
      where f.epoch = app.current_epoch() and f.written_at > at - interval '1 day'
        and not exists (select from public.teacher_listings l
          where l._xid >= f.horizon and l._xid < (select app.version_horizon()))
    )
$$;

-- Shown teachers after `after_id`, each as an array of these columns. Only columns that visitors may read: the file is
-- public. A writer reads page after page and keeps the first page's horizon: a row that changes in between has a later
-- version, so that phones get it by the pull, whichever page brought it.
create function public.search_file_page(columns text[], after_id uuid default null, page_size integer default 2000)
  returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  size constant integer := least(greatest(coalesce(page_size, 2000), 1), 5000);
  listing constant regclass := 'public.teacher_listings';
  answer json;
begin
  if columns is null or cardinality(columns) = 0 or exists (
    select from unnest(columns) c where c is null
      or not exists (select from pg_catalog.pg_attribute a where a.attrelid = listing and a.attname = c and a.attnum > 0)
      or not has_column_privilege('anon', listing, c, 'select')
  ) then
    raise exception 'these are not public columns of a listing' using errcode = 'invalid_parameter_value';
  end if;
  execute format($page$
    with page as materialized (
      select l.* from public.teacher_listings l
      where l.id > $1 and not l._deleted and substr(l.checks, 6, 6) > (select app.today_code())
      order by l.id limit $2 + 1
    ), sent as materialized (select p.* from page p order by p.id limit $2)
    select json_build_object(
      'epoch', app.current_epoch(),
      'horizon', app.version_horizon(),
      'rows', coalesce((select json_agg(json_build_array(%s) order by l.id) from sent l), '[]'),
      'last', (select l.id from sent l order by l.id desc limit 1),
      'done', (select count(*) from page) <= $2
    )$page$, (select string_agg(format('l.%I', c), ', ' order by place) from unnest(columns) with ordinality u (c, place)))
    into answer using coalesce(after_id, '00000000-0000-0000-0000-000000000000'), size;
  return answer;
end
$$;

-- Records a written file. An older one, whose writer was slower, does not replace a newer.
create function public.settle_search_file(newest jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into app.search_file as f (epoch, horizon, newest, written_at)
    values (newest ->> 'epoch', (newest ->> 'horizon')::bigint, newest, now())
    on conflict (singleton) do update
      set epoch = excluded.epoch, horizon = excluded.horizon, newest = excluded.newest, written_at = excluded.written_at
      where f.epoch <> excluded.epoch or f.horizon <= excluded.horizon
$$;

-- The newest file: the names of its sections in the bucket, and what it stands for. Null without one of this history.
create function public.newest_search_file() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select f.newest from app.search_file f where f.epoch = app.current_epoch()
$$;

grant execute on function public.newest_search_file() to anon, authenticated, service_role;
grant execute on function public.search_file_due(timestamptz), public.search_file_page(text[], uuid, integer),
  public.settle_search_file(jsonb) to service_role;
