-- A public hint carries the rows that changed, where they are few, so that phones need not ask for them. It is sent at
-- commit, at most once in app.hint_interval() for each collection; later ones wait for public.send_waiting_hints(). The
-- rows are a shortcut only: a phone's checkpoint stays, and its next pull brings them again.

create table app.waiting_hints (
  event text not null,
  version bigint not null,
  constraint waiting_hints_pkey primary key (event, version)
);

-- Milliseconds since 1970 of the last hint. Sequences, because a row would make all writers of a table wait for each other.
create sequence app.hinted_cities;
create sequence app.hinted_dance_styles;
create sequence app.hinted_teachers;
create sequence app.hinted_content;

create function app.hint_interval() returns interval language sql immutable set search_path = '' as $$
  select interval '10 seconds'
$$;

-- Whether a hint may be sent now. A time in the future counts as long ago: the clock was set back.
create function app.take_hint_turn(event text) returns boolean language plpgsql set search_path = '' as $$
declare
  turns constant regclass := format('app.%I', 'hinted_' || event)::regclass;
  now_ms constant bigint := extract(epoch from clock_timestamp()) * 1000;
  last_ms constant bigint := pg_catalog.pg_sequence_last_value(turns);
begin
  if abs(now_ms - last_ms) < extract(epoch from app.hint_interval()) * 1000 then
    return false;
  end if;
  perform pg_catalog.setval(turns, now_ms);
  return true;
end
$$;

-- The expression that says whether everybody sees a row of `relation` as removed.
create function app.removed_expression(relation text, alias text) returns text
language sql immutable set search_path = '' as $$
  select case relation when 'teacher_listings'
    then format('(%1$s._deleted or coalesce(substr(%1$s.checks, 6, 6), '''') <= (select app.today_code()))', alias)
    else alias || '._deleted' end
$$;

-- Rows as a pull would send them; without rows where they are many or large, and phones then ask.
create function app.hint_payload(event text, versions bigint[]) returns jsonb
language plpgsql set search_path = '' as $$
declare
  most_rows constant integer := 8;
  -- PostgreSQL's notifications, which the local server uses, hold 8,000 bytes.
  most_bytes constant integer := 6000;
  source constant text := (select r.relation from app.replicated_tables r
    where r.event = hint_payload.event and r.scope = 'public');
  rows jsonb;
  payload jsonb;
begin
  if cardinality(versions) > most_rows then
    return '{}';
  end if;
  execute format($statement$
    select jsonb_agg(case when %2$s then jsonb_build_object('id', t.id, '_xid', t._xid, '_deleted', true)
      else to_jsonb(t) end) from (select p.* from public.%1$I p where p._xid = any ($1) limit $2) t
    $statement$, source, app.removed_expression(source, 't'))
    into rows using versions, most_rows + 1;
  payload := jsonb_build_object('epoch', app.current_epoch(), 'rows', rows);
  if coalesce(jsonb_array_length(rows), 0) not between 1 and most_rows or octet_length(payload::text) > most_bytes then
    return '{}';
  end if;
  return payload;
end
$$;

create function app.broadcast_hint(event text, versions bigint[]) returns void
language plpgsql set search_path = '' as $$
begin
  execute 'select realtime.send($1, $2, $3, $4)'
    using app.hint_payload(event, versions), event, 'public:changes'::text, true;
end
$$;

create or replace function app.hint() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  event constant text := tg_argv[0];
  flag constant text := 'app.hinted_' || event;
  this_transaction constant text := pg_catalog.pg_current_xact_id_if_assigned()::text;
  version bigint;
begin
  if this_transaction is null
    or current_setting(flag, true) = this_transaction
    or to_regprocedure('realtime.send(jsonb,text,text,boolean)') is null
  then
    return null;
  end if;
  version := app.current_version();
  if not exists (select from changed_rows c where c._xid = version) then
    return null;
  end if;
  perform set_config(flag, this_transaction, true);
  insert into app.waiting_hints (event, version) values (event, version) on conflict do nothing;
  return null;
end
$$;

create function app.send_hint() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if app.take_hint_turn(new.event) then
    delete from app.waiting_hints w where w.event = new.event and w.version = new.version;
    perform app.broadcast_hint(new.event, array[new.version]);
  end if;
  return null;
exception when others then
  raise warning 'the hint % was not sent: %', new.event, sqlerrm;
  return null;
end
$$;

-- At commit: rows that the transaction changes again after its first statement are complete by then.
create constraint trigger send after insert on app.waiting_hints
  deferrable initially deferred for each row execute function app.send_hint();

-- Called by a timer. Sends one hint for all that waits in a collection. Returns how many collections were announced.
create function public.send_waiting_hints() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  sent integer := 0;
  name text;
  versions bigint[];
begin
  if to_regprocedure('realtime.send(jsonb,text,text,boolean)') is null then
    return 0;
  end if;
  for name in select distinct w.event from app.waiting_hints w order by w.event loop
    continue when not app.take_hint_turn(name);
    with found as (
      select w.event, w.version from app.waiting_hints w where w.event = name for update skip locked
    ), taken as (
      delete from app.waiting_hints w using found f where w.event = f.event and w.version = f.version
        returning w.version
    )
    select array_agg(t.version) into versions from taken t;
    continue when versions is null;
    begin
      perform app.broadcast_hint(name, versions);
      sent := sent + 1;
    exception when others then
      raise warning 'the hint % was not sent: %', name, sqlerrm;
    end;
  end loop;
  return sent;
end
$$;

revoke execute on function public.send_waiting_hints() from public, anon, authenticated;
grant execute on function public.send_waiting_hints() to service_role;

-- Hosted Realtime keeps messages for days: the rows that public hints have brought go with the person.
update app.personal_data
  set rows_of = '(t.topic = ''user:'' || $1 or (t.topic = ''public:changes'' and strpos(t.payload::text, $1::text) > 0))',
    reason = 'hints: a topic with the id, or public rows; kept for three days on hosted Supabase, as long as the account at most'
  where place = 'realtime.messages';

insert into app.personal_data (place, after_leaving, reason)
  values ('app.waiting_hints', 'no person', 'names of collections and version numbers');
