-- Who may do what with the tables and procedures of accounts; tests/database/matrix.ts says the same as data.

alter table public.terms_and_policies enable row level security;
alter table public.user_acceptances enable row level security;
alter table public.notifications enable row level security;
alter table public.profile_versions enable row level security;

revoke all on public.terms_and_policies, public.user_acceptances, public.notifications, public.profile_versions
  from public, anon, authenticated;
revoke all on app.registration_leftovers, app.own_profiles from public, anon, authenticated;
revoke truncate, references, trigger on public.terms_and_policies, public.user_acceptances, public.notifications,
  public.profile_versions from service_role;
grant select, insert, update, delete on public.terms_and_policies, public.user_acceptances, public.notifications,
  public.profile_versions to service_role;

grant select on public.terms_and_policies to anon, authenticated;
create policy "active terms are public" on public.terms_and_policies for select to anon, authenticated
  using (active or (select app.is_admin()));

-- Written by accept_terms and complete_registration only: a date that a person writes proves nothing.
grant select on public.user_acceptances to authenticated;
create policy "people read their acceptances, admins all" on public.user_acceptances for select to authenticated
  using (user_id = (select auth.uid()) or (select app.is_admin()));

-- Written by procedures only; admins read their own like everybody.
grant select on public.notifications to authenticated;
create policy "people read their notifications" on public.notifications for select to authenticated
  using (user_id = (select auth.uid()) and not _deleted);

-- profile_versions: nobody but the triggers that keep it and the pull that reads it.

revoke all on all functions in schema app from public;
grant execute on all functions in schema public to service_role;
revoke all on function
  public.accept_terms(uuid),
  public.pull_notifications(bigint, uuid, integer),
  public.visible_ids_notifications(),
  public.mark_notifications_read(uuid, uuid[]),
  public.pull_profile(bigint, uuid, integer),
  public.update_profile(uuid, jsonb, bigint),
  public.complete_registration(jsonb),
  public.abort_registration(),
  public.my_account_state(),
  public.my_data(),
  public.delete_my_account(text)
  from public, anon;
grant execute on function
  public.accept_terms(uuid),
  public.pull_notifications(bigint, uuid, integer),
  public.visible_ids_notifications(),
  public.mark_notifications_read(uuid, uuid[]),
  public.pull_profile(bigint, uuid, integer),
  public.update_profile(uuid, jsonb, bigint),
  public.complete_registration(jsonb),
  public.abort_registration(),
  public.my_account_state(),
  public.my_data(),
  public.delete_my_account(text)
  to authenticated;
