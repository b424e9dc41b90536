-- Who may do what. Row level security on every table; every grant written down here. tests/database/matrix.ts
-- says the same as data and is compared with the database.

do $$
declare
  relation text;
begin
  for relation in select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' loop
    execute format('alter table public.%I enable row level security', relation);
  end loop;
end
$$;

revoke all on all tables in schema public, app from public, anon, authenticated;
revoke all on all functions in schema public, app from public, anon, authenticated;
revoke truncate, references, trigger on all tables in schema public from service_role;
grant usage on schema public to anon, authenticated, service_role;
grant select, insert, update, delete on all tables in schema public to service_role;
grant execute on all functions in schema public to service_role;

-- Policies call these as the asking user; without USAGE on the schema nobody can name them.
grant execute on function app.is_admin(), app.has_role(text) to anon, authenticated;
-- Unique indexes on folded names call it as whoever writes the row.
grant execute on function app.fold(text) to authenticated, service_role;

-- Replicated, public reference data. Admins see tombstones too: without that they could not write one.
grant select on public.cities, public.dance_styles, public.teacher_listings to anon, authenticated;
grant insert (id, name, active), update (name, active, _deleted) on public.cities, public.dance_styles to authenticated;

create policy "live cities are public" on public.cities for select to anon, authenticated
  using (not _deleted or (select app.is_admin()));
create policy "admins add cities" on public.cities for insert to authenticated with check ((select app.is_admin()));
create policy "admins change cities" on public.cities for update to authenticated
  using ((select app.is_admin())) with check ((select app.is_admin()));

create policy "live dance styles are public" on public.dance_styles for select to anon, authenticated
  using (not _deleted or (select app.is_admin()));
create policy "admins add dance styles" on public.dance_styles for insert to authenticated
  with check ((select app.is_admin()));
create policy "admins change dance styles" on public.dance_styles for update to authenticated
  using ((select app.is_admin())) with check ((select app.is_admin()));

-- Written by triggers only.
create policy "live listings are public" on public.teacher_listings for select to anon, authenticated
  using (not _deleted);

-- Profiles are private. Which columns their owner may write: app.guard_profile.
grant select on public.user_profiles to anon, authenticated;
grant insert (id, name, email, role, whatsapp, city_id, profile_image_url) on public.user_profiles to authenticated;
grant update (name, email, role, whatsapp, city_id, profile_image_url) on public.user_profiles to authenticated;

create policy "people read their own profile, admins all" on public.user_profiles for select to authenticated
  using (id = (select auth.uid()) or (select app.is_admin()));
create policy "people create their own profile" on public.user_profiles for insert to authenticated
  with check (id = (select auth.uid()) and role in ('student', 'teacher'));
create policy "people change their own profile, admins all" on public.user_profiles for update to authenticated
  using (removed_at is null and (id = (select auth.uid()) or (select app.is_admin())))
  with check (id = (select auth.uid()) or (select app.is_admin()));

grant select on public.students to anon, authenticated;
grant insert (id) on public.students to authenticated;

create policy "students read their own row, admins all" on public.students for select to authenticated
  using (id = (select auth.uid()) or (select app.is_admin()));
create policy "students create their own row" on public.students for insert to authenticated
  with check (id = (select auth.uid()) and (select app.has_role('student')));

-- Which columns a teacher may write: app.guard_teacher.
grant select on public.teachers to anon, authenticated;
grant insert (id, bio, experience, neighborhood, instagram, modalidades_aula, is_active, is_paused, is_featured,
  approved_at, slug) on public.teachers to authenticated;
grant update (bio, experience, neighborhood, instagram, modalidades_aula, is_active, is_paused, is_featured,
  approved_at, slug) on public.teachers to authenticated;

create policy "teachers read their own row, admins all" on public.teachers for select to authenticated
  using (id = (select auth.uid()) or (select app.is_admin()));
create policy "teachers create their own row" on public.teachers for insert to authenticated
  with check (id = (select auth.uid()) and (select app.has_role('teacher')));
create policy "teachers change their own row, admins all" on public.teachers for update to authenticated
  using ((id = (select auth.uid()) and (select app.has_role('teacher'))) or (select app.is_admin()))
  with check ((id = (select auth.uid()) and (select app.has_role('teacher'))) or (select app.is_admin()));

grant select on public.student_dance_styles, public.teacher_dance_styles to anon, authenticated;
grant insert (student_id, dance_style_id), delete on public.student_dance_styles to authenticated;
grant insert (teacher_id, dance_style_id), delete on public.teacher_dance_styles to authenticated;

create policy "students read their styles, admins all" on public.student_dance_styles for select to authenticated
  using (student_id = (select auth.uid()) or (select app.is_admin()));
create policy "students add their styles" on public.student_dance_styles for insert to authenticated
  with check (student_id = (select auth.uid()) or (select app.is_admin()));
create policy "students drop their styles" on public.student_dance_styles for delete to authenticated
  using (student_id = (select auth.uid()) or (select app.is_admin()));

create policy "teachers read their styles, admins all" on public.teacher_dance_styles for select to authenticated
  using (teacher_id = (select auth.uid()) or (select app.is_admin()));
create policy "teachers add their styles" on public.teacher_dance_styles for insert to authenticated
  with check (teacher_id = (select auth.uid()) or (select app.is_admin()));
create policy "teachers drop their styles" on public.teacher_dance_styles for delete to authenticated
  using (teacher_id = (select auth.uid()) or (select app.is_admin()));

-- Statistics of shown teachers are on their cards anyway; others' are theirs. Written by procedures only.
grant select on public.user_evaluation_stats to anon, authenticated;

create policy "statistics of shown teachers are public" on public.user_evaluation_stats for select
  to anon, authenticated
  using (
    exists (select from public.teacher_listings l where l.id = user_id and not l._deleted)
    or user_id = (select auth.uid()) or (select app.is_admin())
  );

grant select on public.supporter_tiers to anon, authenticated;
grant insert (id, user_id, email, tier, amount, is_active), update (id, user_id, email, tier, amount, is_active)
  on public.supporter_tiers to authenticated;

create policy "supporters read their own row, admins all" on public.supporter_tiers for select to authenticated
  using (user_id = (select auth.uid()) or (select app.is_admin()));
create policy "admins add supporters" on public.supporter_tiers for insert to authenticated
  with check ((select app.is_admin()));
create policy "admins change supporters" on public.supporter_tiers for update to authenticated
  using ((select app.is_admin())) with check ((select app.is_admin()));

grant select on public.app_settings to anon, authenticated;
grant insert (key, value, is_public, description), update (key, value, is_public, description)
  on public.app_settings to authenticated;

create policy "public settings are public" on public.app_settings for select to anon, authenticated
  using (is_public or (select app.is_admin()));
create policy "admins add settings" on public.app_settings for insert to authenticated
  with check ((select app.is_admin()));
create policy "admins change settings" on public.app_settings for update to authenticated
  using ((select app.is_admin())) with check ((select app.is_admin()));

-- command_log: nobody but the procedures that keep it.

grant execute on function
  public.pull_cities(bigint, uuid, integer),
  public.pull_dance_styles(bigint, uuid, integer),
  public.pull_teachers(bigint, uuid, integer),
  public.search_teachers_with_filters(integer, integer, text, text, text, boolean),
  public.search_teachers_with_filters_cached(integer, integer, text, text, text, boolean)
  to anon, authenticated;
grant execute on function public.update_teacher_slug(uuid, text) to authenticated;
