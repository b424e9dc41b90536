-- Public hints go to a private topic: everybody may listen, nobody but the database speaks. On a public topic every
-- visitor could: forged hints made phones deaf to true ones, and each is billed once per phone that hears it.
-- Visitors join with the publishable key; Realtime takes the role anon of the connection for it
-- (https://github.com/supabase/realtime, assign_access_token in realtime_channel.ex).

do $$
begin
  if to_regclass('realtime.messages') is not null then
    create policy "everybody hears that something public has changed" on realtime.messages for select to anon, authenticated
      using (extension = 'broadcast' and (select realtime.topic()) = 'public:changes');
  end if;
end
$$;

-- As before (…_replication.sql), privately.
create or replace function app.hint() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  event constant text := tg_argv[0];
  flag constant text := 'app.hinted_' || event;
  this_transaction constant text := pg_catalog.pg_current_xact_id_if_assigned()::text;
begin
  if this_transaction is null
    or current_setting(flag, true) = this_transaction
    or to_regprocedure('realtime.send(jsonb,text,text,boolean)') is null
    or not exists (select from changed_rows c where c._xid = this_transaction::bigint)
  then
    return null;
  end if;
  perform set_config(flag, this_transaction, true);
  begin
    execute 'select realtime.send($1, $2, $3, $4)' using '{}'::jsonb, event, 'public:changes'::text, true;
  exception when others then
    raise warning 'the hint % was not sent: %', event, sqlerrm;
  end;
  return null;
end
$$;
