-- Search on the server, used until a phone has its own copy (specification 001 §7), and slugs for the addresses of
-- teachers' pages: /teachers/{slug}.

-- The statement of a search over `relation`, with only the requested conditions, so that each uses its index: rank
-- alone, city and rank, styles. $1 folded name, $2 style id, $3 city id, $4 page size, $5 offset.
create function app.search_statement(with_hidden boolean, by_name boolean, by_style boolean, by_city boolean)
returns text
language sql stable set search_path = ''
as $$
  select format($statement$
    with page as materialized (
      select l.* from %1$s l where %2$s order by l.rank limit $4::int offset $5::bigint
    )
    select jsonb_build_object(
      'teachers', coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', p.id, 'name', p.name, 'city_name', c.name, 'profile_image_url', p.profile_image_url,
          'whatsapp', p.whatsapp, 'bio', p.bio, 'experience', p.experience, 'neighborhood', p.neighborhood,
          'instagram', p.instagram, 'modalidades_aula', p.modalidades_aula,
          'dance_styles', coalesce((
            select jsonb_agg(d.name order by app.fold(d.name) collate "C")
            from public.dance_styles d where d.id = any (p.style_ids) and not d._deleted
          ), '[]'),
          'is_active', %3$s, 'slug', p.slug, 'rating_average', p.rating_average, 'rating_count', p.rating_count,
          'five_stars', p.five_stars, 'four_stars', p.four_stars, 'three_stars', p.three_stars,
          'two_stars', p.two_stars, 'one_star', p.one_star, 'is_featured', p.is_featured,
          'is_highlighted', p.is_highlighted, 'approved_at', p.approved_at
        ) order by p.rank)
        from page p left join public.cities c on c.id = p.city_id and not c._deleted
      ), '[]'),
      'total_count', n.total,
      'total_pages', (n.total + $4::int - 1) / $4::int
    )
    from (select count(*) as total from %1$s l where %2$s) n$statement$,
    case when with_hidden then 'app.teacher_source' else 'public.teacher_listings' end,
    'not l._deleted'
      || case when by_name then ' and strpos(l.folded_name, $1::text) > 0' else '' end
      || case when by_style then ' and l.style_ids @> array[$2::uuid]' else '' end
      || case when by_city then ' and l.city_id = $3::uuid' else '' end,
    case when with_hidden then 'p.is_active' else 'true' end)
$$;

-- One page of teachers. A page below 1 counts as 1, the page size is clamped to 1..100 (12 when absent), empty filters
-- are ignored, an unknown city or style finds no teacher. Filters over 200 characters raise 22023 (HTTP 400).
-- `with_hidden` includes inactive and paused teachers; callers check the permission for it.
create function app.search_teachers(
  page_number integer, items_per_page integer, name_filter text, style_filter text, city_filter text,
  with_hidden boolean
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  size constant integer := least(greatest(coalesce(items_per_page, 12), 1), 100);
  skipped constant bigint := (greatest(coalesce(page_number, 1), 1)::bigint - 1) * size;
  wanted_name text;
  style_name text;
  city_name text;
  style_id uuid;
  city_id uuid;
  answer jsonb;
begin
  if greatest(char_length(name_filter), char_length(style_filter), char_length(city_filter)) > 200 then
    raise exception 'a filter has at most 200 characters' using errcode = 'invalid_parameter_value';
  end if;
  wanted_name := nullif(app.fold(name_filter), '');
  style_name := nullif(app.fold(style_filter), '');
  city_name := nullif(app.fold(city_filter), '');
  -- Comparing with a null id is unknown, so that an unknown name finds no teacher.
  select s.id into style_id from public.dance_styles s where app.fold(s.name) = style_name;
  select c.id into city_id from public.cities c where app.fold(c.name) = city_name;
  execute app.search_statement(with_hidden, wanted_name is not null, style_name is not null, city_name is not null)
    into answer using wanted_name, style_id, city_id, size, skipped;
  return answer;
end
$$;

create function public.search_teachers_with_filters(
  page_number integer default 1, items_per_page integer default 12, name_filter text default null,
  style_filter text default null, city_filter text default null, admin_view boolean default false
) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.search_teachers(page_number, items_per_page, name_filter, style_filter, city_filter,
    coalesce(admin_view, false) and app.is_admin())
$$;

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

create function public.search_teachers_with_filters_cached(
  page_number integer default 1, items_per_page integer default 12, name_filter text default null,
  style_filter text default null, city_filter text default null, admin_view boolean default false
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept app.search_cache;
  seen pg_snapshot;
  answer jsonb;
  entry_key text;
begin
  -- A standby cannot read unlogged tables, and a long text is unlikely to be searched twice.
  if coalesce(admin_view, false) and app.is_admin()
    or pg_is_in_recovery()
    or greatest(char_length(name_filter), char_length(style_filter), char_length(city_filter)) > 200
  then
    return public.search_teachers_with_filters(page_number, items_per_page, name_filter, style_filter, city_filter,
      admin_view);
  end if;

  entry_key := jsonb_build_array(greatest(coalesce(page_number, 1), 1),
    least(greatest(coalesce(items_per_page, 12), 1), 100), coalesce(app.fold(name_filter), ''),
    coalesce(app.fold(style_filter), ''), coalesce(app.fold(city_filter), ''))::text;
  select * into kept from app.search_cache c
    where c.key = entry_key and c.created_at between clock_timestamp() - interval '60 seconds' and clock_timestamp();
  if found and not app.replicas_changed_since(kept.snapshot) then
    return kept.answer;
  end if;

  -- Taken before the search, so that a commit in between invalidates the entry too early, never too late.
  seen := pg_current_snapshot();
  answer := app.search_teachers(page_number, items_per_page, name_filter, style_filter, city_filter, false);

  -- One writer at a time; a search that does not get the lock is not cached. So none waits, and the limit of 200 holds.
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
-- Stable: an existing slug is kept while it has the same base (accents, case and spacing do not change a base). A
-- renamed teacher gets a new slug on the next call and the old one becomes free.
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
  if current_slug ~ ('^' || base || '(-[0-9]+)?$') then
    return current_slug;
  end if;
  loop
    candidate := base || case when suffix = 1 then '' else '-' || suffix end;
    if not exists (select from public.teachers t where t.slug = candidate) then
      begin
        update public.teachers t set slug = candidate where t.id = update_teacher_slug.teacher_id;
        return candidate;
      exception when unique_violation then
        -- Taken meanwhile by another base ('ana-2' is also the base of a teacher named "Ana 2").
        candidate := null;
      end;
    end if;
    suffix := suffix + 1;
  end loop;
end
$$;

grant execute on function public.search_teachers_with_filters(integer, integer, text, text, text, boolean),
  public.search_teachers_with_filters_cached(integer, integer, text, text, text, boolean) to anon, authenticated;
grant execute on function public.update_teacher_slug(uuid, text) to authenticated;
