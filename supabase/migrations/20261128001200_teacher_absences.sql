-- Why the address of a page shows nobody: 'away' for an approved teacher who is not shown now, 'left' for one who has gone;
-- null for an address that is unknown, and of teachers who were never approved. `former`: a slug, present or former, or an id.
create function public.teacher_absence(former text) returns text
language sql stable security definer set search_path = ''
as $$
  with asked as (
    select case when app.bounded('teacher_absence', 'former', former)
      ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then former::uuid end as id,
      app.address_digest(former) as digest
  ), found as (
    select a.teacher_id as id, a.teacher_id is null as has_left from app.teacher_addresses a, asked
      where a.digest = asked.digest
    union all
    select p.id, p.removed_at is not null from public.user_profiles p, asked where p.id = asked.id and p.role = 'teacher'
  )
  select case
    when f.has_left then 'left'
    when exists (select from public.teacher_listings l where l.id = f.id and not l._deleted) then null
    when exists (select from public.teachers t where t.id = f.id and t.approved_at is not null) then 'away' end
  from found f limit 1
$$;
grant execute on function public.teacher_absence(text) to anon, authenticated, service_role;

insert into app.parameter_bounds (procedure, parameter, at_most, command_kind) values
  ('teacher_absence', 'former', 1000, null);
