-- The fields of a teacher's profile, listed once. The owner's changes, the copy on the owner's phone, the public
-- listing and its tombstone, the audit and the removal are derived from the list, so that a new field is one call of
-- app.add_teacher_field in a migration (.github/CONTRIBUTING.md).

create table app.teacher_fields (
  field text primary key check (field ~ '^[a-z][a-z_]{1,39}$'),
  kind text not null check (kind in ('text', 'texts', 'number', 'flag')),
  -- Whether visitors can see the field.
  is_listed boolean not null,
  -- False for the fields that the tables and views name themselves.
  is_added boolean not null default true,
  place integer not null generated always as identity,
  -- The benefit that the field needs; null when none.
  benefit text
);
insert into app.teacher_fields (field, kind, is_listed, is_added, benefit) values
  ('bio', 'text', true, false, null), ('experience', 'text', true, false, null),
  ('neighborhood', 'text', true, false, null), ('instagram', 'text', true, false, null),
  ('modalidades_aula', 'texts', true, false, null), ('is_paused', 'flag', false, false, null),
  ('story', 'text', true, true, 'enhanced_profile'), ('music', 'text', true, true, 'enhanced_profile');

-- A new text field of teachers is a typed text too.
create function app.type_teacher_field() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into app.typed_texts (relation, column_name, kind)
    values ('teachers', new.field, case new.kind when 'texts' then 'items' else 'text' end)
    on conflict do nothing;
  return null;
end
$$;
create trigger typed after insert on app.teacher_fields for each row when (new.kind in ('text', 'texts'))
  execute function app.type_teacher_field();

-- Creates the views with the added fields at their ends; the public listing shows a field only while its benefit lasts.
create function app.define_teacher_views() returns void
language plpgsql set search_path = ''
as $$
declare
  owned text;
  listed text;
