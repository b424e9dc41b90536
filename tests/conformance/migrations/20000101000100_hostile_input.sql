create function public.on_day(day date) returns text language sql immutable as $$ select day::text $$;
create function public.count_of(list uuid[]) returns integer language sql immutable as $$ select cardinality(list) $$;
grant execute on function public.on_day(date), public.count_of(uuid[]) to anon, authenticated, service_role;
