-- What goes on without anybody's page: sendings that are under way, and lists of recipients that are not kept for ever.

-- Tells up to `at_most` people of the sendings under way, the oldest first, and leaves alone what somebody else is at.
-- Answers how many rows it dealt with: as many as `at_most` means that there may be more.
create function public.send_bulk_notifications(at_most integer default 500) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  bulk uuid;
  done integer := 0;
  stepped integer;
begin
  for bulk in
    select b.id from public.bulk_notifications b where b.state = 'sending' order by b.created_at, b.id
  loop
    exit when done >= at_most;
    stepped := app.step_bulk(bulk, at_most - done);
    done := done + coalesce(stepped, 0);
  end loop;
  return done;
end
$$;

alter function public.tidy_up(integer, timestamptz) set schema app;
alter function app.tidy_up(integer, timestamptz) rename to tidy_up_before_bulk;
revoke all on function app.tidy_up_before_bulk(integer, timestamptz) from public, anon, authenticated, service_role;

-- As before (…_tidy_up.sql), and { bulk_sent, bulk_recipients }: who was told by sendings under way, and rows of lists that
-- are over for 90 days; the sending itself stays with its numbers.
create function public.tidy_up(at_most integer default 1000, at timestamptz default now()) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  tidied constant jsonb := app.tidy_up_before_bulk(at_most, at);
  sent constant integer := public.send_bulk_notifications(at_most);
  forgotten integer;
begin
  delete from public.bulk_notification_recipients r using (
    select o.bulk_id, o.person_id
    from public.bulk_notifications b join public.bulk_notification_recipients o on o.bulk_id = b.id
    where b.state = 'done' and b.finished_at < at - interval '90 days'
    limit at_most for update of o skip locked
  ) old
  where r.bulk_id = old.bulk_id and r.person_id = old.person_id;
  get diagnostics forgotten = row_count;
  return tidied || jsonb_build_object('bulk_sent', sent, 'bulk_recipients', forgotten);
end
$$;

revoke all on function public.send_bulk_notifications(integer), public.tidy_up(integer, timestamptz)
  from public, anon, authenticated;
grant execute on function public.send_bulk_notifications(integer), public.tidy_up(integer, timestamptz) to service_role;
