-- The hint of an own row comes with its commit, and a pull keeps the row back while an older transaction is open anywhere
-- in the cluster: the answer names the collections where that is so, and the phone asks for them again.

create or replace function public.pull_changes(asked jsonb) returns json
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
