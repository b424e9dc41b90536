-- The lists of the back-office, all with the same interface. A procedure public.admin_list_<things>(filter, sort, after,
-- page_size) returns { rows, next, total, total_is_capped }:
--
--   filter     { search, … }, documented with each list. Null and '' mean no filter. `search`: prefixes of words, folded
--              (accents and case do not matter), all of which must match.
--   sort       a name, descending with '-' before it; null: the list's default
--   after      null, or `next` of the page before with the same sort
--   page_size  1 to 1,000; 50 when it is null
--   rows       objects; dates ISO 8601, people as { id, name } or null when removed
--   next       null on the last page
--   total      on the first page, counted up to 10,000 (`total_is_capped`: there are more); null on the others
--
-- Hints: admin_only (42501); invalid_value (22023; in DETAIL the filter, 'sort' or 'after').
--
-- A list is a row of app.admin_lists, inserted by the migrations. In its expressions `r` is a row of `source`, $1 the
-- filter, $4 the search as tsquery, $5 the people found by it. A sort consists of keys that are never null, the last one
-- unique; each has an index of exactly these columns, so that a page is read from the end of the one before.

create table app.admin_lists (
  name text primary key,
  source text not null,
  -- Condition for every row of the list.
  condition text not null default 'true',
  search text,
  filters jsonb not null default '{}',
  -- name → [[expression, type], …]
  sorts jsonb not null,
  default_sort text not null,
  -- Expression for the JSON object of a row.
  shown text not null,
  -- Filters with their own index that are slow to check per row: used first when they match few rows.
  first text[] not null default '{search}',
  -- Small enough to be read whole.
  is_small boolean not null default false
);

create function app.admin_list_named(list text) returns app.admin_lists
language sql stable set search_path = ''
as $$
  select l from app.admin_lists l where l.name = list
$$;

-- The condition of a list with this filter.
create function app.admin_condition(list text, filter jsonb) returns text
language plpgsql stable set search_path = ''
as $$
declare
  wanted constant app.admin_lists := app.admin_list_named(list);
  written text := wanted.condition;
  key text;
  part text;
begin
  for key in select k from jsonb_object_keys(filter) k order by k loop
    part := case key when 'search' then wanted.search else wanted.filters ->> key end;
    if part is null or jsonb_typeof(filter -> key) in ('object', 'array') then
      perform app.refuse('22023', 'invalid_value', 'this list has no such filter', key);
    end if;
    written := written || ' and (' || part || ')';
  end loop;
  return written;
end
$$;

-- The statement of a page. $2: keys of the row before the page; $3: page size. `few`: the filtered rows are found first
-- and sorted then; otherwise the sort's index is walked until the page is full, which also reads the rows that the
-- filter drops.
create function app.admin_page_statement(list text, filter jsonb, sort text, has_after boolean, few boolean) returns text
language plpgsql stable set search_path = ''
as $$
declare
  wanted constant app.admin_lists := app.admin_list_named(list);
  keys constant jsonb := wanted.sorts -> ltrim(sort, '-');
  direction constant text := case when starts_with(sort, '-') then ' desc' else '' end;
  expressions text;
  sorted text;
  former text;
begin
  if keys is null then
    perform app.refuse('22023', 'invalid_value', 'this list has no such sort', 'sort');
  end if;
  select string_agg(k ->> 0, ', ' order by n), string_agg((k ->> 0) || direction, ', ' order by n),
      string_agg(format('($2 ->> %s)::%s', n - 1, k ->> 1), ', ' order by n)
    into expressions, sorted, former
    from jsonb_array_elements(keys) with ordinality e (k, n);
  return format($statement$
    with %1$s page as materialized (
      select r.*, array[%6$s] as _keys from %2$s %3$s order by %4$s limit $3::int + 1
    ), numbered as materialized (
      select r.*, row_number() over (order by %4$s) as _place from page r
    )
    select jsonb_build_object(
      'rows', coalesce((select jsonb_agg(%5$s order by r._place) from numbered r where r._place <= $3::int), '[]'),
      'next', (
        select jsonb_build_object('sort', %7$L, 'keys', to_jsonb(r._keys)) from numbered r
        where r._place = $3::int and (select count(*) from page) > $3::int
      ))$statement$,
    case when few then format('found as materialized (select r.* from %s where %s),', wanted.source,
      app.admin_condition(list, filter)) else '' end,
    case when few then 'found r where true' else format('%s where %s', wanted.source, app.admin_condition(list, filter)) end,
    case when has_after then format('and (%s) %s (%s)', expressions, case direction when '' then '>' else '<' end, former)
      else '' end,
    sorted, wanted.shown,
    (select string_agg(format('(to_jsonb(%s) #>> ''{}'')', k ->> 0), ', ' order by n)
      from jsonb_array_elements(keys) with ordinality e (k, n)),
    sort);
end
$$;

