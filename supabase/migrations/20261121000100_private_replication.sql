-- Private replication: rows that one person's phones hold. As public replication (…_replication.sql), but a pull
-- reads the caller's rows only and names the caller, and hints go to the private topic `user:<id>`.

alter table app.replicated_tables add column scope text not null default 'public' check (scope in ('public', 'private'));

-- As before, and stamps never go back: of two writers of one row the one with the smaller transaction id may commit
-- last, and a phone that waits for the version which the other was told would wait forever. The larger stamp is safe:
-- no pull could read it while the smaller transaction was running. `restart_replication` asks for a fresh one by -1.
create or replace function app.stamp() returns trigger
language plpgsql set search_path = ''
as $$
declare
  this_transaction constant bigint := pg_catalog.pg_current_xact_id()::text::bigint;
begin
  if tg_op = 'UPDATE' then
    if new.id is distinct from old.id then
      raise exception 'the id of a row of % never changes: phones would keep the old one', tg_table_name
        using errcode = 'restrict_violation';
    end if;
    if new is not distinct from old then
      return new;
    end if;
    if new._xid <> -1 then
      new._xid := greatest(this_transaction, old._xid);
      return new;
    end if;
  end if;
  new._xid := this_transaction;
  return new;
end
$$;

-- Raises with a stable code in HINT, which the API answers as `hint`: the app shows its own text for it.
create function app.refuse(code text, reason text, message text, detail text default '') returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception '%', message using errcode = code, hint = reason, detail = detail;
end
$$;

-- The id of the signed-in person; 401 for everybody else.
create function app.require_person() returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  if me is null then
    perform app.refuse('PT401', 'not_signed_in', 'this needs a signed-in person');
  end if;
  return me;
end
$$;

-- Says "changed" on the private topics of those whose rows changed, once per transaction, event and person, without
-- content. A transaction tells 200 people at most: those beyond (bulk loads) find out by their timers.
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

-- Makes public.<relation> a privately replicated table: registered, indexed, stamped, never deleted from, announced
-- to its owners.
create function app.replicate_private(relation text, event text, owner_column text) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into app.replicated_tables (relation, event, scope)
    values (replicate_private.relation, replicate_private.event, 'private');
  if owner_column <> 'id' then
    execute format('create index %I on public.%I (%I, _xid, id)', relation || '_replication', relation, owner_column);
  end if;
  -- Last of the BEFORE triggers by name: it has to see what the others wrote.
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

-- The statement of a private pull. $1 to $4 as in app.pull_statement; $5: whose rows.
create function app.pull_private_statement(source regclass, owner_column text) returns text
language sql stable set search_path = ''
as $$
  select format($statement$
    with page as materialized (
      select t.* from %1$s t
      where t.%2$I = $5 and (t._xid, t.id) > ($1::bigint, $2::uuid)
        and t._xid < (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint)
      order by t._xid, t.id
      limit $3::int + 1
    ), sent as materialized (
      select p._xid, p.id, p._deleted, to_jsonb(p) as content from page p order by p._xid, p.id limit $3::int
    )
    select jsonb_build_object(
      'user_id', $5,
      'epoch', app.current_epoch(),
      'rows', coalesce((
        select jsonb_agg(s.content order by s._xid, s.id) from sent s where not ($4::boolean and s._deleted)
      ), '[]'),
      'checkpoint', (
        select jsonb_build_object('xid', s._xid, 'id', s.id) from sent s order by s._xid desc, s.id desc limit 1
      ),
      'done', (select count(*) from page) <= $3::int,
      'total', case when $4::boolean then (select count(*) from %1$s t where t.%2$I = $5 and not t._deleted) end
    )$statement$, source, owner_column)
$$;

-- One page of the caller's rows of <source> (a table or view with id, _xid, _deleted and the owner's column), as
-- app.pull gives one, and `user_id`: whose page it is. A phone drops a page that names somebody else.
create function app.pull_private(
  source regclass, owner_column text, after_xid bigint, after_id uuid, page_size integer
) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  healed constant boolean := app.heal_replication();
  first_pull constant boolean := after_xid is null;
  answer jsonb;
begin
  if after_xid >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint then
    return jsonb_build_object('user_id', me, 'epoch', app.current_epoch() || '-ahead', 'rows', '[]'::jsonb,
      'checkpoint', null, 'done', false, 'total', null);
  end if;
  execute app.pull_private_statement(source, owner_column) into answer
    using coalesce(after_xid, -1), coalesce(after_id, '00000000-0000-0000-0000-000000000000'::uuid),
      least(greatest(coalesce(page_size, 500), 1), 500), first_pull, me;
  if answer -> 'checkpoint' = 'null'::jsonb and not first_pull then
    answer := jsonb_set(answer, '{checkpoint}', jsonb_build_object('xid', after_xid, 'id', after_id));
  end if;
  if healed then
    answer := jsonb_set(answer, '{done}', 'false');
  end if;
  return answer;
end
$$;

-- Who may listen on a private topic: the person whose topic it is. Nobody sends on one but the database.
-- A project whose Realtime has never run has no such table: then app.allow_listening (…_listening.sql) makes the policy.
do $$
begin
  if to_regclass('realtime.messages') is not null then
    create policy "people hear the hints of their own rows" on realtime.messages for select to authenticated
      using (extension = 'broadcast' and (select realtime.topic()) = 'user:' || (select auth.uid())::text);
  end if;
end
$$;
