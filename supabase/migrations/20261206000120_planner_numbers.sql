-- How many rows the planner expects is told to whoever may read a column and asks PostgREST with `Prefer: count=planned`.
-- It comes from samples of all rows, not of those that a policy shows, and of a small table from every row: it told who
-- had reported, who had written evaluations without a name and when, and to whom notifications had gone. Without samples
-- it expects the same of everybody. These columns are looked up by index, or by few people.
-- Samples that were taken before stay: `analyze` does not take them away.
do $$
declare
  private record;
begin
  for private in
    select a.attrelid::pg_catalog.regclass as relation, a.attname as name
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::pg_catalog.regnamespace and a.attnum > 0 and not a.attisdropped and (
      c.relname in ('lesson_evaluations', 'reports', 'report_decisions', 'notifications', 'pwa_subscriptions')
      or (c.relname, a.attname) in (('user_profiles', 'email'), ('user_profiles', 'whatsapp'), ('supporter_tiers', 'email'),
        ('supporter_tiers', 'user_id'), ('lesson_requests', 'message'), ('lesson_requests', 'reason'))
    )
    order by 1, a.attnum
  loop
    execute format('alter table %s alter column %I set statistics 0', private.relation, private.name);
  end loop;
end
$$;

-- The back-office finds evaluations by people with the index of each side first: without samples the planner expected
-- so many for a search that it read the whole table.
update app.admin_lists l
  set search = 'r.id = any (array(
    select e.id from public.lesson_evaluations e where e.evaluator_id = any ($5)
    union select e.id from public.lesson_evaluations e where e.evaluated_id = any ($5)))'
  where l.name = 'evaluations';
