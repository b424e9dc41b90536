-- What a support brings reaches the person's own phones and page (…_student_page.sql, …_dancers.sql).

-- The benefits of the highest tier that the person supports with, the lowest tier's first.
create or replace function app.benefits_of(person uuid) returns text[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(d.benefit order by d.position), '{}')
  from public.supporter_tier_definitions d
  where d.position <= (
    select max(h.position) from public.supporter_tiers s
    join public.supporter_tier_definitions h on h.tier = s.tier
    where s.user_id = person and s.is_active
  )
$$;

-- The same question in one place only.
drop function app.has_benefit(uuid, text);

create function app.support_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  people uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct n.user_id) into people from new_rows n where n.user_id is not null and n.is_active;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct o.user_id) into people from old_rows o where o.user_id is not null and o.is_active;
  else
    select array_agg(distinct p.id) into people
      from new_rows n join old_rows o on o.id = n.id
      cross join lateral (values (n.user_id), (o.user_id)) p (id)
      where p.id is not null and (n.user_id, n.tier, n.is_active) is distinct from (o.user_id, o.tier, o.is_active);
  end if;
  -- Nothing is asked of who never supported: most statements end here.
  if people is not null then
    perform app.benefits_changed(p.id) from (select i as id from unnest(people) i order by i) p;
  end if;
  return null;
end
$$;
-- After the listing's triggers by name, as everywhere: the listing's lock first, then the version's.
create trigger version_inserted after insert on public.supporter_tiers referencing new table as new_rows
  for each statement execute function app.support_changed();
create trigger version_updated after update on public.supporter_tiers
  referencing new table as new_rows old table as old_rows
  for each statement execute function app.support_changed();
create trigger version_deleted after delete on public.supporter_tiers referencing old table as old_rows
  for each statement execute function app.support_changed();

-- Who supports already.
select app.benefits_changed(p.id)
  from (select distinct s.user_id as id from public.supporter_tiers s where s.user_id is not null and s.is_active
    order by s.user_id) p;

revoke all on function app.benefits_of(uuid), app.support_changed() from public;
