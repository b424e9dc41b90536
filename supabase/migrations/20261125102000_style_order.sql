-- A teacher's dance styles in the teacher's own order: the first ones stand in titles and on shared pictures.

alter table public.teacher_dance_styles add column position smallint not null default 32767;
grant select (position) on public.teacher_dance_styles to anon, authenticated;

-- Profiles of earlier releases showed the styles by name.
update public.teacher_dance_styles l set position = ordered.place
from (
  select o.teacher_id, o.dance_style_id,
    row_number() over (partition by o.teacher_id order by app.fold(d.name) collate "C") as place
  from public.teacher_dance_styles o join public.dance_styles d on d.id = o.dance_style_id
) ordered
where ordered.teacher_id = l.teacher_id and ordered.dance_style_id = l.dance_style_id;

-- Writes the styles of a person; a teacher's keep the order of `wanted`. Hints: style_unknown, styles_missing (22023).
create or replace function app.set_styles(person uuid, role text, wanted text[]) returns void
language plpgsql set search_path = ''
as $$
declare
  ids uuid[];
begin
  begin
    ids := wanted::uuid[];
  exception when invalid_text_representation then
    perform app.refuse('22023', 'style_unknown', 'there is no such dance style', 'style_ids');
  end;
  if role = 'teacher' and cardinality(ids) = 0 then
    perform app.refuse('22023', 'styles_missing', 'a teacher has one dance style at least', 'style_ids');
  end if;
  if exists (
    select from unnest(ids) i
    where not exists (select from public.dance_styles d where d.id = i and d.active and not d._deleted)
      and not exists (select from public.teacher_dance_styles l where l.teacher_id = person and l.dance_style_id = i)
      and not exists (select from public.student_dance_styles l where l.student_id = person and l.dance_style_id = i)
  ) then
    perform app.refuse('22023', 'style_unknown', 'there is no such dance style', 'style_ids');
  end if;
  if role = 'teacher' then
    delete from public.teacher_dance_styles l where l.teacher_id = person and l.dance_style_id <> all (ids);
    insert into public.teacher_dance_styles as l (teacher_id, dance_style_id, position)
      select person, w.id, min(w.place) from unnest(ids) with ordinality w (id, place) group by w.id
      on conflict (teacher_id, dance_style_id) do update set position = excluded.position
        where l.position <> excluded.position;
  else
    delete from public.student_dance_styles l where l.student_id = person and l.dance_style_id <> all (ids);
    insert into public.student_dance_styles select person, i from unnest(ids) i on conflict do nothing;
  end if;
end
$$;

-- Links the styles of a registration, an optional step. Returns the names of styles that are not offered.
create or replace function app.link_registered_styles(person uuid, role text, styles text[]) returns text[]
language plpgsql volatile set search_path = ''
as $$
begin
  if role = 'teacher' then
    insert into public.teacher_dance_styles (teacher_id, dance_style_id, position)
      select person, d.id, array_position(styles, d.name) from public.dance_styles d
      where d.name = any (styles) and d.active order by d.id
      on conflict do nothing;
  else
    insert into public.student_dance_styles
      select person, d.id from public.dance_styles d where d.name = any (styles) and d.active order by d.id
      on conflict do nothing;
  end if;
  return array(
    select s from unnest(styles) s
    where not exists (select from public.dance_styles d where d.name = s and d.active) order by s
  );
end
$$;

-- The texts of an array, each once, in its order. Hint as app.text_items.
create function app.ordered_items(content jsonb, key text) returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  items constant text[] := app.text_items(content, key);
  given constant text[] := array(select jsonb_array_elements_text(content -> key));
begin
  return array(select i from unnest(items) i order by array_position(given, i));
end
$$;

-- Reads and writes the styles in that order. Only the places named here change: each has to be found.
do $$
declare
  place text;
  former text;
  later text;
  definition text;
begin
  for place, former, later in values
    ('app.teacher_source_core', 'ORDER BY l\.dance_style_id', 'ORDER BY l."position", l.dance_style_id'),
    ('app.directory_source', 'ORDER BY l\.dance_style_id', 'ORDER BY l."position", l.dance_style_id'),
    ('app.own_profiles_core', '(\w+)\.teacher_id = p\.id\)\s+ORDER BY \1\.dance_style_id',
      '\1.teacher_id = p.id) ORDER BY \1."position", \1.dance_style_id'),
    ('public.update_profile(uuid, jsonb, bigint)', 'app\.text_items\(changes, ''style_ids''\)',
      'app.ordered_items(changes, ''style_ids'')'),
    ('public.complete_registration(jsonb)', 'app\.text_items\(payload, ''styles''\)',
      'app.ordered_items(payload, ''styles'')'),
    ('app.search_statement(boolean, boolean, boolean, boolean, boolean)',
      'order by app\.fold\(d\.name\) collate "C"', 'order by array_position(p.style_ids, d.id)')
  loop
    if strpos(place, '(') > 0 then
      definition := pg_get_functiondef(place::regprocedure);
    else
      definition := format('create or replace view %s as %s', place, pg_get_viewdef(place::regclass));
    end if;
    if definition !~ former then
      raise exception '% has no %', place, former;
    end if;
    execute regexp_replace(definition, former, later);
  end loop;
end
$$;

-- Listings hold the former order.
select app.recompute_listings(array(select t.id from public.teachers t where t.is_active));
