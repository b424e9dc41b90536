-- The search file: what search and cards need of every shown teacher, in columns, as public files that caches keep for
-- ever. The function search-file writes them at most once a minute after a change, and then records their names here. A
-- file stands for a checkpoint: whatever changes later comes by the pull after it.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('search-files', 'search-files', true, 8 * 1024 * 1024, array['application/gzip'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- What the newest file holds. No policy of storage.objects names the bucket: only the server writes into it.
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

insert into app.personal_data (place, after_leaving, reason)
  values ('app.search_file', 'no person', 'names of the sections of the search file');

grant execute on function public.newest_search_file() to anon, authenticated, service_role;
grant execute on function public.search_file_due(timestamptz), public.search_file_page(text[], uuid, integer),
  public.settle_search_file(jsonb) to service_role;
