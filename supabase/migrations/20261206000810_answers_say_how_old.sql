-- What a phone takes as the reason to drop an own row says how old it is: an answer of a cache or of a read replica that
-- lags must not outweigh newer ones. `horizon`: every transaction below it is in the answer, or was rolled back.
-- `ceiling`: none from it on is. Public pulls only add and need neither; many phones share their answers.

-- As before (…_pulls_as_json.sql), and with `horizon`.
create or replace function app.pull_private_statement(source regclass, owner_column text) returns text
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
      'total', case when $4::boolean then (select count(*) from %1$s t where t.%2$I = $5 and not t._deleted) end,
      'horizon', pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    )$statement$, source, owner_column)
$$;

-- A list of ids that the caller's phones may hold: { user_id, epoch, horizon, ceiling, ids }.
create function app.visible_list(ids jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'user_id', app.require_person(),
    'epoch', app.current_epoch(),
    'horizon', pg_snapshot_xmin(pg_current_snapshot())::text::bigint,
    'ceiling', pg_snapshot_xmax(pg_current_snapshot())::text::bigint,
    'ids', coalesce(ids, '[]'))
$$;
revoke all on function app.visible_list(jsonb) from public, anon, authenticated;

create or replace function public.visible_ids_notifications() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.visible_list((
    select jsonb_agg(n.id order by n.id) from public.notifications n where n.user_id = auth.uid() and not n._deleted
  ))
$$;

create or replace function public.visible_ids_lesson_requests() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.visible_list((
    select jsonb_agg(v.id order by v.id) from public.lesson_request_versions v
    where v.person_id = auth.uid() and not v._deleted
  ))
$$;

create or replace function public.visible_ids_evaluations() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.visible_list((
    select jsonb_agg(e.id order by e.id) from public.lesson_evaluations e
    where e.evaluator_id = auth.uid() and not e._deleted
  ))
$$;

create or replace function public.visible_ids_favourites() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.visible_list((
    select jsonb_agg(m.id order by m.id) from app.own_favourites m where m.user_id = auth.uid() and not m._deleted
  ))
$$;
