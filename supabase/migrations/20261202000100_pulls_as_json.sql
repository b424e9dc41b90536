-- Pulls answer `json` instead of `jsonb`. Pages are written once and read by nobody in the database: as jsonb each row
-- became a tree with sorted keys, was copied into the tree of the page and only then written out, which was two thirds
-- of what a page of 500 listings cost. Shape, order of rows and limits are as before.

drop function public.pull_cities(bigint, uuid, integer), public.pull_dance_styles(bigint, uuid, integer),
  public.pull_teachers(bigint, uuid, integer), public.pull_content(bigint, uuid, integer),
  public.pull_notifications(bigint, uuid, integer), public.pull_profile(bigint, uuid, integer),
  public.pull_lesson_requests(bigint, uuid, integer), public.pull_evaluations(bigint, uuid, integer),
  public.pull_favourites(bigint, uuid, integer);
drop function app.pull(text, bigint, uuid, integer), app.pull_private(regclass, text, bigint, uuid, integer),
  app.pull_statement(text), app.pull_private_statement(regclass, text);

-- The statement of a pull, one for all replicated tables. $1 and $2: checkpoint; $3: page size; $4: first pull.
-- The row comparison walks the index (_xid, id) from the checkpoint; it filters and sorts nothing.
-- One row more than the page is read to know whether anything is left. Without a row the checkpoint stays.
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
-- VOLATILE because it may have to heal (see app.heal_replication).
create function app.pull(relation text, after_xid bigint, after_id uuid, page_size integer) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  healed constant boolean := app.heal_replication();
  first_pull constant boolean := after_xid is null;
  answer json;
begin
  -- A checkpoint that this history has not reached comes from a backup's future (a copied data folder keeps its
  -- fingerprint). For that phone alone the epoch has changed; an anonymous number must not restart all others.
  if after_xid >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint then
    return json_build_object('epoch', app.current_epoch() || '-ahead', 'rows', '[]'::json,
      'checkpoint', null, 'done', false, 'total', null);
  end if;
  -- Whoever began the epoch sees none of its own rows yet: they are there at the next pull.
  if healed then
    return json_build_object('epoch', app.current_epoch(), 'rows', '[]'::json,
      'checkpoint', case when not first_pull then json_build_object('xid', after_xid, 'id', after_id) end,
      'done', false, 'total', null);
  end if;
  execute app.pull_statement(relation) into answer
    using coalesce(after_xid, -1), coalesce(after_id, '00000000-0000-0000-0000-000000000000'::uuid),
      least(greatest(coalesce(page_size, 500), 1), 500), first_pull;
  return answer;
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
      'total', case when $4::boolean then (select count(*) from %1$s t where t.%2$I = $5 and not t._deleted) end
    )$statement$, source, owner_column)
$$;

-- One page of the caller's rows of <source> (a table or view with id, _xid, _deleted and the owner's column), as
-- app.pull gives one, and `user_id`: whose page it is. A phone drops a page that names somebody else.
create function app.pull_private(
  source regclass, owner_column text, after_xid bigint, after_id uuid, page_size integer
) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  healed constant boolean := app.heal_replication();
  first_pull constant boolean := after_xid is null;
  answer json;
begin
  if after_xid >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint then
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

-- As they were, but for what they answer.

create function public.pull_cities(
  after_xid bigint default null, after_id uuid default null, page_size integer default 500
) returns json
language sql volatile security definer set search_path = ''
as $$
  select app.pull('cities', after_xid, after_id, page_size)
$$;

create function public.pull_dance_styles(
  after_xid bigint default null, after_id uuid default null, page_size integer default 500
) returns json
language sql volatile security definer set search_path = ''
as $$
  select app.pull('dance_styles', after_xid, after_id, page_size)
$$;

create function public.pull_teachers(
  after_xid bigint default null, after_id uuid default null, page_size integer default 500
) returns json
language sql volatile security definer set search_path = ''
as $$
  select app.pull('teacher_listings', after_xid, after_id, page_size)
$$;

create function public.pull_content(
  after_xid bigint default null, after_id uuid default null, page_size integer default 500
) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.list_due_posts();
  return app.pull('content_items', after_xid, after_id, page_size);
end
$$;

create function public.pull_notifications(
  after_xid bigint default null, after_id uuid default null, page_size integer default 500
) returns json
language sql volatile security definer set search_path = ''
as $$
  select app.pull_private('public.notifications', 'user_id', after_xid, after_id, page_size)
$$;

create function public.pull_profile(
  after_xid bigint default null, after_id uuid default null, page_size integer default 500
) returns json
language sql volatile security definer set search_path = ''
as $$
  select app.pull_private('app.own_profiles', 'id', after_xid, after_id, page_size)
$$;

create function public.pull_lesson_requests(
  after_xid bigint default null, after_id uuid default null, page_size integer default 500
) returns json
language sql volatile security definer set search_path = ''
as $$
  select app.pull_private('app.own_lesson_requests', 'person_id', after_xid, after_id, page_size)
$$;

create function public.pull_evaluations(
  after_xid bigint default null, after_id uuid default null, page_size integer default 500
) returns json
language sql volatile security definer set search_path = ''
as $$
  select app.pull_private('app.own_evaluations', 'evaluator_id', after_xid, after_id, page_size)
$$;

create function public.pull_favourites(
  after_xid bigint default null, after_id uuid default null, page_size integer default 500
) returns json
language sql volatile security definer set search_path = ''
as $$
  select app.pull_private('app.own_favourites', 'user_id', after_xid, after_id, page_size)
$$;

revoke all on function app.pull_statement(text), app.pull(text, bigint, uuid, integer),
  app.pull_private_statement(regclass, text), app.pull_private(regclass, text, bigint, uuid, integer)
  from public, anon, authenticated;
revoke all on function public.pull_cities(bigint, uuid, integer), public.pull_dance_styles(bigint, uuid, integer),
  public.pull_teachers(bigint, uuid, integer), public.pull_content(bigint, uuid, integer),
  public.pull_notifications(bigint, uuid, integer), public.pull_profile(bigint, uuid, integer),
  public.pull_lesson_requests(bigint, uuid, integer), public.pull_evaluations(bigint, uuid, integer),
  public.pull_favourites(bigint, uuid, integer)
  from public, anon, authenticated;
grant execute on function public.pull_cities(bigint, uuid, integer), public.pull_dance_styles(bigint, uuid, integer),
  public.pull_teachers(bigint, uuid, integer), public.pull_content(bigint, uuid, integer)
  to anon, authenticated, service_role;
grant execute on function public.pull_notifications(bigint, uuid, integer),
  public.pull_profile(bigint, uuid, integer), public.pull_lesson_requests(bigint, uuid, integer),
  public.pull_evaluations(bigint, uuid, integer), public.pull_favourites(bigint, uuid, integer)
  to authenticated, service_role;
