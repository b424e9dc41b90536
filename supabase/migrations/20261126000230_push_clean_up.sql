-- What stays of pushes: nothing a day after they were due, nothing of who has gone.

-- Before `forget_subscriptions` by name, in the order in which public.finish_pushes locks.
create function app.forget_pushes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.push_queue q where q.user_id = old.id order by q.notification_id for update;
  delete from public.push_queue q where q.user_id = old.id;
  return null;
end
$$;
create trigger forget_pushes after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_pushes();
create trigger forget_pushes_of_deleted after delete on public.user_profiles
  for each row execute function app.forget_pushes();
revoke all on function app.forget_pushes() from public, anon, authenticated;

-- As before, and pushes that were due a day ago, told or not. Answers { released, commands, notifications, leads,
-- counts, pushes }: how many of each. `at`: for tests.
create or replace function public.tidy_up(at_most integer default 1000, at timestamptz default now()) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  released constant integer := app.release_evaluations(at);
  commands integer;
  read integer;
  leads integer;
  counts integer;
  pushes integer;
begin
  update public.command_log c set user_id = null, kind = null, created_at = null, result = null
    where c.id in (
      select o.id from public.command_log o where o.created_at < at - interval '90 days'
      order by o.created_at limit at_most for update skip locked
    );
  get diagnostics commands = row_count;

  update public.notifications n set _deleted = true
    where n.id in (
      select o.id from public.notifications o where o.read_at < at - interval '90 days' and not o._deleted
      order by o.read_at limit at_most for update skip locked
    );
  get diagnostics read = row_count;

  -- Visitors have no account to delete: theirs go after a year, as the privacy policy says.
  delete from public.student_leads l
    where l.id in (
      select o.id from public.student_leads o where o.user_id is null and o.created_at < at - interval '1 year'
      order by o.created_at limit at_most for update skip locked
    );
  get diagnostics leads = row_count;

  delete from public.push_queue q
    where q.notification_id in (
      select o.notification_id from public.push_queue o where o.due_at < at - interval '24 hours'
      order by o.due_at limit at_most for update skip locked
    );
  get diagnostics pushes = row_count;

  -- Longer than the longest period that is counted.
  delete from app.rate_counts c where c.since < at - interval '2 days';
  get diagnostics counts = row_count;
  delete from app.lead_model_calls c where c.day < (at at time zone 'UTC')::date - 1;

  return jsonb_build_object('released', released, 'commands', commands, 'notifications', read, 'leads', leads,
    'counts', counts, 'pushes', pushes);
end
$$;

alter function public.my_data() set schema app;
alter function app.my_data() rename to my_data_before_pushes;
revoke all on function app.my_data_before_pushes() from public, anon, authenticated;

-- Everything held about the caller, by subject (…_own_data.sql), with what their phones were or will be told.
create function public.my_data() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.my_data_before_pushes() || jsonb_build_object('pushes', coalesce((
    select jsonb_agg(jsonb_build_object('notification_id', q.notification_id, 'due_at', q.due_at,
      'finished_at', q.finished_at, 'outcome', q.outcome, 'phones', (
        select coalesce(jsonb_agg(jsonb_build_object('subscription_id', d.subscription_id, 'outcome', d.outcome,
          'reason', d.reason, 'updated_at', d.updated_at) order by d.updated_at, d.subscription_id), '[]')
        from public.push_deliveries d where d.notification_id = q.notification_id
      )) order by q.due_at, q.notification_id)
    from public.push_queue q where q.user_id = auth.uid()
  ), '[]'))
$$;
revoke all on function public.my_data() from public, anon;
grant execute on function public.my_data() to authenticated, service_role;
