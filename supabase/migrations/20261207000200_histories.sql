-- Restored in no time. After a restore the transaction ids of another cluster stand in `_xid`, and may lie in this one's
-- future, where no pull would reach them. Until now the first pull that noticed stamped every row anew, which no visitor's
-- time limit allows once there are many. Now a history begins far above everything that earlier ones wrote:
--
--   version of a row (`_xid`) = origin of the history + id of the transaction
--
-- A row of an earlier history is older than every transaction of the present one, as it is, and is never written for it.
-- To begin a history is to write the one row of app.replication_state, whatever the size.

-- `origin`: below it are the versions of earlier histories. Versions have to be safe integers of JavaScript.
alter table app.replication_state
  add column origin bigint not null default 0 check (origin between 0 and 9000000000000000);

-- How far apart two origins are: more transactions than a cluster sees in its life (a thousand a second for 15 years),
-- and room for 18,000 restores.
create function app.history_length() returns bigint
language sql immutable set search_path = ''
as $$
  select 500000000000
$$;

-- Whether two fingerprints (app.cluster_fingerprint) may be of one cluster. A part that could not be read says nothing.
create function app.is_same_cluster(one text, other text) returns boolean
language sql immutable set search_path = ''
as $$
  select one = other or not exists (
    select from unnest(string_to_array(one, '/'), string_to_array(other, '/')) as part(a, b)
    where part.a is distinct from part.b and '-' is distinct from part.a and '-' is distinct from part.b
  )
$$;

-- The lock that a transaction shares once it has a version. app.restart_replication takes it alone.
create function app.versions_lock() returns bigint
language sql immutable set search_path = ''
as $$
  select hashtextextended('danceflix versions of rows', 0)
$$;

-- Histories in which something was written before a pull began them: rows that a further restore takes along, and that its
-- own history has to begin above. Each writer notes it for itself, so that none waits for another.
create table app.unbegun_histories (
  fingerprint text not null,
  origin bigint not null
);
insert into app.personal_data (place, after_leaving, reason)
  values ('app.unbegun_histories', 'no person', 'clusters, and numbers of transactions');

-- The origin of versions on the cluster `here`: the stored one, or that of the history which the first pull will begin.
create function app.origin_on(here text) returns bigint
language sql stable set search_path = ''
as $$
  select case when app.is_same_cluster(s.fingerprint, here) then s.origin
    else app.history_length() + greatest(s.origin, (
      select max(u.origin) from app.unbegun_histories u where not app.is_same_cluster(u.fingerprint, here))) end
  from app.replication_state s
$$;

-- The version of what this transaction writes. On a restored cluster that no pull has noticed yet it is one of the
-- history that the first pull will begin: a writer that commits after that pull would otherwise leave a row behind
-- the phones, which have passed its version by then.
create function app.current_version() returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  this_transaction constant text := pg_catalog.pg_current_xact_id()::text;
  -- '<transaction> <version>': found once for each transaction, because it reads the cluster's control file.
  known constant text := current_setting('app.version', true);
  here text;
  origin bigint;
  version bigint;
begin
  if split_part(known, ' ', 1) = this_transaction then
    return split_part(known, ' ', 2);
  end if;
  -- Before the origin is read: while this transaction runs, nobody begins a history on the same cluster.
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

-- The versions of a snapshot: it holds everything below its horizon that was not rolled back, and nothing from its
-- ceiling on. STABLE, so that they are of the snapshot of the statement that asks.
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

-- Stamps a written row with the version of its transaction. An update that changes nothing keeps its stamp, so that it
-- costs no phone a download; a written `_xid` is never taken over. Stamps never go back: of two writers of one row the one
-- with the smaller transaction id may commit last, and a phone that waits for the version which the other was told would
-- wait forever. The larger stamp is safe: no pull could read it while the smaller transaction was running.
-- As its owner: a writer needs no right to the state of replication.
create or replace function app.stamp() returns trigger
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

-- Says "changed" on the public topic, once per transaction and event, without content: the truth is pulling.
-- Without Realtime (no function realtime.send) nothing is sent and phones find out by their timers. A failing send
-- becomes a warning in the log: a broadcast must never undo the write that it announces.
create or replace function app.hint() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
  begin
    execute 'select realtime.send($1, $2, $3, $4)' using '{}'::jsonb, event, 'public:changes'::text, true;
  exception when others then
    raise warning 'the hint % was not sent: %', event, sqlerrm;
  end;
  return null;
end
$$;

-- Begins the history of this origin on this cluster. Kept answers of searches go: their snapshots count otherwise.
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

