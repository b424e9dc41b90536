-- A token outlives its account by up to an hour. It writes nothing: no command, no row, no picture. The answer is
-- account_missing (PT401), as complete_registration and delete_my_account give it: a phone keeps what it could not send.

-- Whether there is an account behind the caller's token, kept from being removed until the transaction ends: its row is
-- taken before any profile, as who removes an account does.
create function app.hold_own_account() returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  perform from auth.users u where u.id = me for key share;
  return found and not exists (select from public.user_profiles p where p.id = me and p.removed_at is not null);
end
$$;

create function app.require_living_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null and not app.hold_own_account() then
    perform app.refuse('PT401', 'account_missing', 'this account does not exist any more');
  end if;
  return null;
end
$$;

-- Every command, whatever its procedure forgets: it enters the log first. Only a new one: a repetition is answered.
create trigger a_living_account after insert on public.command_log
  for each row execute function app.require_living_account();

-- Every table that people write directly; tests/database/living-accounts.test.ts fails for a new one without.
create function app.hold_to_living_accounts(relation regclass) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format('create trigger a_living_account before insert or update or delete on %s for each statement
    when (current_user = %L) execute function app.require_living_account()', relation, 'authenticated');
end
$$;

do $$
declare
  relation regclass;
begin
  for relation in
    select c.oid::regclass from pg_catalog.pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and (has_any_column_privilege('authenticated', c.oid, 'insert') or has_any_column_privilege('authenticated', c.oid, 'update')
        or has_table_privilege('authenticated', c.oid, 'delete'))
    order by c.relname
  loop
    perform app.hold_to_living_accounts(relation);
  end loop;
end
$$;

-- As before (…_picture_room.sql), for those who have an account still.
create or replace function app.has_room_for_picture() returns boolean
language sql stable security definer set search_path = ''
as $$
  select count(*) < 20
    and exists (select from auth.users u where u.id = auth.uid())
    and not exists (select from public.user_profiles p where p.id = auth.uid() and p.removed_at is not null)
  from storage.objects o
  where o.bucket_id = 'profile-images' and starts_with(o.name, auth.uid() || '/')
$$;

revoke all on function app.hold_own_account(), app.require_living_account(), app.hold_to_living_accounts(regclass)
  from public, anon, authenticated;
