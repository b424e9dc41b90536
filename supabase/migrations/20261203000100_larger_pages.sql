-- A first pull of the national catalogue is many ways there and back, one page after another. Listings are of a known
-- size: 2,000 of them are some hundred kilobytes on the line, so phones on a good one may ask for as many. Other rows
-- (posts of the blog) may be of any size, and keep the limit.

create function app.largest_page(relation text) returns integer
language sql immutable set search_path = ''
as $$
  select case relation when 'teacher_listings' then 2000 else 500 end
$$;
revoke all on function app.largest_page(text) from public, anon, authenticated;

-- As before, but for the limit.
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
      least(greatest(coalesce(page_size, 500), 1), app.largest_page(relation)), first_pull;
  return answer;
end
$$;
