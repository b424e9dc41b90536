-- Evaluations with a comment come before those of stars alone: they say more to a student who chooses.
create or replace function public.evaluations_of(person uuid, page_number integer default 1, items_per_page integer default 10)
returns jsonb
language sql stable set search_path = ''
as $$
  with shown as materialized (
    select * from public.public_evaluations e where e.evaluated_id = person
  ), size as (
    select least(greatest(coalesce(items_per_page, 10), 1), 100) as items
  ), page as (
    select s.* from shown s order by s.comment is null, s.month desc, s.id
    limit (select items from size)
    offset (least(greatest(coalesce(page_number, 1), 1), 100000) - 1)::bigint * (select items from size)
  )
  select jsonb_build_object(
    'evaluations', coalesce((
      select jsonb_agg(to_jsonb(p) order by p.comment is null, p.month desc, p.id) from page p
    ), '[]'),
    'total_count', (select count(*) from shown),
    'total_pages', (select ceil(count(*)::numeric / (select items from size))::integer from shown)
  )
$$;
