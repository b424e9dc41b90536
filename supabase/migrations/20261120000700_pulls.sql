-- The pull procedures, one per replicated collection. Shape and limits: app.pull (…_replication.sql).
-- Replicated rows are public, so visitors may pull; definer rights reach the private helpers, not private rows.

create function public.pull_cities(
  after_xid bigint default null, after_id uuid default null, page_size integer default 500
) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  select app.pull('cities', after_xid, after_id, page_size)
$$;

create function public.pull_dance_styles(
  after_xid bigint default null, after_id uuid default null, page_size integer default 500
) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  select app.pull('dance_styles', after_xid, after_id, page_size)
$$;

create function public.pull_teachers(
  after_xid bigint default null, after_id uuid default null, page_size integer default 500
) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  select app.pull('teacher_listings', after_xid, after_id, page_size)
$$;

-- For the service role after a restore that the cluster fingerprint cannot show. Answers the new epoch.
create function public.restart_replication() returns text
language sql volatile security definer set search_path = ''
as $$
  select app.restart_replication()
$$;
