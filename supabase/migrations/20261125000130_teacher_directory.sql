-- app.teacher_directory: every teacher, hidden ones included, with all that the back-office searches, filters and sorts
-- by. Kept by the same triggers and under the same lock as the listings (…_listings.sql).
--
-- state: 'pending' never approved · 'active' shown · 'paused' approved, away by own choice · 'inactive' taken off by
-- the team.

create table app.teacher_directory (
  id uuid primary key,
  name text not null,
  email text not null,
  folded_name text collate "C" not null generated always as (app.fold(name) collate "C") stored,
  words tsvector not null generated always as (app.search_words(app.fold(name || ' ' || email))) stored,
  city_id uuid,
  style_ids uuid[] not null,
  state text not null,
  is_featured boolean not null,
  has_slug boolean not null,
  rating numeric(3, 2) not null,
  rating_count integer not null,
  created_at timestamptz not null
);
alter table app.teacher_directory enable row level security;
revoke all on app.teacher_directory from public, anon, authenticated, service_role;

create function app.teacher_state(is_active boolean, is_paused boolean, approved_at timestamptz) returns text
language sql immutable set search_path = ''
as $$
  select case
    when is_active then case when is_paused then 'paused' else 'active' end
    when approved_at is null then 'pending'
    else 'inactive'
  end
$$;

-- What the directory says of teachers, from its sources.
create view app.directory_source as
select t.id, p.name, p.email, p.city_id,
  array(select l.dance_style_id from public.teacher_dance_styles l where l.teacher_id = t.id order by 1) as style_ids,
  app.teacher_state(t.is_active, t.is_paused, t.approved_at) as state, t.is_featured, t.slug is not null as has_slug,
  coalesce(e.average_rating, 0) as rating, coalesce(e.total_evaluations, 0) as rating_count, t.created_at
from public.teachers t
join public.user_profiles p on p.id = t.id and p.role = 'teacher' and p.removed_at is null
left join public.user_evaluation_stats e on e.user_id = t.id;
revoke all on app.directory_source from public, anon, authenticated;

