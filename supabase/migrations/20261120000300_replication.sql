-- Replication: phones learn of changes without missing a late commit and without reading a row twice.
--
-- Every replicated table has `id uuid`, `_xid bigint` (the version of the transaction that last changed the row)
-- and `_deleted`. A pull asks for rows after its checkpoint `(_xid, id)` and gets only rows of transactions older
-- than the oldest one still running: a transaction that commits later has a larger version.
-- A transaction left open anywhere in the cluster therefore delays changes, but never loses them.
--
-- After a restore `_xid` holds transaction ids of another cluster, which may lie in this one's future, where no pull
-- would reach them. So each history starts far above everything that earlier ones wrote:
--
--   version of a row (`_xid`) = origin of the history + id of the transaction
--
-- A row of an earlier history is thereby older than every transaction of the present one and need not be rewritten.
-- Starting a history writes only the one row of app.replication_state, whatever the size of the database.
--
-- Public rows replicate to all phones. Private rows replicate to one person's phones: a pull reads only the caller's
-- rows and names the caller, and hints go to the private topic `user:<id>`.

-- The replicated tables of schema public, and the hint event that announces their changes.
create table app.replicated_tables (
  relation text primary key,
  event text not null,
  scope text not null default 'public' check (scope in ('public', 'private'))
);

-- `epoch` identifies this history of `_xid`s, `fingerprint` the cluster that it was written on.
create table app.replication_state (
  singleton boolean primary key default true check (singleton),
  epoch uuid not null default gen_random_uuid(),
  fingerprint text not null,
  -- Versions of earlier histories are below it. Versions must be safe integers of JavaScript.
  origin bigint not null default 0 check (origin between 0 and 9000000000000000)
);

-- Identifies cluster and database by system identifier, timeline and database oid. A dump restored elsewhere, a
-- point-in-time recovery and a copied database each change one of them. Where the control functions may not be called,
-- their part is left out, and `restart_replication()` must be called by hand after a restore.
create function app.cluster_fingerprint() returns text
language plpgsql volatile set search_path = ''
as $$
declare
  system_identifier text;
  timeline text;
begin
  begin
    select c.system_identifier::text into system_identifier from pg_catalog.pg_control_system() c;
  exception when others then
    system_identifier := null;
  end;
  begin
    select c.timeline_id::text into timeline from pg_catalog.pg_control_checkpoint() c;
  exception when others then
    timeline := null;
  end;
  return concat_ws('/', coalesce(system_identifier, '-'), coalesce(timeline, '-'),
    (select d.oid::text from pg_catalog.pg_database d where d.datname = current_database()));
end
$$;

insert into app.replication_state (fingerprint) values (app.cluster_fingerprint()) on conflict do nothing;

-- The epoch as clients see it: 32 hexadecimal digits.
create function app.current_epoch() returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select left(encode(sha256(convert_to(s.epoch::text || '|' || s.fingerprint, 'UTF8')), 'hex'), 32)
    from app.replication_state s
  );
end
$$;

-- Distance of two origins: more transactions than a cluster has in its life (a thousand a second for 15 years), and
-- room for 18,000 restores.
create function app.history_length() returns bigint
language sql immutable set search_path = ''
as $$
  select 500000000000
$$;

-- Whether two fingerprints (app.cluster_fingerprint) may be of one cluster. Parts that could not be read are ignored.
create function app.is_same_cluster(one text, other text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return one = other or not exists (
    select from unnest(string_to_array(one, '/'), string_to_array(other, '/')) as part(a, b)
    where part.a is distinct from part.b and '-' is distinct from part.a and '-' is distinct from part.b
  );
end
$$;

-- Lock that each transaction shares once it has a version, and that app.restart_replication takes exclusively.
create function app.versions_lock() returns bigint
language sql immutable set search_path = ''
as $$
  select hashtextextended('danceflix versions of rows', 0)
$$;

-- Histories in which a row was written before a pull started them. A further restore takes such rows along, and its own
-- history has to start above them. Each writer adds its own row, so that none waits for another.
create table app.unbegun_histories (
  fingerprint text not null,
  origin bigint not null
);

-- The origin of versions on the cluster `here`: the stored one, or that of the history that the first pull will start.
create function app.origin_on(here text) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select case when app.is_same_cluster(s.fingerprint, here) then s.origin
      else app.history_length() + greatest(s.origin, (
        select max(u.origin) from app.unbegun_histories u where not app.is_same_cluster(u.fingerprint, here))) end
    from app.replication_state s
  );
