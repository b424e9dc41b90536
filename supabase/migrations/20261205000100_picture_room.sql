-- A folder of profile pictures has room for a few files: any account could fill the disk. And what is no file in the own
-- folder would stay when the account is deleted (app.pictures_of).

-- As its owner sees no other rows, and a policy on a table cannot ask that table.
create function app.has_room_for_picture() returns boolean
language sql stable security definer set search_path = ''
as $$
  select count(*) < 20 from storage.objects o
  where o.bucket_id = 'profile-images' and starts_with(o.name, auth.uid() || '/')
$$;
revoke all on function app.has_room_for_picture() from public, anon;
grant execute on function app.has_room_for_picture() to authenticated;

drop policy "profile images are added by their owner" on storage.objects;
create policy "profile images are added by their owner" on storage.objects for insert to authenticated
  with check (
    bucket_id = 'profile-images' and name ~ ('^' || (select auth.uid()) || '/[^/]+$') and app.has_room_for_picture()
  );

drop policy "profile images are replaced by their owner" on storage.objects;
create policy "profile images are replaced by their owner" on storage.objects for update to authenticated
  using (bucket_id = 'profile-images' and split_part(name, '/', 1) = (select auth.uid())::text)
  with check (bucket_id = 'profile-images' and name ~ ('^' || (select auth.uid()) || '/[^/]+$'));
