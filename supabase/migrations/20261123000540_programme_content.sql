-- Supporters, sponsors and tiers on every phone: kinds 'supporter', 'sponsor' and 'tier' of content_items
-- (…_content.sql says how). Locks are taken in one order: supporter, its content, then the listing.

-- Puts or removes a supporter's content. The lock makes writers of profile and support see each other.
create function app.show_supporter(supporter_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  shown record;
begin
  perform from public.supporter_tiers s where s.id = supporter_id for update;
  select v.*, d.position into shown from public.public_supporters v
    join public.supporter_tier_definitions d on d.tier = v.tier where v.id = supporter_id;
  if not found then
    perform app.remove_content('supporter', supporter_id);
    return;
  end if;
  perform app.put_content('supporter', shown.id, null,
    -- The highest tier first; who is not named comes last in it.
    9 - shown.position || ' ' || coalesce('0' || app.fold(shown.name), '1'),
    jsonb_build_object('name', shown.name, 'image_url', shown.profile_image_url, 'tier', shown.tier,
      'teacher_id', shown.teacher_id, 'since', shown.since));
end
$$;

create function app.show_changed_supporter() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform app.remove_content('supporter', old.id);
  else
    perform app.show_supporter(new.id);
  end if;
  return null;
end
$$;
create trigger show after insert or update or delete on public.supporter_tiers
  for each row execute function app.show_changed_supporter();

create function app.show_supporters_of_person() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.show_supporter(s.id)
    from (select t.id from public.supporter_tiers t where t.user_id = new.id order by t.id) s;
  return null;
end
$$;
-- For each row: before the statement triggers that lock the listing.
create trigger show_support after update on public.user_profiles for each row
  when ((old.name, old.profile_image_url, old.role, old.removed_at)
    is distinct from (new.name, new.profile_image_url, new.role, new.removed_at))
  execute function app.show_supporters_of_person();

create function app.show_sponsor() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform app.remove_content('sponsor', old.id);
  elsif not new.is_active then
    perform app.remove_content('sponsor', new.id);
  else
    perform app.put_content('sponsor', new.id, null,
      (select 9 - d.position from public.sponsor_tier_definitions d where d.tier = new.tier)
        || ' ' || lpad(new.display_order::text, 4, '0') || ' ' || app.fold(new.name),
      jsonb_build_object('name', new.name, 'tier', new.tier, 'tagline', new.tagline, 'url', new.url,
        'logo_url', new.logo_url));
  end if;
  return null;
end
$$;
create trigger show after insert or update or delete on public.sponsors
  for each row execute function app.show_sponsor();

-- Argument: the programme, 'supporter' or 'sponsor'. A tier without slots has as many places as people come.
create function app.show_tier() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform app.remove_content('tier', old.id);
  else
    perform app.put_content('tier', new.id, null, tg_argv[0] || ' ' || lpad(new.position::text, 3, '0'),
      (to_jsonb(new) - 'id') || jsonb_build_object('programme', tg_argv[0]));
  end if;
  return null;
end
$$;
create trigger show after insert or update or delete on public.supporter_tier_definitions
  for each row execute function app.show_tier('supporter');
create trigger show after insert or update or delete on public.sponsor_tier_definitions
  for each row execute function app.show_tier('sponsor');

-- What is there already.
update public.supporter_tier_definitions set name = name;
update public.sponsor_tier_definitions set name = name;
update public.sponsors set name = name;
select app.show_supporter(s.id) from (select t.id from public.supporter_tiers t order by t.id) s;

revoke all on all functions in schema app from public;
