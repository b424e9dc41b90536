-- When a teacher gives lessons, in the words of a lesson request: seven days × manhã, tarde, noite, as texts like
-- 'segunda-manha'. A listed field of the teacher's profile, and a filter of the search.

select app.add_teacher_field('availability', 'texts', $rule$
  availability <@ array[
    'segunda-manha', 'segunda-tarde', 'segunda-noite',
    'terca-manha', 'terca-tarde', 'terca-noite',
    'quarta-manha', 'quarta-tarde', 'quarta-noite',
    'quinta-manha', 'quinta-tarde', 'quinta-noite',
    'sexta-manha', 'sexta-tarde', 'sexta-noite',
    'sabado-manha', 'sabado-tarde', 'sabado-noite',
    'domingo-manha', 'domingo-tarde', 'domingo-noite'
  ] and array_position(availability, null) is null and cardinality(availability) <= 21
$rule$, is_listed := true);

-- Searched as styles are.
create index teacher_listings_availability on public.teacher_listings using gin (availability) with (fastupdate = off)
  where not _deleted;

-- The slots of a filter that says a day ('sabado'), a time ('manha') or both ('sabado-manha'), or several of these with
-- a full stop between them; null for another text, so that it finds nobody, as an unknown city does. The phone does the
-- same (src/db/availability.ts).
create function app.slots_of(wanted text) returns text[]
language sql immutable set search_path = ''
as $$
  select array_agg(d || '-' || t)
  from unnest(array['segunda', 'terca', 'quarta', 'quinta', 'sexta', 'sabado', 'domingo']) d,
    unnest(array['manha', 'tarde', 'noite']) t
  where string_to_array(wanted, '.') && array[d, t, d || '-' || t]
$$;

-- The search takes one filter more, at the end and optional: phones of earlier releases name the others.
drop function public.search_teachers_with_filters(integer, integer, text, text, text, boolean);
drop function public.search_teachers_with_filters_cached(integer, integer, text, text, text, boolean);
drop function app.search_teachers(integer, integer, text, text, text, boolean);
drop function app.search_statement(boolean, boolean, boolean, boolean);

-- The statement of a search over `relation`, with only the conditions that are asked for, so that each has its
-- index: rank alone, city and rank, styles. $1 folded name, $2 style id, $3 city id, $4 page size, $5 offset,
-- $6 slots.
create function app.search_statement(with_hidden boolean, by_name boolean, by_style boolean, by_city boolean,
  by_slots boolean default false)
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
      || case when by_city then ' and l.city_id = $3::uuid' else '' end
      || case when by_slots then ' and l.availability && $6::text[]' else '' end,
    case when with_hidden then 'p.is_active' else 'true' end)
$$;

-- One page of teachers. A page below 1 is page 1, a page size is brought to 1..100 (12 when absent), empty filters
-- are none, an unknown city or style finds nobody. Filters over 200 characters are refused with 22023 (HTTP 400).
-- `with_hidden` shows inactive and paused teachers: the callers check who may ask for it.
create function app.search_teachers(
  page_number integer, items_per_page integer, name_filter text, style_filter text, city_filter text,
  with_hidden boolean, availability_filter text default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  size constant integer := least(greatest(coalesce(items_per_page, 12), 1), 100);
  skipped constant bigint := (greatest(coalesce(page_number, 1), 1)::bigint - 1) * size;
  wanted_name text;
  style_name text;
  city_name text;
  slots constant text := nullif(app.fold(availability_filter), '');
  style_id uuid;
  city_id uuid;
  answer jsonb;
begin
  if greatest(char_length(name_filter), char_length(style_filter), char_length(city_filter),
    char_length(availability_filter)) > 200 then
    raise exception 'a filter has at most 200 characters' using errcode = 'invalid_parameter_value';
  end if;
  wanted_name := nullif(app.fold(name_filter), '');
  style_name := nullif(app.fold(style_filter), '');
  city_name := nullif(app.fold(city_filter), '');
  -- A null id compares as unknown: nobody is found, which is the answer to an unknown name.
  select s.id into style_id from public.dance_styles s where app.fold(s.name) = style_name;
  select c.id into city_id from public.cities c where app.fold(c.name) = city_name;
  execute app.search_statement(with_hidden, wanted_name is not null, style_name is not null, city_name is not null,
      slots is not null)
    into answer using wanted_name, style_id, city_id, size, skipped, app.slots_of(slots);
  return answer;
end
$$;

create function public.search_teachers_with_filters(
  page_number integer default 1, items_per_page integer default 12, name_filter text default null,
  style_filter text default null, city_filter text default null, admin_view boolean default false,
  availability_filter text default null
) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.search_teachers(page_number, items_per_page, name_filter, style_filter, city_filter,
    coalesce(admin_view, false) and app.is_admin(), availability_filter)
$$;

create function public.search_teachers_with_filters_cached(
  page_number integer default 1, items_per_page integer default 12, name_filter text default null,
  style_filter text default null, city_filter text default null, admin_view boolean default false,
  availability_filter text default null
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
      char_length(availability_filter)) > 200
  then
    return public.search_teachers_with_filters(page_number, items_per_page, name_filter, style_filter, city_filter,
      admin_view, availability_filter);
  end if;

  entry_key := jsonb_build_array(greatest(coalesce(page_number, 1), 1),
    least(greatest(coalesce(items_per_page, 12), 1), 100), coalesce(app.fold(name_filter), ''),
    coalesce(app.fold(style_filter), ''), coalesce(app.fold(city_filter), ''),
    coalesce(app.fold(availability_filter), ''))::text;
  select * into kept from app.search_cache c
    where c.key = entry_key and c.created_at between clock_timestamp() - interval '60 seconds' and clock_timestamp();
  if found and not app.replicas_changed_since(kept.snapshot) then
    return kept.answer;
  end if;

  -- Taken before the answer: what commits in between makes the entry stale too early, never too late.
  seen := pg_current_snapshot();
  answer := app.search_teachers(page_number, items_per_page, name_filter, style_filter, city_filter, false,
    availability_filter);

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

grant execute on function public.search_teachers_with_filters(integer, integer, text, text, text, boolean, text),
  public.search_teachers_with_filters_cached(integer, integer, text, text, text, boolean, text) to anon, authenticated;
