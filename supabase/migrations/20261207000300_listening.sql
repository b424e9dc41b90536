-- Who may listen to hints, and how long they are kept.

-- Writes the policies of Realtime's messages: everybody hears that something public has changed, a person hears the hints
-- of the own rows, nobody but the database speaks. Answers whether they are there now. A new project has no table
-- realtime.messages before its Realtime has run once; deploying therefore calls this again, after the migrations, until
-- it answers true. Until then phones find out by their timers.
create function app.allow_listening() returns boolean
language plpgsql volatile set search_path = ''
as $$
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
  return true;
end
$$;
revoke all on function app.allow_listening() from public, anon, authenticated;
select app.allow_listening();

-- Hints to somebody who leaves go with the account (app.sweep_personal_data), those of the leaving itself too: they have
-- been handed to the write-ahead log, from which Realtime sends. Hosted, the table belongs to supabase_realtime_admin, and
-- `postgres` may delete from it by the default privileges of schema realtime. Should a project refuse it, the account goes
-- all the same, and the rows with their partition after three days, as every hint does.
update app.personal_data
  set rows_of = 't.topic = ''user:'' || $1', after_leaving = 'gone',
    reason = 'hints: a topic with the id, no content; kept for three days on hosted Supabase, as long as the account at most'
  where place = 'realtime.messages';
