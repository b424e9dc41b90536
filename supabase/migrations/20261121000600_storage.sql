-- Files: profile pictures, pictures of articles, logos of sponsors. Read by everyone through the public buckets'
-- addresses.

-- profile-images/<user id>/<file>. Public addresses need no policy; selecting rows is only for the owner's own
-- listing, replacing and removing, so that nobody can list the pictures of teachers who are not shown.
create policy "profile images are listed by their owner" on storage.objects for select to authenticated
  using (bucket_id = 'profile-images' and split_part(name, '/', 1) = (select auth.uid())::text);

create policy "profile images are replaced by their owner" on storage.objects for update to authenticated
  using (bucket_id = 'profile-images' and split_part(name, '/', 1) = (select auth.uid())::text)
  with check (bucket_id = 'profile-images' and name ~ ('^' || (select auth.uid()) || '/[^/]+$'));

create policy "profile images are removed by their owner" on storage.objects for delete to authenticated
  using (bucket_id = 'profile-images' and split_part(name, '/', 1) = (select auth.uid())::text);

-- A folder of profile pictures has room for 20 files, of those who have an account still: any account could fill the
-- disk. Definer rights, because its owner sees no other rows and a policy on a table cannot ask that table.
create function app.has_room_for_picture() returns boolean
language sql stable security definer set search_path = ''
as $$
  select count(*) < 20
    and exists (select from auth.users u where u.id = auth.uid())
    and not exists (select from public.user_profiles p where p.id = auth.uid() and p.removed_at is not null)
  from storage.objects o
  where o.bucket_id = 'profile-images' and starts_with(o.name, auth.uid() || '/')
$$;

-- Only a plain file of the own folder: another would stay when the account is deleted (app.pictures_of).
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

-- Pictures of articles: read by everyone, written by admins.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('blog-images', 'blog-images', true, 5 * 1024 * 1024, array['image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Sponsors' logos: read by everyone through the public bucket's addresses, written by admins.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('sponsor-logos', 'sponsor-logos', true, 1024 * 1024, array['image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Pictures are written by the storage service in the person's name, so suspended accounts are refused here too.
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

-- Policies call these as the asking user.
grant execute on function app.has_room_for_picture(), app.may_write() to authenticated;
