-- The database's side of Realtime: the functions, table and privileges of hosted Supabase, delivered by NOTIFY instead
-- of the write-ahead log. A notification holds at most 8000 bytes, so only the id of a message is announced; the server
-- reads the row and deletes it.

create schema if not exists realtime;
grant usage on schema realtime to anon, authenticated, service_role;

create table if not exists realtime.messages (
  id uuid not null default gen_random_uuid() primary key,
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now()
);
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

create or replace function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;

create or replace function realtime.announce(id uuid, payload jsonb, event text, topic text, private boolean)
returns boolean language plpgsql set search_path = '' as $$
declare
  message text := jsonb_build_object(
    'id', id, 'topic', topic, 'event', event, 'payload', payload, 'private', private)::text;
begin
  if octet_length(message) < 7900 then
    perform pg_catalog.pg_notify('realtime_broadcast', message);
    return true;
  end if;
  perform pg_catalog.pg_notify('realtime_broadcast', jsonb_build_object('id', id, 'stored', true)::text);
  return false;
end $$;
revoke execute on function realtime.announce(uuid, jsonb, text, text, boolean) from public;

-- After the insert, because a row that its policy refuses must not be announced.
create or replace function realtime.announce_inserted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Probe rows, which only test a policy, are not announced, see realtime/authorize.ts.
  if new.extension = 'broadcast' and coalesce(current_setting('realtime.probe', true), '') <> 'on'
    and realtime.announce(new.id, coalesce(new.payload, '{}'), new.event, new.topic, coalesce(new.private, false))
  then
    delete from realtime.messages where id = new.id;
  end if;
  return null;
end $$;
create or replace trigger announce after insert on realtime.messages
  for each row execute function realtime.announce_inserted();

-- Runs with the caller's rights and never fails its transaction, both as on hosted Supabase.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void language plpgsql set search_path = '' as $$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (payload, event, topic, private, extension)
  values (payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end $$;

-- postgres_changes: announces the key of a changed row; each subscriber's right to see the row is checked on delivery.
create or replace function realtime.announce_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  row_key jsonb := '{}';
  part text;
begin
  for part in
    select a.attname from pg_catalog.pg_index i
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indrelid = tg_relid and i.indisprimary
  loop
    row_key := row_key || jsonb_build_object(part, changed -> part);
  end loop;
  perform pg_catalog.pg_notify('realtime_changes', jsonb_build_object(
    'schema', tg_table_schema, 'table', tg_table_name, 'type', tg_op, 'key', row_key,
    'timestamp', clock_timestamp())::text);
  return null;
end $$;

-- Creates and drops the triggers when migrations add tables to the publication or remove them.
create or replace function realtime.follow_publication() returns void language plpgsql as $$
declare
  target record;
begin
  for target in
    select c.oid::regclass as name, t.oid is not null as followed, pr.oid is not null as published
    from pg_catalog.pg_class c
    left join pg_catalog.pg_trigger t on t.tgrelid = c.oid and t.tgname = 'zz_realtime_changes'
    left join (
      select pr.oid, pr.prrelid from pg_catalog.pg_publication_rel pr
      join pg_catalog.pg_publication p on p.oid = pr.prpubid and p.pubname = 'supabase_realtime'
    ) pr on pr.prrelid = c.oid
    where t.oid is not null or pr.oid is not null
  loop
    if target.published and not target.followed then
      execute format('create trigger zz_realtime_changes after insert or update or delete on %s
        for each row execute function realtime.announce_change()', target.name);
    elsif target.followed and not target.published then
      execute format('drop trigger zz_realtime_changes on %s', target.name);
    end if;
  end loop;
end $$;
revoke execute on function realtime.follow_publication() from public;
