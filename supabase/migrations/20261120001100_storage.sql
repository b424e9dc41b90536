-- Profile pictures: read by everyone through the public bucket's addresses, written by their owner only.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('profile-images', 'profile-images', true, 5 * 1024 * 1024, array['image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- profile-images/<user id>/<file>. Public addresses need no policy; selecting rows is only for the owner's own
-- listing, replacing and removing, so that nobody can list the pictures of teachers who are not shown.
create policy "profile images are listed by their owner" on storage.objects for select to authenticated
  using (bucket_id = 'profile-images' and split_part(name, '/', 1) = (select auth.uid())::text);

create policy "profile images are added by their owner" on storage.objects for insert to authenticated
  with check (bucket_id = 'profile-images' and split_part(name, '/', 1) = (select auth.uid())::text);

create policy "profile images are replaced by their owner" on storage.objects for update to authenticated
  using (bucket_id = 'profile-images' and split_part(name, '/', 1) = (select auth.uid())::text)
  with check (bucket_id = 'profile-images' and split_part(name, '/', 1) = (select auth.uid())::text);

create policy "profile images are removed by their owner" on storage.objects for delete to authenticated
  using (bucket_id = 'profile-images' and split_part(name, '/', 1) = (select auth.uid())::text);