end
$$;

-- The version of this transaction's writes. On a restored cluster that no pull has noticed yet it belongs to the history
-- that the first pull will start: otherwise a writer that commits after that pull would leave a row below the phones'
-- checkpoints.
create function app.current_version() returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  this_transaction constant text := pg_catalog.pg_current_xact_id()::text;
  -- '<transaction> <version>', cached per transaction because computing it reads the cluster's control file.
  known constant text := current_setting('app.version', true);
  here text;
  origin bigint;
  version bigint;
begin
  if split_part(known, ' ', 1) = this_transaction then
    return split_part(known, ' ', 2);
  end if;
  -- Taken before the origin is read: no history starts on the same cluster while this transaction runs.
  perform pg_catalog.pg_advisory_xact_lock_shared(app.versions_lock());
  here := app.cluster_fingerprint();
  origin := app.origin_on(here);
  if origin <> (select s.origin from app.replication_state s) then
    insert into app.unbegun_histories (fingerprint, origin) values (here, origin);
  end if;
  version := origin + this_transaction::bigint;
  perform set_config('app.version', this_transaction || ' ' || version, true);
  return version;
end
$$;

-- The range of versions of a snapshot: it contains everything below the horizon that was not rolled back, and nothing
-- from the ceiling on. STABLE, so that both are of the calling statement's snapshot.
create function app.version_horizon() returns bigint
language sql stable security definer set search_path = ''
as $$
  select s.origin + pg_snapshot_xmin(pg_current_snapshot())::text::bigint from app.replication_state s
$$;

create function app.version_ceiling() returns bigint
language sql stable security definer set search_path = ''
as $$
  select s.origin + pg_snapshot_xmax(pg_current_snapshot())::text::bigint from app.replication_state s
$$;