-- Counts the filtered rows up to a number, in the order of a sort, so that an index is walked: a sort whose keys are
-- plain columns, because expressions would be computed for every row.
create function app.admin_count_statement(list text, filter jsonb, at_most integer) returns text
language sql stable set search_path = ''
as $$
  select format('select count(*) from (select from %s where %s%s limit %s) c', l.source, app.admin_condition(list, filter),
    -- Filters with their own index are counted by that.
    case when filter ?| l.first then '' else (
      select ' order by ' || string_agg(k ->> 0, ', ' order by n)
      from jsonb_array_elements(o.keys) with ordinality e (k, n)) end,
    at_most)
  from app.admin_lists l
  cross join lateral (
    select s.value as keys from jsonb_each(l.sorts) s order by s.value::text like '%(%', s.key limit 1
  ) o
  where l.name = list
$$;

-- Both run without sequential scans: the planner underestimates one that may stop early, which reads the whole table
-- when the wanted rows are at its end.
create function app.admin_count(list text, filter jsonb, query tsquery, people uuid[], at_most integer) returns bigint
language plpgsql stable set search_path = '' set enable_seqscan = off
as $$
declare
  counted bigint;
begin
  execute app.admin_count_statement(list, filter, at_most) into counted using filter, null::jsonb, 0, query, people;
  return counted;
end
$$;
create function app.admin_page(
  list text, filter jsonb, sort text, after jsonb, size integer, query tsquery, people uuid[], few boolean
) returns jsonb
language plpgsql stable set search_path = '' set enable_seqscan = off
as $$
declare
  page jsonb;
begin
  execute app.admin_page_statement(list, filter, sort, after is not null, few) into page
    using filter, after, size, query, people;
  return page;
end
$$;

create function app.admin_list(list text, filter jsonb, sort text, after jsonb, page_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  size constant integer := least(greatest(coalesce(page_size, 50), 1), 1000);
  wanted constant app.admin_lists := app.admin_list_named(list);
  sorted constant text := coalesce(nullif(sort, ''), wanted.default_sort);
  given jsonb := coalesce(nullif(filter, 'null'), '{}');
  former constant jsonb := nullif(after, 'null');
  -- Number of rows that can be sorted without noticeable delay.
  few constant integer := 2000;
  query tsquery;
  people uuid[];
  answer jsonb;
  total bigint;
  found bigint;
begin
  if jsonb_typeof(given) <> 'object' or octet_length(given::text) > 4000 then
    perform app.refuse('22023', 'invalid_value', 'a filter is an object', 'filter');
  end if;
  given := (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(given) f
    where f.value not in ('null', '""'));
  query := app.search_query(given ->> 'search');
  if query is null then
    given := given - 'search';
  elsif wanted.search like '%$5%' then
    people := app.people_found(query);
  end if;
  begin
    if former is null then
      total := app.admin_count(list, given, query, people, 10001);
    elsif jsonb_typeof(former) <> 'object' or former ->> 'sort' is distinct from sorted
      or jsonb_typeof(former -> 'keys') is distinct from 'array'
      or jsonb_array_length(former -> 'keys') is distinct from jsonb_array_length(wanted.sorts -> ltrim(sorted, '-'))
      or former -> 'keys' @> '[null]'
    then
      perform app.refuse('22023', 'invalid_value', 'this is no place in that order', 'after');
    end if;
    if given ?| wanted.first then
      found := coalesce(total, app.admin_count(list, given, query, people, few + 1));
    end if;
    answer := app.admin_page(list, given, sorted, former -> 'keys', size, query, people, coalesce(found <= few, false));
  exception when invalid_text_representation or invalid_datetime_format or datetime_field_overflow
    or numeric_value_out_of_range or invalid_binary_representation
  then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'filter');
  end;
  return answer || jsonb_build_object(
    'total', case when total > 10000 then 10000 else total end, 'total_is_capped', coalesce(total > 10000, false));
end
$$;

-- JSON of people and things in lists; null when removed.
create function app.named_person(person uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', p.id, 'name', p.name, 'role', p.role, 'image_url', p.profile_image_url)
  from public.user_profiles p where p.id = person and p.removed_at is null
$$;
create function app.named_city(city uuid) returns text
language sql stable set search_path = ''
as $$
  select c.name from public.cities c where c.id = city
$$;
create function app.named_style(style uuid) returns text
language sql stable set search_path = ''
as $$
  select d.name from public.dance_styles d where d.id = style
$$;
create function app.named_styles(styles uuid[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(d.name order by app.fold(d.name) collate "C"), '[]')
  from public.dance_styles d where d.id = any (styles)
$$;

-- Creates public.admin_list_<name> for a list in app.admin_lists.
create function app.open_admin_list(list text) returns void
language plpgsql set search_path = ''
as $$
declare
  signature constant text := format('public.%I(jsonb, text, jsonb, integer)', 'admin_list_' || list);
begin
  execute format($definition$
    create function public.%I(
      filter jsonb default '{}', sort text default null, after jsonb default null, page_size integer default 50
    ) returns jsonb language sql stable security definer set search_path = ''
    as %L$definition$,
    'admin_list_' || list, format('select app.admin_list(%L, filter, sort, after, page_size)', list));
  execute format('revoke all on function %s from public, anon', signature);
  execute format('grant execute on function %s to authenticated', signature);
end
$$;

alter table app.admin_lists enable row level security;
