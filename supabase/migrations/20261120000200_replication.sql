-- Replication: how a phone learns what changed, without missing a late commit and without reading a row twice.
--
-- Every replicated table has `id uuid`, `_xid bigint` (the 64-bit id of the transaction that last changed the row)
-- and `_deleted`. A pull asks for rows after its checkpoint `(_xid, id)` and gets only rows of transactions older
-- than the oldest one still running: whatever commits later, commits with a larger id.
-- A transaction left open anywhere in the cluster therefore delays news, but never loses them.

-- The replicated tables of schema public, and the hint event that announces their changes.
create table app.replicated_tables (
  relation text primary key,
  event text not null
);

-- `epoch` names this history of `_xid`s, `fingerprint` the cluster that it was written on.
create table app.replication_state (
  singleton boolean primary key default true check (singleton),
  epoch uuid not null default gen_random_uuid(),
  fingerprint text not null
);

-- Which cluster and database this is: its system identifier, timeline and database oid. A dump restored elsewhere,
-- a recovery to a point in time and a copied database each change one of them. Where the control functions may not
-- be called, their part is left out and `restart_replication()` has to be called by hand after a restore.
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
language sql stable set search_path = ''
as $$
  select left(encode(sha256(convert_to(s.epoch::text || '|' || s.fingerprint, 'UTF8')), 'hex'), 32)
  from app.replication_state s
$$;

-- Stamps a written row with its transaction. An update that changes nothing keeps its stamp, so that it costs no
-- phone a download; a written `_xid` is never taken over, but asks for a new stamp.
create function app.stamp() returns trigger
language plpgsql set search_path = ''
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
  end if;
  new._xid := pg_catalog.pg_current_xact_id()::text::bigint;
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

-- Says "changed" on the public topic, once per transaction and event, without content: the truth is pulling.
-- Without Realtime (no function realtime.send) nothing is sent and phones find out by their timers. A failing send
-- becomes a warning in the log: a broadcast must never undo the write that it announces.
create function app.hint() returns trigger
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
    execute 'select realtime.send($1, $2, $3, $4)' using '{}'::jsonb, event, 'public:changes'::text, false;
  exception when others then
    raise warning 'the hint % was not sent: %', event, sqlerrm;
  end;
  return null;
end
$$;

-- Makes public.<relation> a replicated table: registered, indexed, stamped, never deleted from, announced.
create function app.replicate(relation text, event text) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into app.replicated_tables (relation, event) values (replicate.relation, replicate.event);
  execute format('create index %I on public.%I (_xid, id)', relation || '_replication', relation);
  -- Last of the BEFORE triggers by name: it has to see what the others wrote.
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

-- Begins a new epoch: every phone resynchronises, every replicated row belongs to the current transaction.
create function app.restart_replication() returns text
language plpgsql volatile set search_path = ''
as $$
declare
  replicated text;
begin
  update app.replication_state set epoch = gen_random_uuid(), fingerprint = app.cluster_fingerprint();
  for replicated in select r.relation from app.replicated_tables r order by r.relation loop
    execute format('update public.%I set _xid = -1', replicated);
  end loop;
  return app.current_epoch();
end
$$;

-- After a restore or a move the stored `_xid`s were counted by another cluster and may lie in the future, where no
-- pull would ever reach them. The first pull that notices starts a new epoch; the others wait for it.
-- True when this transaction did it: its own rows become visible to pulls only after its commit.
create function app.heal_replication() returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  here constant text := app.cluster_fingerprint();
begin
  if exists (select from app.replication_state s where s.fingerprint = here) then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('danceflix replication epoch', 0));
  if exists (select from app.replication_state s where s.fingerprint = here) then
    return false;
  end if;
  perform app.restart_replication();
  return true;
end
$$;

-- The statement of a pull, one for all replicated tables. $1 and $2: checkpoint; $3: page size; $4: first pull.
-- The row comparison walks the index (_xid, id) from the checkpoint; it filters and sorts nothing.
-- One row more than the page is read to know whether anything is left.
create function app.pull_statement(relation text) returns text
language sql stable set search_path = ''
as $$
  select format($statement$
    with page as materialized (
      select t.* from public.%1$I t
      where (t._xid, t.id) > ($1::bigint, $2::uuid)
        and t._xid < (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint)
      order by t._xid, t.id
      limit $3::int + 1
    ), sent as materialized (
      select p._xid, p.id, p._deleted, to_jsonb(p) as content from page p order by p._xid, p.id limit $3::int
    )
    select jsonb_build_object(
      'epoch', app.current_epoch(),
      'rows', coalesce((
        select jsonb_agg(s.content order by s._xid, s.id) from sent s where not ($4::boolean and s._deleted)
      ), '[]'),
      'checkpoint', (
        select jsonb_build_object('xid', s._xid, 'id', s.id) from sent s order by s._xid desc, s.id desc limit 1
      ),
      'done', (select count(*) from page) <= $3::int,
      'total', case when $4::boolean then (select count(*) from public.%1$I t where not t._deleted) end
    )$statement$, relation)
$$;

-- One page of changes of public.<relation> after the checkpoint, oldest first. Answers
-- { epoch, rows, checkpoint: {xid, id} | null, done, total: live rows on a first pull, else null }.
-- VOLATILE because it may have to heal (see app.heal_replication).
create function app.pull(relation text, after_xid bigint, after_id uuid, page_size integer) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  healed constant boolean := app.heal_replication();
  first_pull constant boolean := after_xid is null;
  given constant jsonb := case when first_pull then 'null'::jsonb
    else jsonb_build_object('xid', after_xid, 'id', after_id) end;
  answer jsonb;
begin
  -- A checkpoint that this history has not reached comes from a backup's future (a copied data folder keeps its
  -- fingerprint). For that phone alone the epoch has changed; an anonymous number must not restart all others.
  if after_xid >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint then
    return jsonb_build_object('epoch', app.current_epoch() || '-ahead', 'rows', '[]'::jsonb,
      'checkpoint', null, 'done', false, 'total', null);
  end if;
  execute app.pull_statement(relation) into answer
    using coalesce(after_xid, -1), coalesce(after_id, '00000000-0000-0000-0000-000000000000'::uuid),
      least(greatest(coalesce(page_size, 500), 1), 500), first_pull;
  if answer -> 'checkpoint' = 'null'::jsonb then
    answer := jsonb_set(answer, '{checkpoint}', given);
  end if;
  if healed then
    answer := jsonb_set(answer, '{done}', 'false');
  end if;
  return answer;
end
$$;