-- In steps, so that folding names, which costs the most, is done only for new and renamed ones.
create function app.recompute_directory(ids uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into app.teacher_directory (id, name, email, city_id, style_ids, state, is_featured, has_slug, rating,
      rating_count, created_at)
    select s.id, s.name, s.email, s.city_id, s.style_ids, s.state, s.is_featured, s.has_slug, s.rating, s.rating_count,
      s.created_at
    from app.directory_source s
    where s.id = any (ids) and not exists (select from app.teacher_directory d where d.id = s.id)
    on conflict do nothing;
  update app.teacher_directory d set name = s.name, email = s.email
    from app.directory_source s
    where d.id = any (ids) and s.id = d.id and (d.name, d.email) <> (s.name, s.email);
  update app.teacher_directory d set city_id = s.city_id, style_ids = s.style_ids, state = s.state,
      is_featured = s.is_featured, has_slug = s.has_slug, rating = s.rating, rating_count = s.rating_count
    from app.directory_source s
    where d.id = any (ids) and s.id = d.id
      and (d.city_id, d.style_ids, d.state, d.is_featured, d.has_slug, d.rating, d.rating_count)
        is distinct from (s.city_id, s.style_ids, s.state, s.is_featured, s.has_slug, s.rating, s.rating_count);
  delete from app.teacher_directory d
    where d.id = any (ids) and not exists (select from app.directory_source s where s.id = d.id);
end
$$;

-- As before, and the directory follows.
create or replace function app.recompute_changed() returns trigger
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

select app.recompute_directory(array(select t.id from public.teachers t order by t.id));

create index teacher_directory_name on app.teacher_directory (folded_name, id);
create index teacher_directory_created on app.teacher_directory (created_at, id);
create index teacher_directory_rating on app.teacher_directory (rating, rating_count, id);
create index teacher_directory_state_name on app.teacher_directory (state, folded_name, id);
create index teacher_directory_state_created on app.teacher_directory (state, created_at, id);
create index teacher_directory_city on app.teacher_directory (city_id, folded_name, id);
create index teacher_directory_featured on app.teacher_directory (folded_name, id) where is_featured;
create index teacher_directory_no_slug on app.teacher_directory (folded_name, id) where not has_slug;
create index teacher_directory_styles on app.teacher_directory using gin (style_ids);
create index teacher_directory_words on app.teacher_directory using gin (words);

revoke all on function app.teacher_state(boolean, boolean, timestamptz), app.recompute_directory(uuid[])
  from public, anon, authenticated;

-- What the team checked of a teacher before vouching for it ('Todos os professores são verificados'). A new check is a
-- new row, so that who checked what when stays readable.
create table public.teacher_verifications (
  id uuid primary key,
  teacher_id uuid not null references public.teachers (id) on delete cascade,
  -- What was checked: each of identity, whatsapp, instagram, experience, references, picture.
  checked text[] not null constraint teacher_verifications_checked_check check (
    cardinality(checked) between 1 and 6 and array_position(checked, null) is null
    and checked <@ array['identity', 'whatsapp', 'instagram', 'experience', 'references', 'picture']
  ),
  outcome text not null constraint teacher_verifications_outcome_check check (outcome in ('passed', 'failed')),
  note text constraint teacher_verifications_note_check check (char_length(note) between 1 and 1000),
  checked_by uuid not null,
  checked_at timestamptz not null default now()
);
create index teacher_verifications_teacher on public.teacher_verifications (teacher_id, checked_at);
select app.audit_table('teacher_verifications', 'id', 'teacher_id', 'note');

alter table public.teacher_verifications enable row level security;
revoke all on public.teacher_verifications from public, anon, authenticated, service_role;
grant select on public.teacher_verifications to authenticated;
grant select, insert, update, delete on public.teacher_verifications to service_role;
create policy "admins read verifications" on public.teacher_verifications for select to authenticated
  using ((select app.is_admin()));

create function app.forget_verifications() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.teacher_verifications v where v.teacher_id = old.id;
  return null;
end
$$;
create trigger forget_verifications after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_verifications();
revoke all on function app.forget_verifications() from public, anon, authenticated;

alter function public.my_data() set schema app;
alter function app.my_data() rename to my_data_before_verifications;
revoke all on function app.my_data_before_verifications() from public, anon, authenticated;

-- Everything held about the caller, by subject (…_own_data.sql), with what the team checked, not who of it.
create function public.my_data() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.my_data_before_verifications() || jsonb_build_object('verifications', coalesce((
    select jsonb_agg(to_jsonb(v) - array['teacher_id', 'checked_by'] order by v.checked_at, v.id)
    from public.teacher_verifications v where v.teacher_id = auth.uid()
  ), '[]'))
$$;
revoke all on function public.my_data() from public, anon;
grant execute on function public.my_data() to authenticated, service_role;

-- filter: search (name, e-mail), state ('pending'|'active'|'paused'|'inactive'), featured, has_slug (booleans), city_id,
-- style_id, created_from, created_to. sort: name (default), created_at, rating.
insert into app.admin_lists (name, source, first, search, filters, sorts, default_sort, shown) values (
  'teachers', 'app.teacher_directory r', '{search,city_id,style_id}', 'r.words @@ $4',
  jsonb_build_object(
    'state', 'r.state = ($1 ->> ''state'')',
    'featured', 'r.is_featured = ($1 ->> ''featured'')::boolean',
    'has_slug', 'r.has_slug = ($1 ->> ''has_slug'')::boolean',
    'city_id', 'r.city_id = ($1 ->> ''city_id'')::uuid',
    'style_id', 'r.style_ids @> array[($1 ->> ''style_id'')::uuid]',
    'created_from', 'r.created_at >= ($1 ->> ''created_from'')::timestamptz',
    'created_to', 'r.created_at < ($1 ->> ''created_to'')::timestamptz'
  ),
  '{"name": [["r.folded_name", "text"], ["r.id", "uuid"]],
    "created_at": [["r.created_at", "timestamptz"], ["r.id", "uuid"]],
    "rating": [["r.rating", "numeric"], ["r.rating_count", "integer"], ["r.id", "uuid"]]}',
  'name',
  $shown$app.admin_teacher_row(r.id)$shown$
);

-- A teacher in a list: { id, name, email, whatsapp, image_url, city_id, city_name, style_ids, style_names, state,
-- is_active, is_paused, is_featured, is_highlighted, slug, rating_average|null, rating_count, created_at, approved_at,
-- verified_at: of the last check that passed }.
create function app.admin_teacher_row(teacher uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', d.id, 'name', d.name, 'email', d.email, 'whatsapp', p.whatsapp, 'image_url', p.profile_image_url,
    'city_id', d.city_id, 'city_name', app.named_city(d.city_id),
    'style_ids', d.style_ids, 'style_names', app.named_styles(d.style_ids),
    'state', d.state, 'is_active', t.is_active, 'is_paused', t.is_paused, 'is_featured', t.is_featured,
    'is_highlighted', coalesce('search_highlight' = any (app.benefits_of(d.id)), false),
    'slug', t.slug, 'rating_average', nullif(d.rating, 0), 'rating_count', d.rating_count,
    'created_at', d.created_at, 'approved_at', t.approved_at,
    'verified_at', (select max(v.checked_at) from public.teacher_verifications v
      where v.teacher_id = d.id and v.outcome = 'passed'))
  from app.teacher_directory d
  join public.teachers t on t.id = d.id
  join public.user_profiles p on p.id = d.id
  where d.id = teacher
$$;
revoke all on function app.admin_teacher_row(uuid) from public, anon, authenticated;

select app.open_admin_list('teachers');
