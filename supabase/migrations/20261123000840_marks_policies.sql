-- Who may do what with favourites, blocks and reports; tests/database/matrix.ts says the same as data.

alter table public.favourites enable row level security;
alter table public.blocks enable row level security;
alter table public.reports enable row level security;

revoke all on public.favourites, public.blocks, public.reports, app.own_favourites from public, anon, authenticated;
revoke all on public.favourites, public.blocks, public.reports from service_role;
grant select, insert, update, delete on public.favourites, public.blocks, public.reports to service_role;

-- Favourites and blocks: nobody but the procedures, not even admins.

grant select on public.reports to authenticated;
create policy "people read their own reports, admins all" on public.reports for select to authenticated
  using (reporter_id = (select auth.uid()) or (select app.is_admin()));

revoke all on all functions in schema app from public;
revoke all on function app.my_data_before_marks() from public, anon, authenticated;
grant execute on all functions in schema public to service_role;
revoke all on function
  public.set_favourite(uuid, jsonb, bigint),
  public.set_block(uuid, jsonb, bigint),
  public.create_report(uuid, jsonb),
  public.pull_favourites(bigint, uuid, integer),
  public.visible_ids_favourites(),
  public.my_data()
  from public, anon;
grant execute on function
  public.set_favourite(uuid, jsonb, bigint),
  public.set_block(uuid, jsonb, bigint),
  public.create_report(uuid, jsonb),
  public.pull_favourites(bigint, uuid, integer),
  public.visible_ids_favourites(),
  public.my_data()
  to authenticated;