-- Begins a history, whether the cluster is another or not: every phone resynchronises. Writes no replicated row, whatever
-- the size. To be called where nothing in the database shows that it was set back (an older copy of the same data folder),
-- by the service role or in the SQL editor. It waits for transactions that have written replicated rows, because they
-- have versions of the history that ends here; others wait meanwhile, so it is short or ends with the caller's time limit.
create or replace function app.restart_replication() returns text
language plpgsql volatile set search_path = ''
as $$
declare
  here constant text := app.cluster_fingerprint();
begin
  perform pg_catalog.pg_advisory_xact_lock(app.versions_lock());
  -- Before it reads the origin: a pull that begins a history holds this row.
  perform from app.replication_state s for update;
  perform app.begin_history(app.origin_on(here) + app.history_length(), here);
  -- What the caller's own transaction writes from here on.
  perform set_config('app.version', '', true);
  return app.current_epoch();
end
$$;

-- The first pull on another cluster begins a history there; others at the same moment wait for its commit, and find that
-- it is done. It waits for no writer: what was written here before has versions of this history already
-- (app.current_version). True when this transaction did it.
create or replace function app.heal_replication() returns boolean
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

-- The statement of a pull, one for all replicated tables. $1 and $2: checkpoint; $3: page size; $4: first pull.
-- The row comparison walks the index (_xid, id) from the checkpoint; it filters and sorts nothing.
-- One row more than the page is read to know whether anything is left. Without a row the checkpoint stays.
create or replace function app.pull_statement(relation text) returns text
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
      select p._xid, p.id, p._deleted, row_to_json(p) as content from page p order by p._xid, p.id limit $3::int
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
      'total', case when $4::boolean then (select count(*) from public.%1$I t where not t._deleted) end
    )$statement$, relation)
$$;

-- One page of changes of public.<relation> after the checkpoint, oldest first. Answers
-- { epoch, rows, checkpoint: {xid, id} | null, done, total: live rows on a first pull, else null }.
-- VOLATILE because it may have to begin a history (see app.heal_replication).
create or replace function app.pull(relation text, after_xid bigint, after_id uuid, page_size integer) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  healed constant boolean := app.heal_replication();
  first_pull constant boolean := after_xid is null;
  answer json;
begin
  -- A checkpoint that this history has not reached comes from a backup's future (a copied data folder keeps its
  -- fingerprint). For that phone alone the epoch has changed; an anonymous number must not restart all others.
  if after_xid >= app.version_ceiling() then
    return json_build_object('epoch', app.current_epoch() || '-ahead', 'rows', '[]'::json,
      'checkpoint', null, 'done', false, 'total', null);
  end if;
  -- The pull that began the history does no more: the next one has the whole time limit.
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

-- The statement of a private pull. $1 to $4 as in app.pull_statement; $5: whose rows. `horizon`: every version below it
-- is in the answer, or was rolled back; a phone takes nothing older than what it holds as the reason to drop a row.
create or replace function app.pull_private_statement(source regclass, owner_column text) returns text
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

-- One page of the caller's rows of <source> (a table or view with id, _xid, _deleted and the owner's column), as
-- app.pull gives one, and `user_id`: whose page it is. A phone drops a page that names somebody else.
-- The planner has no statistics of private tables. Without them it takes all rows of an owner by a bitmap and sorts them,
-- where the index gives the page in order.
create or replace function app.pull_private(
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

-- A list of ids that the caller's phones may hold: { user_id, epoch, horizon, ceiling, ids }.
create or replace function app.visible_list(ids jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'user_id', app.require_person(),
    'epoch', app.current_epoch(),
    'horizon', app.version_horizon(),
    'ceiling', app.version_ceiling(),
    'ids', coalesce(ids, '[]'))
$$;

-- Whether a replicated row was changed by a transaction that `seen` did not see. Rows keep the version of their last
-- writer and are never deleted, so looking at versions from the snapshot's horizon on is enough: no version counter
-- that all writers would queue for, and late commits count when they become visible.
create or replace function app.replicas_changed_since(seen pg_snapshot) returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  origin constant bigint := (select s.origin from app.replication_state s);
  horizon constant bigint := origin + pg_snapshot_xmin(seen)::text::bigint;
begin
  return exists (select from public.teacher_listings r where r._xid >= horizon
      and not pg_visible_in_snapshot(greatest(r._xid - origin, 0)::text::xid8, seen))
    or exists (select from public.cities r where r._xid >= horizon
      and not pg_visible_in_snapshot(greatest(r._xid - origin, 0)::text::xid8, seen))
    or exists (select from public.dance_styles r where r._xid >= horizon
      and not pg_visible_in_snapshot(greatest(r._xid - origin, 0)::text::xid8, seen));
end
$$;

revoke all on function app.history_length(), app.is_same_cluster(text, text), app.versions_lock(), app.origin_on(text),
  app.current_version(), app.version_horizon(), app.version_ceiling(), app.begin_history(bigint, text)
  from public, anon, authenticated;
revoke all on app.unbegun_histories from public, anon, authenticated;
