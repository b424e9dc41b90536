-- The enhanced profile of teachers (giro_completo and above): two sections more on the public page, shown while the
-- support lasts. What was written stays with its owner when it ends, as with students.

select app.add_teacher_field('story', 'text', 'char_length(story) between 1 and 2000', true);
select app.add_teacher_field('music', 'text', 'char_length(music) between 1 and 300', true);
-- By the command only, which asks for the benefit.
revoke insert (story, music), update (story, music) on public.teachers from authenticated;

-- The benefit that a field comes with; null for everybody's fields.
alter table app.teacher_fields add column benefit text;
update app.teacher_fields set benefit = 'enhanced_profile' where field in ('story', 'music');

-- The views with the added fields at their ends; in the public listing a field only while its benefit lasts.
create or replace function app.define_teacher_views() returns void
language plpgsql set search_path = ''
as $$
declare
  owned text;
  listed text;
begin
  select coalesce(string_agg(format(', t.%I', f.field), '' order by f.place), ''),
    coalesce(string_agg(case when f.benefit is null then format(', t.%I', f.field)
      -- The benefit is asked for only where there is something to show.
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
select app.define_teacher_views();

-- The part of update_profile that is in the table of teachers. Hint besides: benefit_missing (42501, the field in
-- DETAIL); a field can always be emptied.
create or replace function app.update_teacher(person uuid, changes jsonb) returns void
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
