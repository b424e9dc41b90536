-- Files: profile pictures, pictures of articles, logos of sponsors. All can be read through the public buckets'
-- addresses.

-- profile-images/<user id>/<file>. Public addresses need no policy; selecting rows is allowed only to the owner, for
-- listing, replacing and removing, so that pictures of teachers who are not shown cannot be listed.
create policy "profile images are listed by their owner" on storage.objects for select to authenticated
  using (bucket_id = 'profile-images' and split_part(name, '/', 1) = (select auth.uid())::text);

create policy "profile images are replaced by their owner" on storage.objects for update to authenticated
  using (bucket_id = 'profile-images' and split_part(name, '/', 1) = (select auth.uid())::text)
  with check (bucket_id = 'profile-images' and name ~ ('^' || (select auth.uid()) || '/[^/]+$'));

create policy "profile images are removed by their owner" on storage.objects for delete to authenticated
  using (bucket_id = 'profile-images' and split_part(name, '/', 1) = (select auth.uid())::text);

-- A folder of profile pictures holds up to 20 files of an existing account, because any account could fill the disk.
-- Definer rights, because the owner sees no other rows and a policy on a table cannot query that table.
create function app.has_room_for_picture() returns boolean
language sql stable security definer set search_path = ''
as $$
  select count(*) < 20
    and exists (select from auth.users u where u.id = auth.uid())
    and not exists (select from public.user_profiles p where p.id = auth.uid() and p.removed_at is not null)
  from storage.objects o
  where o.bucket_id = 'profile-images' and starts_with(o.name, auth.uid() || '/')
$$;

-- Only a plain file of one's own folder, because others would stay when the account is deleted (app.pictures_of).
create policy "profile images are added by their owner" on storage.objects for insert to authenticated
  with check (
    bucket_id = 'profile-images' and name ~ ('^' || (select auth.uid()) || '/[^/]+$') and app.has_room_for_picture()
  );

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('profile-images', 'profile-images', true, 5 * 1024 * 1024, array['image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Pictures of articles: public, written by admins.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('blog-images', 'blog-images', true, 5 * 1024 * 1024, array['image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Sponsors' logos: public, written by admins.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('sponsor-logos', 'sponsor-logos', true, 1024 * 1024, array['image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- The storage service writes pictures in the person's name, so suspended accounts must be refused here too.
create function app.may_write() returns boolean
language sql stable security definer set search_path = ''
as $$
  select not app.is_blocked_account(auth.uid())
$$;
create policy "suspended accounts add no files" on storage.objects as restrictive for insert to authenticated
  with check (app.may_write());
create policy "suspended accounts replace no files" on storage.objects as restrictive for update to authenticated
  using (app.may_write());
create policy "suspended accounts remove no files" on storage.objects as restrictive for delete to authenticated
  using (app.may_write());

-- Policies call these with the caller's rights.
grant execute on function app.has_room_for_picture(), app.may_write() to authenticated;
