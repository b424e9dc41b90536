-- What programmes bring reaches profiles: the owner's phones, and the page that others see.

create or replace function app.benefits_of(person uuid) returns text[]
language sql stable set search_path = ''
as $$
  select array(
    select d.benefit from public.supporter_tier_definitions d
    where app.has_benefit(person, d.benefit) order by d.position
  )
$$;

-- Whose support it was and is. After the listing's own triggers by name: all take the person's rows in that order.
create function app.support_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' and old.user_id is not null then
    perform app.benefits_changed(old.user_id);
  end if;
  if tg_op <> 'DELETE' and new.user_id is not null and (tg_op = 'INSERT' or new.user_id is distinct from old.user_id) then
    perform app.benefits_changed(new.user_id);
  end if;
  return null;
end
$$;
create trigger zz_support_changed after insert or update of user_id, tier, is_active or delete on public.supporter_tiers
  for each row execute function app.support_changed();

do $$
begin
  perform app.benefits_changed(p.id) from public.user_profiles p
    where p.removed_at is null and exists (select from public.supporter_tiers s where s.user_id = p.id) order by p.id;
end
$$;

revoke all on function app.benefits_of(uuid), app.support_changed() from public;
