-- Supporters as everybody may know them: name, picture, tier. No e-mail, no amount; who prefers not to be named, or
-- has no name here yet, is a row without name. `teacher_id`: whose page there may be.
create view public.public_supporters with (security_barrier) as
select
  s.id,
  n.name,
  case when n.name is not null then p.profile_image_url end as profile_image_url,
  s.tier,
  case when n.name is not null and p.role = 'teacher' then p.id end as teacher_id,
  to_char(s.created_at at time zone 'America/Sao_Paulo', 'YYYY-MM') as since
from public.supporter_tiers s
join public.supporter_tier_definitions d on d.tier = s.tier
left join public.user_profiles p on p.id = s.user_id and p.removed_at is null
cross join lateral (select case when s.is_listed then coalesce(s.display_name, p.name) end as name) n
where s.is_active and exists (
  select from public.supporter_tier_definitions l where l.benefit = 'listing' and l.position <= d.position
);

-- Who may do what with the programmes; tests/database/matrix.ts says the same as data.

alter table public.supporter_tier_definitions enable row level security;
alter table public.sponsor_tier_definitions enable row level security;
alter table public.sponsors enable row level security;
alter table public.support_sync_logs enable row level security;

revoke all on public.supporter_tier_definitions, public.sponsor_tier_definitions, public.sponsors,
  public.support_sync_logs, public.public_supporters from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.supporter_tier_definitions, public.sponsor_tier_definitions,
  public.sponsors, public.support_sync_logs to service_role;
grant select on public.public_supporters to anon, authenticated, service_role;

-- What tiers cost and bring is changed with a release or by the server's own side.
grant select on public.supporter_tier_definitions, public.sponsor_tier_definitions to anon, authenticated;
create policy "tiers of supporters are public" on public.supporter_tier_definitions for select
  to anon, authenticated using (true);
create policy "tiers of sponsors are public" on public.sponsor_tier_definitions for select
  to anon, authenticated using (true);

grant select on public.sponsors to anon, authenticated;
grant insert (id, name, tier, tagline, url, logo_url, is_active, display_order),
  update (id, name, tier, tagline, url, logo_url, is_active, display_order), delete on public.sponsors to authenticated;
create policy "active sponsors are public, admins see all" on public.sponsors for select to anon, authenticated
  using (is_active or (select app.is_admin()));
create policy "admins add sponsors" on public.sponsors for insert to authenticated
  with check ((select app.is_admin()));
create policy "admins change sponsors" on public.sponsors for update to authenticated
  using ((select app.is_admin())) with check ((select app.is_admin()));
create policy "admins remove sponsors" on public.sponsors for delete to authenticated
  using ((select app.is_admin()));

grant insert (display_name, is_listed), update (display_name, is_listed), delete on public.supporter_tiers
  to authenticated;
create policy "admins remove supporters" on public.supporter_tiers for delete to authenticated
  using ((select app.is_admin()));

-- A log is written and read, never changed.
grant select on public.support_sync_logs to authenticated;
grant insert (id, sync_type, email, status, message, api_response) on public.support_sync_logs to authenticated;
create policy "admins read the log" on public.support_sync_logs for select to authenticated
  using ((select app.is_admin()));
create policy "admins add to the log" on public.support_sync_logs for insert to authenticated
  with check ((select app.is_admin()));

revoke all on all functions in schema app from public;
revoke all on function app.my_data_before_programmes() from public, anon, authenticated;
grant execute on all functions in schema public to service_role;
revoke all on function
  public.save_supporter(uuid, jsonb),
  public.deactivate_supporter(uuid, uuid),
  public.import_supporters(uuid, jsonb),
  public.save_sponsor(uuid, jsonb),
  public.deactivate_sponsor(uuid, uuid),
  public.my_data()
  from public, anon;
grant execute on function
  public.save_supporter(uuid, jsonb),
  public.deactivate_supporter(uuid, uuid),
  public.import_supporters(uuid, jsonb),
  public.save_sponsor(uuid, jsonb),
  public.deactivate_sponsor(uuid, uuid),
  public.my_data()
  to authenticated;
