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

alter function public.tidy_up(integer, timestamptz) set schema app;
alter function app.tidy_up(integer, timestamptz) rename to tidy_up_before_pushes;
revoke all on function app.tidy_up_before_pushes(integer, timestamptz) from public, anon, authenticated, service_role;

-- As before (…_tidy_up.sql), and { pushes }: how many that were due a day ago, told or not, are forgotten.
create function public.tidy_up(at_most integer default 1000, at timestamptz default now()) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  tidied constant jsonb := app.tidy_up_before_pushes(at_most, at);
  pushes integer;
begin
  delete from public.push_queue q
    where q.notification_id in (
      select o.notification_id from public.push_queue o where o.due_at < at - interval '24 hours'
      order by o.due_at limit at_most for update skip locked
    );
  get diagnostics pushes = row_count;
  return tidied || jsonb_build_object('pushes', pushes);
end
$$;
revoke all on function public.tidy_up(integer, timestamptz) from public, anon, authenticated;
grant execute on function public.tidy_up(integer, timestamptz) to service_role;

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
