-- The notebook and the alerts join the one request for all checkpoints, so that a round without news is one request. Its
-- answer says the server's time, by which phones correct their own where it decides what is over
-- (src/lib/server-clock.ts).

-- Static statements, because their plans are kept between calls.
create or replace function app.has_news(name text, person uuid, after_xid bigint, after_id uuid, horizon bigint)
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

/*
 * `asked`: {"after": {"<collection>": [xid, id, page size], …}, "lists": ["<collection>", …]}. Returns
 * {"epoch", "horizon", "now" (milliseconds since 1970), "user_id" (of a signed-in person),
 *  "same": [collections without news], "pages": {"<collection>": as its pull},
 *  "lists": {"<collection>": digest of visible_ids_<collection>}}.
 * Collections that it does not know are in neither `same` nor `pages`.
 */
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
  lists jsonb := '{}';
  name text;
  place jsonb;
  after_xid bigint;
  after_id uuid;
  page json;
begin
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
  end loop;
  for name in select l.name from jsonb_array_elements_text(asked -> 'lists') l (name) where l.name = any (own) loop
    continue when name = any (unlisted);
    execute format('select public.%I()', 'visible_ids_' || name) into place;
    lists := lists || jsonb_build_object(name, app.digest_of_ids(place));
  end loop;
  return json_build_object('user_id', person, 'epoch', app.current_epoch(), 'horizon', horizon,
    'now', floor(extract(epoch from clock_timestamp()) * 1000)::bigint, 'same', same,
    'pages', ('{' || array_to_string(pages, ',') || '}')::json, 'lists', lists);
end
$$;
