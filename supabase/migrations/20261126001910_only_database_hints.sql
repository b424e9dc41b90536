-- Phones store the rows of hints. So that no later policy lets a client speak on a topic of hints, a restrictive one
-- refuses it whatever else is allowed.
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
    using (extension = 'broadcast' and (select realtime.topic()) = 'user:' || (select auth.uid())::text);
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
