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
    create or replace function app.recompute_listings(ids uuid[]) returns void
    language plpgsql volatile security definer set search_path = ''
    as $body$
    begin
      insert into app.listing_locks as l (id)
        select distinct i from unnest(ids) i where i is not null order by i
        on conflict (id) do update set recomputed = l.recomputed + 1;
      insert into public.teacher_listings as l (id, %1$s)
        select s.id, %2$s from app.teacher_source s where s.id = any (ids) and s.is_live order by s.id
        on conflict (id) do update set %3$s, _deleted = false
        where (%4$s, l._deleted) is distinct from (%5$s, false);
      update public.teacher_listings l set %6$s, _deleted = true
        where l.id = any (ids) and not l._deleted
          and not exists (select from app.teacher_source s where s.id = l.id and s.is_live);
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
