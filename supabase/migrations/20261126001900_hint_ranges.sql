-- A public hint says which part of a collection it brings whole: all rows after the place `after` up to the place
-- `checkpoint`. A phone that is complete up to `after`, or beyond, is complete up to `checkpoint` once it has stored
-- them, and need not ask. Complete is only what no open transaction can still write into (as for a pull, see
-- app.pull_statement): rows above that horizon are shown by a first hint without places, and come again with the timer's.

alter table app.waiting_hints
  -- Its rows were sent while an older transaction was open: they are still to be sent with their places.
  add column is_shown boolean not null default false;

drop function app.broadcast_hint(text, bigint[]);
drop function app.hint_payload(text, bigint[]);

/*
 * The content of a hint, in the form of a pull's page: {epoch, after, rows, checkpoint}. With a horizon it holds all rows
 * from the first of `versions` on and below the horizon, so that nothing is left out between `after` and `checkpoint`;
 * without one the rows of `versions`, and no places. Empty where the rows are many, or several large ones: phones then ask. Null where newer versions have taken all rows.
 */
create function app.hint_payload(event text, versions bigint[], horizon bigint) returns jsonb
language plpgsql set search_path = '' as $$
declare
  -- A change of more rows costs less when phones ask: each answer is compressed, and serves for all of them.
  most_rows constant integer := 20;
  most_bytes constant integer := 24000;
  source constant text := (select r.relation from app.replicated_tables r
    where r.event = hint_payload.event and r.scope = 'public');
  first constant bigint := (select min(v) from unnest(versions) v);
  rows jsonb;
  payload jsonb;
begin
  execute format($statement$
    with sent as (
      select p.* from public.%1$I p
      where case when $2 is null then p._xid = any ($1) else p._xid < $2 end and p._xid >= $3
      order by p._xid, p.id limit $4
    )
    select jsonb_build_object(
        'epoch', app.current_epoch(),
        'rows', jsonb_agg(case when %2$s then jsonb_build_object('id', t.id, '_xid', t._xid, '_deleted', true)
          else to_jsonb(t) end order by t._xid, t.id)
      ) || case when $2 is null then '{}' else jsonb_build_object(
        'after', coalesce((
          select jsonb_build_object('xid', b._xid, 'id', b.id) from public.%1$I b where b._xid < $3
          order by b._xid desc, b.id desc limit 1
        ), '{"xid": 0, "id": "00000000-0000-0000-0000-000000000000"}'),
        'checkpoint', (select jsonb_build_object('xid', l._xid, 'id', l.id) from sent l
          order by l._xid desc, l.id desc limit 1)
      ) end
    from sent t
    $statement$, source, app.removed_expression(source, 't'))
    into payload using versions, horizon, first, most_rows + 1;
  rows := payload -> 'rows';
  if jsonb_typeof(rows) <> 'array' then
    return null;
  end if;
  if jsonb_array_length(rows) > most_rows
    or (jsonb_array_length(rows) > 1 and octet_length(payload::text) > most_bytes)
  then
    return '{}';
  end if;
  return payload;
end
$$;

-- Whether the turn of a collection has come, which app.take_hint_turn takes.
create function app.is_hint_turn(event text) returns boolean language sql volatile set search_path = '' as $$
  select coalesce(abs(extract(epoch from clock_timestamp()) * 1000
      - pg_catalog.pg_sequence_last_value(format('app.%I', 'hinted_' || event)::regclass))
    >= extract(epoch from app.hint_interval()) * 1000, true)
$$;

/*
 * Sends one hint of a collection for all that waits, if its turn has come. `own`: the version of the calling transaction
 * when it is about to commit. Returns whether a hint was sent.
 */
create function app.announce(event text, own bigint) returns boolean
language plpgsql set search_path = '' as $$
declare
  horizon bigint;
  complete bigint[];
  early bigint[];
  payload jsonb;
begin
  -- The common case, before anything dear.
  if not app.is_hint_turn(event) then
    return false;
  end if;
  -- On a restored cluster there is no horizon until a pull has begun its history: everything is early.
  select case when app.is_same_cluster(s.fingerprint, app.cluster_fingerprint())
    then s.origin + pg_snapshot_xmin(pg_current_snapshot())::text::bigint else 0 end
    into horizon from app.replication_state s;
  -- No older transaction is open, and this one's rows become visible together with the hint.
  if own = horizon then
    horizon := own + 1;
  end if;
  if not exists (select from app.waiting_hints w
      where w.event = announce.event and (w.version < horizon or not w.is_shown))
    or not app.take_hint_turn(event)
  then
    return false;
  end if;
  select array_agg(f.version) filter (where f.version < horizon), array_agg(f.version) filter (where f.version >= horizon)
    into complete, early
    from (
      select w.version from app.waiting_hints w
      where w.event = announce.event and (w.version < horizon or not w.is_shown)
      for update skip locked
    ) f;
  if complete is not null then
    payload := app.hint_payload(event, complete, horizon);
    delete from app.waiting_hints w where w.event = announce.event and w.version = any (complete);
  end if;
  if payload is null and early is not null then
    payload := app.hint_payload(event, early, null);
    update app.waiting_hints w set is_shown = true where w.event = announce.event and w.version = any (early);
    -- A pull could not read the rows yet either.
    if payload = '{}' then
      return false;
    end if;
  end if;
  if payload is null then
    return false;
  end if;
  execute 'select realtime.send($1, $2, $3, $4)' using payload, event, 'public:changes'::text, true;
  return true;
end
$$;

-- Notes once per transaction and collection that it changed; app.waiting_hints.send sends it at commit.
create or replace function app.hint() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  event constant text := tg_argv[0];
  flag constant text := 'app.hinted_' || event;
  this_transaction constant text := pg_catalog.pg_current_xact_id_if_assigned()::text;
  version bigint;
begin
  if this_transaction is null or to_regprocedure('realtime.send(jsonb,text,text,boolean)') is null then
    return null;
  end if;
  if current_setting(flag, true) = this_transaction then
    return null;
  end if;
  version := app.current_version();
  if not exists (select from changed_rows c where c._xid = version) then
    return null;
  end if;
  -- Phones took the rows of that hint for all of this transaction's, and would never ask for these.
  if current_setting(flag, true) = this_transaction || ' sent' then
    raise exception 'rows of % change after the hint of their transaction', event
      using errcode = 'invalid_transaction_state', hint = 'The trigger send of app.waiting_hints has to run last, at commit.';
  end if;
  perform set_config(flag, this_transaction, true);
  insert into app.waiting_hints (event, version) values (event, version) on conflict do nothing;
  return null;
end
$$;

create or replace function app.send_hint() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.announce(new.event, new.version);
  if not exists (select from app.waiting_hints w where w.event = new.event and w.version = new.version) then
    perform set_config('app.hinted_' || new.event, pg_catalog.pg_current_xact_id()::text || ' sent', true);
  end if;
  return null;
exception when others then
  raise warning 'the hint % was not sent: %', new.event, sqlerrm;
  return null;
end
$$;

create or replace function public.send_waiting_hints() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  sent integer := 0;
  name text;
begin
  if to_regprocedure('realtime.send(jsonb,text,text,boolean)') is null then
    return 0;
  end if;
  for name in select distinct w.event from app.waiting_hints w order by w.event loop
    begin
      if app.announce(name, null) then
        sent := sent + 1;
      end if;
    exception when others then
      raise warning 'the hint % was not sent: %', name, sqlerrm;
    end;
  end loop;
  return sent;
end
$$;