begin
  select coalesce(string_agg(format(', t.%I', f.field), '' order by f.place), ''),
    coalesce(string_agg(case when f.benefit is null then format(', t.%I', f.field)
      -- The benefit is checked only for rows that have a value, because the check is slow.
      else format(', case when t.%1$I is not null and %2$L = any (app.benefits_of(t.id)) then t.%1$I end as %1$I',
        f.field, f.benefit) end, '' order by f.place) filter (where f.is_listed), '')
    into owned, listed
    from app.teacher_fields f where f.is_added;
  drop view if exists app.teacher_source, app.own_profiles;
  execute format('create view app.teacher_source as
    select c.*%s from app.teacher_source_core c join public.teachers t on t.id = c.id', listed);
  execute format('create view app.own_profiles as
    select c.*%s from app.own_profiles_core c left join public.teachers t on t.id = c.id and c.role = %L',
    owned, 'teacher');
  revoke all on app.teacher_source, app.own_profiles from public, anon, authenticated;
end
$$;

-- Creates app.recompute_listings and the listing's tombstone for the present columns of public.teacher_listings.
create function app.define_listings() returns void
language plpgsql set search_path = ''
as $define$
declare
  contents constant text[] := array(
    select quote_ident(a.attname) from pg_catalog.pg_attribute a
    where a.attrelid = 'public.teacher_listings'::pg_catalog.regclass and a.attnum > 0 and not a.attisdropped
      and a.attname not in ('id', '_xid', '_deleted')
    order by a.attnum
  );
  names constant text := array_to_string(contents, ', ');
begin
  execute format($sql$
    -- Recomputes the listings of these teachers from their sources. Locks in the order of ids; each statement after the
    -- lock sees what the former holder committed. Writes only differences, so that phones download nothing needlessly.
    -- With `offset 0` the planner looks each teacher up by id: it knows nothing of tables without statistics, and would
    -- go through all teachers. One plan serves all calls, because planning takes longer than looking a teacher up.
    create or replace function app.recompute_listings(ids uuid[]) returns void
    language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_generic_plan
    as $body$
    begin
      insert into app.listing_locks as l (id)
        select distinct i from unnest(ids) i where i is not null order by i
        on conflict (id) do update set recomputed = l.recomputed + 1;
      insert into public.teacher_listings as l (id, %1$s)
        select s.id, %2$s from (select distinct i from unnest(ids) i) i
          cross join lateral (select * from app.teacher_source o where o.id = i.i and o.is_live offset 0) s order by s.id
        on conflict (id) do update set %3$s, _deleted = false
        where (%4$s, l._deleted) is distinct from (%5$s, false);
      update public.teacher_listings l set %6$s, _deleted = true
        where l.id = any (ids) and not l._deleted
          and not exists (select from app.teacher_source s where s.id = l.id and s.is_live offset 0);
    end
    $body$
  $sql$, names,
    (select string_agg('s.' || c, ', ') from unnest(contents) c),
    (select string_agg(c || ' = excluded.' || c, ', ') from unnest(contents) c),
    (select string_agg('l.' || c, ', ') from unnest(contents) c),
    (select string_agg('excluded.' || c, ', ') from unnest(contents) c),
    (select string_agg(c || ' = null', ', ') from unnest(contents) c));
  alter table public.teacher_listings drop constraint teacher_listings_tombstone;
  execute format('alter table public.teacher_listings add constraint teacher_listings_tombstone
    check (not _deleted or num_nonnulls(%s) = 0)', names);
end
$define$;

-- Adds a field, for migrations. `kind`: text, texts, number or flag; `rule`: a condition on the column that null
-- satisfies; `is_listed`: visible to visitors. Existing profiles have null. Removing a teacher empties the field, and the
-- audit keeps its values only while the account exists. Readers of the table may read the column.
create function app.add_teacher_field(field text, kind text, rule text, is_listed boolean) returns void
language plpgsql set search_path = ''
as $$
declare
  type constant text := case kind
    when 'text' then 'text' when 'texts' then 'text[]' when 'number' then 'integer' when 'flag' then 'boolean' end;
begin
  insert into app.teacher_fields (field, kind, is_listed) values (field, kind, is_listed);
  execute format('alter table public.teachers add column %I %s constraint %I check (%s)', field, type,
    'teachers_' || field || '_check', rule);
  execute format('grant insert (%1$I), update (%1$I) on public.teachers to authenticated', field);
  execute format('grant select (%I) on public.teachers to anon, authenticated', field);
  if is_listed then
    execute format('alter table public.teacher_listings add column %I %s', field, type);
    execute format('grant select (%I) on public.teacher_listings to anon, authenticated', field);
  end if;
  perform app.define_teacher_views();
  perform app.define_listings();
  drop trigger audit on public.teachers;
  perform app.audit_table('teachers', 'id', 'id', (
    select 'slug,' || string_agg(f.field, ',' order by f.place) from app.teacher_fields f
    where f.kind = 'text' or f.kind = 'texts' and f.is_added));
end
$$;

-- Writes the fields of update_profile that are in the table of teachers. Additional hint: benefit_missing (42501, the
-- field in DETAIL); emptying a field needs no benefit.
create function app.update_teacher(person uuid, changes jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  assignments constant text := (
    select string_agg(format('%1$I = app.%2$I($1, %1$L)', f.field, case f.kind
      when 'text' then 'text_field' when 'texts' then 'text_items' when 'number' then 'number_field'
      when 'flag' then 'flag_field' end), ', ' order by f.place)
    from app.teacher_fields f where changes ? f.field);
  missing constant text := (
    select f.field from app.teacher_fields f
    where changes ? f.field and jsonb_typeof(changes -> f.field) <> 'null'
      and f.benefit is not null and f.benefit <> all (app.benefits_of(person))
    order by f.place limit 1);
  changed integer;
begin
  if missing is not null then
    perform app.refuse('42501', 'benefit_missing', 'this field comes with the enhanced profile', missing);
  end if;
  execute format('update public.teachers t set %s where t.id = $2', assignments) using changes, person;
  get diagnostics changed = row_count;
  if changed = 0 then
    perform app.refuse('PT409', 'profile_missing', 'the registration is not complete');
  end if;
end
$$;

select app.define_teacher_views();
select app.define_listings();

-- Returns the caller's own profile if it has changed: at most one row.
create function public.pull_profile(
  after_xid bigint default null, after_id uuid default null, page_size integer default 500
) returns json
language sql volatile security definer set search_path = ''
as $$
  select app.pull_private('app.own_profiles', 'id', after_xid, after_id, page_size)
$$;

grant execute on function public.pull_profile(bigint, uuid, integer) to authenticated;

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

-- The slots of a filter that says a day ('sabado'), a time ('manha') or both ('sabado-manha'), or several of these with
-- a full stop between them; null for another text, so that it finds nobody, as an unknown city does. The phone does the
-- same (src/db/rows/availability.ts).
create function app.slots_of(wanted text) returns text[]
language sql immutable set search_path = ''
as $$
  select array_agg(d || '-' || t)
  from unnest(array['segunda', 'terca', 'quarta', 'quinta', 'sexta', 'sabado', 'domingo']) d,
    unnest(array['manha', 'tarde', 'noite']) t
  where string_to_array(wanted, '.') && array[d, t, d || '-' || t]
$$;

-- Searched as styles are.
create index teacher_listings_availability on public.teacher_listings using gin (availability) with (fastupdate = off)
  where not _deleted;

-- 'Veja como danço': up to three videos and six photos of a teacher, as fields of the profile. Videos are addresses of
-- YouTube or Instagram, photos paths in the teacher's own folder of the bucket of profile pictures, so that they leave
-- with the account as the profile's picture does.

-- Addresses that specification 000 §5 allows, with https; same rule as src/lib/video-url.ts.
create function app.is_video_url(url text) returns boolean
language sql immutable strict set search_path = ''
as $$
  select char_length(url) <= 300 and (
    url ~ '^https://((www|m)\.)?youtube\.com/watch\?([A-Za-z0-9_.=%-]+&)*v=[A-Za-z0-9_-]{3,64}(&[A-Za-z0-9_.=%&-]*)?$'
    or url ~ '^https://((www|m)\.)?youtube\.com/(embed|shorts|clip)/[A-Za-z0-9_-]{3,64}/?(\?[A-Za-z0-9_.=%&-]*)?$'
    or url ~ '^https://youtu\.be/[A-Za-z0-9_-]{3,64}/?(\?[A-Za-z0-9_.=%&-]*)?$'
    or url ~ '^https://(www\.)?instagram\.com/(p|reel)/[A-Za-z0-9_-]{3,64}/?(\?[A-Za-z0-9_.=%&-]*)?$'
  )
$$;

select app.add_teacher_field('videos', 'texts', $rule$
  cardinality(videos) <= 3 and array_position(videos, null) is null
  and coalesce(app.is_video_url(videos[1]), true) and coalesce(app.is_video_url(videos[2]), true)
  and coalesce(app.is_video_url(videos[3]), true)
$rule$, is_listed := true);

-- Another person's file, or one of another site, would tell its owner who looks: even administrators write none.
select app.add_teacher_field('photos', 'texts', $rule$
  cardinality(photos) <= 6 and array_position(photos, null) is null
  and array_to_string(photos, ' ') ~ (
    '^(' || '/storage/v1/object/public/profile-images/' || id || '/[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}( |$))*$')
  and cardinality(string_to_array(array_to_string(photos, ' '), ' ')) = cardinality(photos)
$rule$, is_listed := true);

-- The photos and videos of a teacher, for the team; null without such a teacher.
create function public.admin_gallery(teacher_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform app.require_admin();
  return (
    select jsonb_build_object('photos', coalesce(to_jsonb(t.photos), '[]'), 'videos', coalesce(to_jsonb(t.videos), '[]'))
    from public.teachers t where t.id = admin_gallery.teacher_id
  );
end
$$;

insert into app.commands_without_terms (kind, reason) values ('admin.media.remove', 'the team');

-- Command: takes a photo or video off a teacher's page. removal: { teacher_id, item: the path or address,
-- reason|null: told to the teacher, to 500 characters }. Answers { command_id, version: null, changed }.
-- Hints: invalid_value (22023, the field in DETAIL), target_unknown (PT404: there is no such teacher).
create function public.admin_remove_media(command_id uuid, removal jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  answer jsonb;
  teacher uuid;
  item text;
  told text;
  changed boolean;
begin
  perform app.require_admin();
  answer := app.begin_command(command_id, 'admin.media.remove', removal);
  if answer is not null then
    return answer;
  end if;
  if jsonb_typeof(removal) is distinct from 'object' then
    perform app.refuse('22023', 'invalid_value', 'a removal is an object', 'removal');
  end if;
  teacher := app.id_field(removal, 'teacher_id');
  item := app.text_field(removal, 'item');
  told := app.text_field(removal, 'reason');
  if item is null then
    perform app.refuse('22023', 'invalid_value', 'this value is missing', 'item');
  elsif char_length(told) > 500 then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'reason');
  end if;
  perform from public.teachers t where t.id = teacher for update;
  if not found then
    perform app.refuse('PT404', 'target_unknown', 'there is no such teacher');
  end if;
  update public.teachers t set photos = array_remove(t.photos, item), videos = array_remove(t.videos, item)
    where t.id = teacher and (item = any (t.photos) or item = any (t.videos));
  changed := found;
  if changed then
    perform app.notify(teacher, 'profile.media_removed', 'Uma foto ou um vídeo seu saiu do ar',
      'A equipe do Danceflix removeu um item de ''Veja como danço'' da sua página.' || coalesce(' Motivo: ' || told, ''),
      null);
  end if;
  return app.finish_command(command_id, jsonb_build_object('changed', changed));
end
$$;

grant execute on function public.admin_gallery(uuid), public.admin_remove_media(uuid, jsonb) to authenticated;

-- Facts that decide a lesson, as listed fields of the teacher's profile: places, levels, the roles that are taught,
-- couples, an accessible venue. The search filters and ranks by them (src/db/search/search-rules.ts).

select app.add_teacher_field('lesson_places', 'texts', $rule$
  lesson_places <@ array['casa', 'estudio', 'online']
  and array_position(lesson_places, null) is null and cardinality(lesson_places) <= 3
$rule$, is_listed := true);

select app.add_teacher_field('levels', 'texts', $rule$
  levels <@ array['iniciante', 'intermediario', 'avancado']
  and array_position(levels, null) is null and cardinality(levels) <= 3
$rule$, is_listed := true);

select app.add_teacher_field('dance_roles', 'texts', $rule$
  dance_roles <@ array['conduz', 'conduzido']
  and array_position(dance_roles, null) is null and cardinality(dance_roles) <= 2
$rule$, is_listed := true);

select app.add_teacher_field('accepts_couples', 'flag', 'true', is_listed := true);
select app.add_teacher_field('is_accessible', 'flag', 'true', is_listed := true);