-- Starts the history of this origin on this cluster. Empties the search cache, whose snapshots are of another cluster.
create function app.begin_history(origin bigint, here text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  update app.replication_state s
    set epoch = gen_random_uuid(), fingerprint = here, origin = begin_history.origin
    where s.singleton;
  delete from app.unbegun_histories where true;
  delete from app.search_cache where true;
end
$$;

-- Stamps a written row with the version of its transaction. An update that changes nothing keeps its stamp, so that it
-- costs no phone a download; a `_xid` in the statement is ignored. Stamps never decrease: of two writers of one row the
-- one with the smaller transaction id may commit last, and a phone waiting for the other's version would wait for ever.
-- The larger stamp is safe: no pull could read it while the smaller transaction was running.
-- Security definer, so that a writer needs no right to the state of replication.
create function app.stamp() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    if new.id is distinct from old.id then
      raise exception 'the id of a row of % never changes: phones would keep the old one', tg_table_name
        using errcode = 'restrict_violation';
    end if;
    if new is not distinct from old then
      return new;
    end if;
    new._xid := greatest(app.current_version(), old._xid);
    return new;
  end if;
  new._xid := app.current_version();
  return new;
end
$$;

create function app.refuse_delete() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'rows of % are replicated and never deleted: set _deleted, phones need the tombstone', tg_table_name
    using errcode = 'restrict_violation';
end
$$;

-- Notes once per transaction and collection that it changed; app.waiting_hints.send sends it at commit, on a private topic:
-- all may listen, only the database sends. On a public topic forged hints would make phones ignore real ones, and each
-- message is billed once per phone that receives it. Without Realtime phones find changes by their timers.
create function app.hint() returns trigger language plpgsql security definer set search_path = '' as $$
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

-- Makes public.<relation> a replicated table: registered, indexed, stamped, without deletes, announced by hints.
create function app.replicate(relation text, event text) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into app.replicated_tables (relation, event) values (replicate.relation, replicate.event);
  execute format('create index %I on public.%I (_xid, id)', relation || '_replication', relation);
  -- Named to run last of the BEFORE triggers, because it must see what the others wrote.
  execute format('create trigger zz_stamp before insert or update on public.%I
    for each row execute function app.stamp()', relation);
  execute format('create trigger refuse_delete before delete or truncate on public.%I
    for each statement execute function app.refuse_delete()', relation);
  execute format('create trigger hint_inserted after insert on public.%I
    referencing new table as changed_rows for each statement execute function app.hint(%L)', relation, event);
  execute format('create trigger hint_updated after update on public.%I
    referencing new table as changed_rows for each statement execute function app.hint(%L)', relation, event);
end
$$;

-- Starts a history even on the same cluster: every phone resynchronises. Writes no replicated row, whatever the size.
-- Called by the service role or in the SQL editor when the database cannot detect that it was set back (an older copy of
-- the same data folder). Waits for transactions that have written replicated rows, because their versions belong to the
-- ending history; other writers wait meanwhile, so it is short or fails at the caller's time limit.
create function app.restart_replication() returns text
language plpgsql volatile set search_path = ''
as $$
declare
  here constant text := app.cluster_fingerprint();
begin
  perform pg_catalog.pg_advisory_xact_lock(app.versions_lock());
  -- Locked before the origin is read, because a pull that starts a history holds this row.
  perform from app.replication_state s for update;
  perform app.begin_history(app.origin_on(here) + app.history_length(), here);
  -- Gives later writes of the caller's own transaction a version of the new history.
  perform set_config('app.version', '', true);
  return app.current_epoch();
end
$$;

-- Starts a history on the first pull on another cluster; concurrent pulls wait for its commit and find it done. Writers
-- need not be waited for, because their versions belong to the new history already (app.current_version). True when
-- this transaction did it.
create function app.heal_replication() returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  here constant text := app.cluster_fingerprint();
begin
  if exists (select from app.replication_state s where app.is_same_cluster(s.fingerprint, here)) then
    return false;
  end if;
  perform from app.replication_state s where not app.is_same_cluster(s.fingerprint, here) for update;
  if not found then
    return false;
  end if;
  perform app.begin_history(app.origin_on(here), here);
  return true;
end
$$;

-- The statement of a pull, the same for all replicated tables. $1 and $2: checkpoint; $3: page size; $4: first pull.
-- The row comparison walks the index (_xid, id) from the checkpoint, without filter or sort. Of listings, those whose
-- check of identity has ended are sent as tombstones.
-- Reads one row more than the page to know whether more are left. Without rows the checkpoint stays.
create function app.pull_statement(relation text) returns text
language sql stable set search_path = ''
as $$
  select format($statement$
    with page as materialized (
      select t.* from public.%1$I t
      where (t._xid, t.id) > ($1::bigint, $2::uuid)
        and t._xid < (select app.version_horizon())
      order by t._xid, t.id
      limit $3::int + 1
    ), sent as materialized (
      select p._xid, p.id, %2$s as _deleted, case when %2$s and not p._deleted
        then json_build_object('id', p.id, '_xid', p._xid, '_deleted', true) else row_to_json(p) end as content
      from page p order by p._xid, p.id limit $3::int
    )
    select json_build_object(
      'epoch', app.current_epoch(),
      'rows', coalesce((
        select json_agg(s.content order by s._xid, s.id) from sent s where not ($4::boolean and s._deleted)
      ), '[]'),
      'checkpoint', coalesce((
        select json_build_object('xid', s._xid, 'id', s.id) from sent s order by s._xid desc, s.id desc limit 1
      ), case when not $4::boolean then json_build_object('xid', $1::bigint, 'id', $2::uuid) end),
      'done', (select count(*) from page) <= $3::int,
      'total', case when $4::boolean then (select count(*) from public.%1$I p where not (%2$s)) end
    )$statement$, relation,
    case relation when 'teacher_listings' then
      '(p._deleted or coalesce(substr(p.checks, 6, 6), '''') <= (select app.today_code()))' else 'p._deleted' end)
$$;

-- One page of changes of public.<relation> after the checkpoint, oldest first. Returns
-- { epoch, rows, checkpoint: {xid, id} | null, done, total: live rows on a first pull, else null }.
-- json, not jsonb: a page is written once and never read by the database. As jsonb each row would become a tree with
-- sorted keys, two thirds of the cost of a page of 500 listings.
-- VOLATILE, because it may have to start a history (see app.heal_replication).
create function app.pull(relation text, after_xid bigint, after_id uuid, page_size integer) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  healed constant boolean := app.heal_replication();
  first_pull constant boolean := after_xid is null;
  answer json;
begin
  -- A checkpoint above the ceiling comes from a backup's future (a copied data folder keeps its fingerprint). Only that
  -- phone gets a changed epoch: an unauthenticated number must not make all phones resynchronise.
  if after_xid >= app.version_ceiling() then
    return json_build_object('epoch', app.current_epoch() || '-ahead', 'rows', '[]'::json,
      'checkpoint', null, 'done', false, 'total', null);
  end if;
  -- The pull that started the history returns no rows, so that the next one has the whole time limit.
  if healed then
    return json_build_object('epoch', app.current_epoch(), 'rows', '[]'::json,
      'checkpoint', case when not first_pull then json_build_object('xid', after_xid, 'id', after_id) end,
      'done', false, 'total', null);
  end if;
  execute app.pull_statement(relation) into answer
    using coalesce(after_xid, -1), coalesce(after_id, '00000000-0000-0000-0000-000000000000'::uuid),
      least(greatest(coalesce(page_size, 500), 1), app.largest_page(relation)), first_pull;
  return answer;
end
$$;

-- Sends "changed" on the private topics of the people whose rows changed, once per transaction, event and person,
-- without content. At most 200 people per transaction; others (bulk loads) find changes by their timers.
-- Arguments: the event, and the column with the person's id.
create function app.hint_people() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  at_most constant integer := 200;
  event constant text := tg_argv[0];
  flag constant text := 'app.hinted_people_' || event;
  this_transaction constant text := pg_catalog.pg_current_xact_id_if_assigned()::text;
  -- '<transaction> <person> <person>…'
  told text := coalesce(current_setting(flag, true), '');
  people uuid[];
  person uuid;
begin
  if this_transaction is null or to_regprocedure('realtime.send(jsonb,text,text,boolean)') is null then
    return null;
  end if;
  execute format('select array_agg(x.id) from (select distinct c.%I as id from changed_rows c limit $1) x', tg_argv[1])
    into people using at_most + 1;
  if people is null or cardinality(people) > at_most then
    return null;
  end if;
  if split_part(told, ' ', 1) <> this_transaction then
    told := this_transaction;
  end if;
  foreach person in array people loop
    continue when strpos(told, person::text) > 0;
    exit when length(told) > at_most * 37;
    told := told || ' ' || person;
    begin
      execute 'select realtime.send($1, $2, $3, $4)' using '{}'::jsonb, event, 'user:' || person, true;
    exception when others then
      raise warning 'the hint % was not sent: %', event, sqlerrm;
    end;
  end loop;
  perform set_config(flag, told, true);
  return null;
end
$$;

-- Makes public.<relation> a privately replicated table: registered, indexed, stamped, without deletes, announced to its
-- owners.
create function app.replicate_private(relation text, event text, owner_column text) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into app.replicated_tables (relation, event, scope)
    values (replicate_private.relation, replicate_private.event, 'private');
  if owner_column <> 'id' then
    execute format('create index %I on public.%I (%I, _xid, id)', relation || '_replication', relation, owner_column);
  end if;
  -- Named to run last of the BEFORE triggers, because it must see what the others wrote.
  execute format('create trigger zz_stamp before insert or update on public.%I
    for each row execute function app.stamp()', relation);
  execute format('create trigger refuse_delete before delete or truncate on public.%I
    for each statement execute function app.refuse_delete()', relation);
  execute format('create trigger hint_inserted after insert on public.%I referencing new table as changed_rows
    for each statement execute function app.hint_people(%L, %L)', relation, event, owner_column);
  execute format('create trigger hint_updated after update on public.%I referencing new table as changed_rows
    for each statement execute function app.hint_people(%L, %L)', relation, event, owner_column);
end
$$;

-- The statement of a private pull. $1 to $4 as in app.pull_statement; $5: the owner. `horizon`: every version below it
-- is in the page or was rolled back; a phone must not drop a row because of a page older than the row.
create function app.pull_private_statement(source regclass, owner_column text) returns text
language sql stable set search_path = ''
as $$
  select format($statement$
    with page as materialized (
      select t.* from %1$s t
      where t.%2$I = $5 and (t._xid, t.id) > ($1::bigint, $2::uuid)
        and t._xid < (select app.version_horizon())
      order by t._xid, t.id
      limit $3::int + 1
    ), sent as materialized (
      select p._xid, p.id, p._deleted, row_to_json(p) as content from page p order by p._xid, p.id limit $3::int
    )
    select json_build_object(
      'user_id', $5,
      'epoch', app.current_epoch(),
      'rows', coalesce((
        select json_agg(s.content order by s._xid, s.id) from sent s where not ($4::boolean and s._deleted)
      ), '[]'),
      'checkpoint', coalesce((
        select json_build_object('xid', s._xid, 'id', s.id) from sent s order by s._xid desc, s.id desc limit 1
      ), case when not $4::boolean then json_build_object('xid', $1::bigint, 'id', $2::uuid) end),
      'done', (select count(*) from page) <= $3::int,
      'total', case when $4::boolean then (select count(*) from %1$s t where t.%2$I = $5 and not t._deleted) end,
      'horizon', app.version_horizon()
    )$statement$, source, owner_column)
$$;

-- One page of the caller's rows of <source> (a table or view with id, _xid, _deleted and the owner's column), as in
-- app.pull, with `user_id` (whose page it is) and `horizon`. A phone drops a page of another user.
-- Bitmap scans are disabled: the planner has no statistics of private tables (…_guards.sql), and would sort all rows of
-- an owner from a bitmap, where the index gives the page in order.
create function app.pull_private(
  source regclass, owner_column text, after_xid bigint, after_id uuid, page_size integer
) returns json
language plpgsql volatile set search_path = '' set enable_bitmapscan = off
as $$
declare
  me constant uuid := app.require_person();
  healed constant boolean := app.heal_replication();
  first_pull constant boolean := after_xid is null;
  answer json;
begin
  if after_xid >= app.version_ceiling() then
    return json_build_object('user_id', me, 'epoch', app.current_epoch() || '-ahead', 'rows', '[]'::json,
      'checkpoint', null, 'done', false, 'total', null);
  end if;
  if healed then
    return json_build_object('user_id', me, 'epoch', app.current_epoch(), 'rows', '[]'::json,
      'checkpoint', case when not first_pull then json_build_object('xid', after_xid, 'id', after_id) end,
      'done', false, 'total', null);
  end if;
  execute app.pull_private_statement(source, owner_column) into answer
    using coalesce(after_xid, -1), coalesce(after_id, '00000000-0000-0000-0000-000000000000'::uuid),
      least(greatest(coalesce(page_size, 500), 1), 500), first_pull, me;
  return answer;
end
$$;

-- Largest page size. Listings have a known size: 2,000 are some hundred kilobytes compressed, so that a phone on a good
-- connection needs few round trips for the whole catalogue. Other rows (posts of the blog) may be of any size and keep
-- the lower limit.
create function app.largest_page(relation text) returns integer
language sql immutable set search_path = ''
as $$
  select case relation when 'teacher_listings' then 2000 else 500 end
$$;

-- A list of ids that the caller's phones may hold: { user_id, epoch, horizon, ceiling, ids }. Phones drop rows that are
-- not in it, so it tells its age. `horizon`: every transaction below it is in the list or was rolled back; `ceiling`:
-- no transaction from it on is.
create function app.visible_list(ids jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'user_id', app.require_person(),
    'epoch', app.current_epoch(),
    'horizon', app.version_horizon(),
    'ceiling', app.version_ceiling(),
    'ids', coalesce(ids, '[]'))
$$;

-- For the service role after a restore that the cluster fingerprint cannot detect. Returns the new epoch.
create function public.restart_replication() returns text
language sql volatile security definer set search_path = ''
as $$
  select app.restart_replication()
$$;

-- Writes the policies of Realtime's messages: all may listen to public hints, a person to the hints of their own rows,
-- and only the database sends. Visitors join with the publishable key, for which Realtime uses the role anon
-- (https://github.com/supabase/realtime, assign_access_token in realtime_channel.ex).
-- Returns whether the policies exist now. A new project has no table realtime.messages before its Realtime has run once,
-- so deploying calls this again after the migrations until it returns true. Until then phones find changes by their
-- timers.
create function app.allow_listening() returns boolean
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
      and (select app.account_standing()) = 'open');
  drop policy if exists "only the database sends hints" on realtime.messages;
  create policy "only the database sends hints" on realtime.messages as restrictive for insert to anon, authenticated
    with check (topic <> 'public:changes' and left(topic, 5) <> 'user:');
  return true;
end
$$;

grant execute on function public.restart_replication() to service_role;

-- A public hint carries the rows that changed, where they are few, so that phones need not ask for them. It is sent at
-- commit, at most once in app.hint_interval() for each collection; later ones wait for public.send_waiting_hints(). The
-- rows are a shortcut only: a phone's checkpoint stays, and its next pull brings them again.

create table app.waiting_hints (
  event text not null,
  version bigint not null,
  -- Its rows were sent while an older transaction was open: they are still to be sent with their places.
  is_shown boolean not null default false,
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

create function app.send_hint() returns trigger language plpgsql security definer set search_path = '' as $$
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

-- At commit: rows that the transaction changes again after its first statement are complete by then.
create constraint trigger send after insert on app.waiting_hints
  deferrable initially deferred for each row execute function app.send_hint();

-- Called by a timer. Sends one hint for all that waits in a collection. Returns how many collections were announced.
create function public.send_waiting_hints() returns integer
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

grant execute on function public.send_waiting_hints() to service_role;

-- A public hint says which part of a collection it brings whole: all rows after the place `after` up to the place
-- `checkpoint`. A phone that is complete up to `after`, or beyond, is complete up to `checkpoint` once it has stored
-- them, and need not ask. Complete is only what no open transaction can still write into (as for a pull, see
-- app.pull_statement): rows above that horizon are shown by a first hint without places, and come again with the timer's.

/*
 * The content of a hint, in the form of a pull's page: {epoch, after, rows, checkpoint}. With a horizon it holds all rows
 * from the first of `versions` on and below the horizon, so that nothing is left out between `after` and `checkpoint`;
 * without one the rows of `versions`, and no places. Empty where the rows are many, or several large ones: phones then ask. Null where newer versions have taken all rows.
 */
-- Rows as a pull would send them; without rows where they are many or large, and phones then ask.
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

-- One request for all checkpoints of a phone, its own rows' and everybody's. A collection without news costs a look at
-- its index; the others are answered by their own pull.

create function app.digest_of_ids(list jsonb) returns text language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(coalesce(string_agg(i.id, ',' order by i.id collate "C"), ''), 'UTF8')), 'hex')
  from jsonb_array_elements_text(list -> 'ids') i (id)
$$;

-- Static statements, because their plans are kept between calls.
create function app.has_news(name text, person uuid, after_xid bigint, after_id uuid, horizon bigint)
returns boolean language plpgsql stable set search_path = '' set enable_bitmapscan = 'off' as $$
begin
  case name
    when 'cities' then
      return exists (select from public.cities t where (t._xid, t.id) > (after_xid, after_id) and t._xid < horizon);
    when 'dance_styles' then
      return exists (select from public.dance_styles t
        where (t._xid, t.id) > (after_xid, after_id) and t._xid < horizon);
    when 'teachers' then
      return exists (select from public.teacher_listings t
        where (t._xid, t.id) > (after_xid, after_id) and t._xid < horizon);
    when 'content' then
      return exists (select from public.content_items t
        where (t._xid, t.id) > (after_xid, after_id) and t._xid < horizon);
    when 'profile' then
      return exists (select from app.own_profiles t
        where t.id = person and (t._xid, t.id) > (after_xid, after_id) and t._xid < horizon);
    when 'lesson_requests' then
      return exists (select from app.own_lesson_requests t
        where t.person_id = person and (t._xid, t.id) > (after_xid, after_id) and t._xid < horizon);
    when 'lessons' then
      return exists (select from app.own_lessons t
        where t.person_id = person and (t._xid, t.id) > (after_xid, after_id) and t._xid < horizon);
    when 'payment_keys' then
      return exists (select from app.own_payment_keys t
        where t.person_id = person and (t._xid, t.id) > (after_xid, after_id) and t._xid < horizon);
    when 'evaluations' then
      return exists (select from app.own_evaluations t
        where t.evaluator_id = person and (t._xid, t.id) > (after_xid, after_id) and t._xid < horizon);
    when 'favourites' then
      return exists (select from app.own_favourites t
        where t.user_id = person and (t._xid, t.id) > (after_xid, after_id) and t._xid < horizon);
    when 'notebook' then
      return exists (select from app.own_notebook t
        where t.person_id = person and (t._xid, t.id) > (after_xid, after_id) and t._xid < horizon);
    when 'alerts' then
      return exists (select from app.own_alerts t
        where t.user_id = person and (t._xid, t.id) > (after_xid, after_id) and t._xid < horizon);
    else
      return exists (select from public.notifications t
        where t.user_id = person and (t._xid, t.id) > (after_xid, after_id) and t._xid < horizon);
  end case;
end
$$;

-- The hint of an own row comes with its commit, and a pull keeps the row back while an older transaction is open anywhere
-- in the cluster: the answer names the collections where that is so, and the phone asks for them again.
create function public.pull_changes(asked jsonb) returns json
language plpgsql security definer set search_path = '' as $$
declare
  everybodys constant text[] := array['cities', 'dance_styles', 'teachers', 'content'];
  own constant text[] := array['profile', 'lesson_requests', 'lessons', 'payment_keys', 'evaluations', 'favourites',
    'notifications', 'notebook', 'alerts'];
  -- Its rows leave a person's sight by tombstones only.
  unlisted constant text[] := array['profile', 'notebook', 'alerts'];
  healed constant boolean := app.heal_replication();
  origin constant bigint := (select s.origin from app.replication_state s);
  horizon constant bigint := origin + pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  ceiling constant bigint := origin + pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
  person uuid;
  same text[] := '{}';
  pages text[] := '{}';
  early text[] := '{}';
  lists jsonb := '{}';
  name text;
  place jsonb;
  after_xid bigint;
  after_id uuid;
  page json;
begin
  perform app.bounded('pull_changes', 'asked', asked);
  if asked -> 'after' ?| own or jsonb_array_length(asked -> 'lists') > 0 then
    person := app.require_person();
  end if;
  if asked -> 'after' ? 'content' then
    perform app.list_due_posts();
  end if;
  foreach name in array everybodys || own loop
    place := asked -> 'after' -> name;
    continue when place is null;
    after_xid := place ->> 0;
    after_id := place ->> 1;
    -- A checkpoint from another history, or none: its pull decides.
    if healed or after_xid is null or after_id is null or after_xid >= ceiling
      or app.has_news(name, person, after_xid, after_id, horizon)
    then
      execute format('select public.%I($1, $2, $3)', 'pull_' || name) into page
        using after_xid, after_id, coalesce((place ->> 2)::integer, 500);
      pages := pages || (to_json(name)::text || ':' || page::text);
    else
      same := same || name;
    end if;
    -- Everybody's have hints that wait for the older transaction.
    if horizon < ceiling and name = any (own)
      and app.has_news(name, person, horizon - 1, 'ffffffff-ffff-ffff-ffff-ffffffffffff', ceiling)
    then
      early := early || name;
    end if;
  end loop;
  for name in
    select distinct l.name from jsonb_array_elements_text(asked -> 'lists') l (name)
    where l.name = any (own) and l.name <> all (unlisted)
  loop
    execute format('select public.%I()', 'visible_ids_' || name) into place;
    lists := lists || jsonb_build_object(name, app.digest_of_ids(place));
  end loop;
  return json_build_object('user_id', person, 'epoch', app.current_epoch(), 'horizon', horizon,
    'now', floor(extract(epoch from clock_timestamp()) * 1000)::bigint, 'same', same,
    'early', early, 'pages', ('{' || array_to_string(pages, ',') || '}')::json, 'lists', lists);
end
$$;

grant execute on function public.pull_changes(jsonb) to anon, authenticated, service_role;
