-- Phones store the rows of hints. So that no later policy lets a client speak on a topic of hints, a restrictive one
-- refuses it whatever else is allowed.

-- Whether the caller's account exists and is not suspended: a token outlives both by up to an hour.
create function app.is_open_account() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from auth.users u where u.id = auth.uid()) and not app.is_blocked_account(auth.uid())
$$;
grant execute on function app.is_open_account() to authenticated;

create or replace function app.allow_listening() returns boolean
language plpgsql set search_path = '' as $$
begin
  if to_regclass('realtime.messages') is null or to_regprocedure('realtime.topic()') is null then
    return false;
  end if;
  drop policy if exists "everybody hears that something public has changed" on realtime.messages;
  create policy "everybody hears that something public has changed" on realtime.messages for select to anon, authenticated
    using (extension = 'broadcast' and (select realtime.topic()) = 'public:changes');
  drop policy if exists "people hear the hints of their own rows" on realtime.messages;
  create policy "people hear the hints of their own rows" on realtime.messages for select to authenticated
    using (extension = 'broadcast' and (select realtime.topic()) = 'user:' || (select auth.uid())::text
      and (select app.is_open_account()));
  drop policy if exists "only the database sends hints" on realtime.messages;
  create policy "only the database sends hints" on realtime.messages as restrictive for insert to anon, authenticated
    with check (topic <> 'public:changes' and left(topic, 5) <> 'user:');
  return true;
end
$$;

do $$
begin
  perform app.allow_listening();
end
$$;
