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

-- Room for six photos, the profile's picture and one that takes its place, in three sizes each, and what uploads whose
-- answers were lost have left.
create function app.has_room_for_picture() returns boolean
language sql stable security definer set search_path = ''
as $$
  select count(*) < 40 from storage.objects o
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

-- The storage service acts in the person's name without passing the door of requests.
create policy "accounts that are gone list no files" on storage.objects as restrictive for select to authenticated
  using ((select app.account_standing()) <> 'missing');
create policy "only open accounts add files" on storage.objects as restrictive for insert to authenticated
  with check ((select app.account_standing()) = 'open');
create policy "only open accounts replace files" on storage.objects as restrictive for update to authenticated
  using ((select app.account_standing()) = 'open');
create policy "only open accounts remove files" on storage.objects as restrictive for delete to authenticated
  using ((select app.account_standing()) = 'open');

-- Policies call this with the caller's rights.
grant execute on function app.has_room_for_picture() to authenticated;

-- Files of pictures that a profile does not show any more: removed photos and replaced profile pictures. SQL cannot
-- delete them, because deleting their rows would leave the bytes behind, so their names wait here for the function
-- remove-files, which uses the Storage API. A name stays until its removal was confirmed.

create table app.stale_files (
  -- In the bucket of profile pictures: <user id>/<file>.
  name text primary key constraint stale_files_name_check check (
    name ~ '^[0-9a-f-]{36}/[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$'),
  due_at timestamptz not null default now(),
  tries integer not null default 0
);
create index stale_files_due on app.stale_files (due_at);
alter table app.stale_files enable row level security;

-- The files of a stored picture in all its sizes (src/lib/picture-sizes.ts), when it lies in this person's own folder.
create function app.files_of_picture(person uuid, path text) returns setof text
language sql immutable set search_path = ''
as $$
  select case when f.name ~ '-[tcp][.](webp|jpg)$' then regexp_replace(f.name, '-[tcp][.](webp|jpg)$', '-' || s.letter || '.\1')
    else f.name end
  from (select substring(path from '^/storage/v1/object/public/profile-images/(' || person || '/[^/]+)$') as name) f
  cross join lateral unnest(case when f.name ~ '-[tcp][.](webp|jpg)$' then array['t', 'c', 'p'] else array['p'] end) s (letter)
  where f.name is not null
$$;

-- Puts the files of pictures that left a profile into the queue.
create function app.note_stale_files() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  former text[];
  present text[];
begin
  if tg_table_name = 'teachers' then
    former := old.photos;
    present := new.photos;
  else
    former := array[old.profile_image_url];
    present := array[new.profile_image_url];
  end if;
  insert into app.stale_files (name)
    select distinct f from unnest(former) p, app.files_of_picture(old.id, p) f
    where p is not null and p <> all (array_remove(coalesce(present, '{}'), null))
      and f ~ '^[0-9a-f-]{36}/[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$'
    on conflict do nothing;
  return null;
end
$$;
create trigger stale_files after update of photos on public.teachers for each row
  when (old.photos is distinct from new.photos) execute function app.note_stale_files();
create trigger stale_files after update of profile_image_url on public.user_profiles for each row
  when (old.profile_image_url is distinct from new.profile_image_url) execute function app.note_stale_files();

-- Whether the function remove-files has something to do.
create function public.stale_files_due(at timestamptz default now()) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from app.stale_files s where s.due_at <= at)
$$;

-- Leases up to `at_most` names; one that is not settled is due again after a wait that doubles up to a day. A file that a
-- profile shows again is no longer stale.
create function public.claim_stale_files(at_most integer default 50) returns text[]
language plpgsql volatile security definer set search_path = ''
as $$
declare
  claimed text[];
begin
  delete from app.stale_files s where s.due_at <= now() and (
    exists (select from public.teachers t, unnest(t.photos) p, app.files_of_picture(t.id, p) f
      where t.id = split_part(s.name, '/', 1)::uuid and f = s.name)
    or exists (select from public.user_profiles u, app.files_of_picture(u.id, u.profile_image_url) f
      where u.id = split_part(s.name, '/', 1)::uuid and f = s.name));
  with due as (
    select s.name from app.stale_files s where s.due_at <= now()
    order by s.due_at, s.name limit least(greatest(at_most, 1), 500) for update skip locked
  ), leased as (
    update app.stale_files s set tries = s.tries + 1,
        due_at = now() + least(interval '5 minutes' * power(2, least(s.tries, 10)), interval '1 day')
      from due where due.name = s.name returning s.name
  )
  select coalesce(array_agg(l.name order by l.name), '{}') into claimed from leased l;
  return claimed;
end
$$;

-- Forgets names whose files are gone. Returns how many there were.
create function public.settle_stale_files(names text[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  settled integer;
begin
  delete from app.stale_files s where s.name = any (names);
  get diagnostics settled = row_count;
  return settled;
end
$$;

grant execute on function public.stale_files_due(timestamptz), public.claim_stale_files(integer),
  public.settle_stale_files(text[]) to service_role;

-- The picture that messengers show with a shared link of a teacher, an article or an event: a JPEG of 1200 × 630 pixels,
-- drawn on the device of the teacher or of the team. A file is named by a digest of what is drawn,
-- share-images/<id>/<version>.jpg, so that caches never show a former one.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('share-images', 'share-images', true, 300 * 1024, array['image/jpeg'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create table public.share_pictures (
  -- Of the teacher, the article or the event.
  id uuid primary key,
  version text not null check (version ~ '^[0-9a-f]{16}$'),
  made_at timestamptz not null default now()
);
alter table public.share_pictures enable row level security;

-- The address of a draft's picture, or of a teacher's who is not shown, stays unknown.
create policy "pictures of shown pages are public, admins read all" on public.share_pictures
  for select to anon, authenticated
  using (
    exists (select from public.teacher_listings l where l.id = share_pictures.id and not l._deleted)
    or exists (select from public.content_items c where c.id = share_pictures.id and not c._deleted)
    or id = (select auth.uid()) or (select app.is_admin())
  );
grant select (id, version, made_at) on public.share_pictures to anon, authenticated;
grant select, insert, update, delete on public.share_pictures to service_role;

-- Whether the caller draws the picture of this folder: the teacher, or the team.
create function app.draws_share_picture(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select split_part(draws_share_picture.name, '/', 1) = auth.uid()::text and app.has_role('teacher') or app.is_admin()
$$;

-- A folder holds the present file, its successor, and what uploads with lost answers have left.
create function app.has_room_for_share_picture(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select count(*) < 8 from storage.objects o
  where o.bucket_id = 'share-images' and starts_with(o.name, split_part(has_room_for_share_picture.name, '/', 1) || '/')
$$;
grant execute on function app.draws_share_picture(text), app.has_room_for_share_picture(text) to authenticated;

create policy "share pictures are added by who draws them" on storage.objects for insert to authenticated
  with check (
    bucket_id = 'share-images'
    and name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{16}[.]jpg$'
    and app.draws_share_picture(name) and app.has_room_for_share_picture(name)
  );
create policy "share pictures are listed by who draws them" on storage.objects for select to authenticated
  using (bucket_id = 'share-images' and app.draws_share_picture(name));
create policy "share pictures are removed by who draws them" on storage.objects for delete to authenticated
  using (bucket_id = 'share-images' and app.draws_share_picture(name));

-- Command: names the stored picture of the caller's own page; the team names that of any teacher, article or event.
-- picture: { id, version }. Answers { command_id, picture: version }. A repetition changes nothing.
-- Hints: invalid_value (22023, the field in DETAIL), not_a_teacher, not_the_owner (42501), target_unknown (PT404),
-- file_missing (PT409: the file is uploaded first).
create function public.set_share_picture(command_id uuid, picture jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'share_picture.set', picture);
  target uuid;
  wanted text;
begin
  if answer is not null then
    return answer;
  end if;
  if jsonb_typeof(picture) is distinct from 'object' then
    perform app.refuse('22023', 'invalid_value', 'a picture is an object', 'picture');
  end if;
  target := app.id_field(picture, 'id');
  wanted := app.text_field(picture, 'version');
  if target is null then
    perform app.refuse('22023', 'invalid_value', 'this value is missing', 'id');
  elsif wanted is null or wanted !~ '^[0-9a-f]{16}$' then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'version');
  end if;
  if not app.is_admin() then
    if target <> me then
      perform app.refuse('42501', 'not_the_owner', 'this page is another person''s');
    elsif (app.require_profile()).role <> 'teacher' then
      perform app.refuse('42501', 'not_a_teacher', 'only teachers have a page');
    end if;
  end if;
  -- Waits for the account's deletion, which takes the row with it.
  perform from public.user_profiles p where p.id = target for key share;
  if not exists (
      select from public.user_profiles p where p.id = target and p.role = 'teacher' and p.removed_at is null)
    and not exists (select from public.blog_posts b where b.id = target)
    and not exists (select from public.events e where e.id = target)
  then
    perform app.refuse('PT404', 'target_unknown', 'there is no such page');
  end if;
  if not exists (
    select from storage.objects o where o.bucket_id = 'share-images' and o.name = target || '/' || wanted || '.jpg'
  ) then
    perform app.refuse('PT409', 'file_missing', 'the file is uploaded first');
  end if;
  insert into public.share_pictures as s (id, version) values (target, wanted)
    on conflict (id) do update set version = excluded.version, made_at = now() where s.version <> excluded.version;
  return app.finish_command(command_id, jsonb_build_object('picture', wanted));
end
$$;
grant execute on function public.set_share_picture(uuid, jsonb) to authenticated;

-- A picture does not outlive what it shows: a name or portrait that was changed, or taken off by the team.
create function app.drop_share_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.share_pictures s where s.id = old.id;
  return null;
end
$$;
create trigger drop_share_picture after update on public.user_profiles for each row
  when (old.role = 'teacher' and (old.name, old.profile_image_url) is distinct from (new.name, new.profile_image_url))
  execute function app.drop_share_picture();
create trigger drop_share_picture after delete on public.blog_posts for each row
  execute function app.drop_share_picture();
create trigger drop_share_picture after delete on public.events for each row execute function app.drop_share_picture();

-- An account is deleted after its files, these included. Hint: share_pictures_remain (PT409, their names as JSON in
-- DETAIL).
create function app.require_no_share_pictures(person uuid) returns void
language plpgsql stable set search_path = ''
as $$
declare
  names constant jsonb := (
    select jsonb_agg(o.name order by o.name) from storage.objects o
    where o.bucket_id = 'share-images' and starts_with(o.name, person || '/'));
begin
  if names is not null then
    perform app.refuse('PT409', 'share_pictures_remain', 'the pictures are removed first', names::text);
  end if;
end
$$;

-- A file of a few kilobytes can hold a picture that takes gigabytes to show, and a file that claims to be a picture can be
-- anything. Storage of a hosted project looks at neither. So a row names a stored picture only after the function
-- read-picture has read its files; the embedded server reads each where it is stored, and says so by
-- storage.reads_pictures().

-- Pictures whose files were read, by the path that rows name, with the versions that Storage gave the files. No one
-- overwrites them (the policies below), and a picture that was replaced all the same counts as not read.
create table app.read_pictures (
  path text primary key,
  versions jsonb not null,
  read_at timestamptz not null default now()
);
alter table app.read_pictures enable row level security;

-- The files of a picture: every size of one whose name promises sizes (src/lib/picture-sizes.ts), else the file itself.
create function app.sizes_of_picture(path text) returns table (bucket text, name text)
language sql immutable set search_path = ''
as $$
  select p.parts[1],
    case when s.letter is null then p.parts[2]
      else regexp_replace(p.parts[2], '-[tcp][.](webp|jpg)$', '-' || s.letter || '.\1') end
  from (select regexp_match(path, '^/storage/v1/object/public/([^/]+)/(.+)$') as parts) p
  cross join lateral unnest(
    case when p.parts[2] ~ '-[tcp][.](webp|jpg)$' then array['p', 't', 'c'] else array[null] end) s (letter)
  where p.parts is not null
$$;

-- The path under which a picture is noted, whichever of its sizes is named.
create function app.picture_key(path text) returns text
language sql immutable set search_path = ''
as $$
  select regexp_replace(path, '-[tc][.](webp|jpg)$', '-p.\1')
$$;

-- Storage's versions of a picture's files, by name. Null when one is missing.
create function app.picture_versions(path text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case when bool_and(o.id is not null) then
    jsonb_object_agg(s.name, coalesce(o.version, o.id || ' ' || o.updated_at)) end
  from app.sizes_of_picture(path) s
  left join storage.objects o on o.bucket_id = s.bucket and o.name = s.name
$$;

-- Whether a row may name this picture. Addresses outside our storage, which only the team writes, are not looked at.
create function app.is_read_picture(path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select to_regprocedure('storage.reads_pictures()') is not null
    or not starts_with(path, '/storage/v1/object/public/')
    or exists (select from app.read_pictures r
      where r.path = app.picture_key(is_read_picture.path) and r.versions = app.picture_versions(r.path))
$$;

-- Refuses a row that names a picture which was not read. Pictures that the row named before stay. The server itself
-- (no person in the token) is trusted. Hint: picture_unread (PT409, the path in DETAIL).
create function app.require_read_pictures() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  rows_of constant jsonb[] := array[to_jsonb(new), case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end];
  named text[];
  former text[];
  unread text;
begin
  if auth.uid() is null or to_regprocedure('storage.reads_pictures()') is not null then
    return new;
  end if;
  if tg_table_name = 'share_pictures' then
    named := array['/storage/v1/object/public/share-images/' || new.id || '/' || (rows_of[1] ->> 'version') || '.jpg'];
    former := '{}';
  else
    named := array(select v #>> '{}' from jsonb_path_query(rows_of[1], 'strict $.**') v where jsonb_typeof(v) = 'string');
    former := array(select v #>> '{}' from jsonb_path_query(rows_of[2], 'strict $.**') v where jsonb_typeof(v) = 'string');
  end if;
  select p into unread from (select unnest(named) except select unnest(former)) n (p)
    where p is not null and not app.is_read_picture(p) limit 1;
  if found then
    perform app.refuse('PT409', 'picture_unread', 'the picture is read first', unread);
  end if;
  return new;
end
$$;

-- Every column that names a stored picture; tests/database/security/picture-places.test.ts looks for others.
create trigger read_pictures before insert or update of profile_image_url on public.user_profiles for each row
  when (new.profile_image_url is not null) execute function app.require_read_pictures();
create trigger read_pictures before insert or update of photos on public.teachers for each row
  when (new.photos is not null) execute function app.require_read_pictures();
create trigger read_pictures before insert or update of cover_url, body on public.blog_posts for each row
  execute function app.require_read_pictures();
create trigger read_pictures before insert or update of logo_url on public.sponsors for each row
  when (new.logo_url is not null) execute function app.require_read_pictures();
create trigger read_pictures before insert or update on public.share_pictures for each row
  execute function app.require_read_pictures();

-- For the function read-picture, with the token of the person who asks: the files of a picture that this person may have
-- stored, with their versions. Null when one is missing.
-- Hints: too_long (22023), not_the_owner (42501).
create function public.picture_to_read(picture_path text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  place constant text[] := regexp_match(app.bounded('picture_to_read', 'picture_path', picture_path),
    '^/storage/v1/object/public/([a-z-]+)/([^/]+)');
begin
  if not app.is_admin()
    and (place is null or place[1] not in ('profile-images', 'share-images') or place[2] <> me::text)
  then
    perform app.refuse('42501', 'not_the_owner', 'this picture is another person''s');
  end if;
  return app.picture_versions(picture_path);
end
$$;

-- Notes that these versions of a picture's files were read and may be shown. False when other ones are stored meanwhile.
create function public.note_read_picture(picture_path text, versions jsonb) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if versions is distinct from app.picture_versions(picture_path) then
    return false;
  end if;
  insert into app.read_pictures as r (path, versions) values (app.picture_key(picture_path), note_read_picture.versions)
    on conflict (path) do update set versions = excluded.versions, read_at = now();
  return true;
end
$$;

insert into app.parameter_bounds (procedure, parameter, at_most) values ('picture_to_read', 'picture_path', 1000);
grant execute on function public.picture_to_read(text) to authenticated;
grant execute on function public.note_read_picture(text, jsonb) to service_role;

-- Whether a file belongs to a picture that was read. Names of uploads are used once; the picture of a link is named by
-- what it shows, and may come again once no page names it.
create function app.is_of_read_picture(bucket text, name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from app.read_pictures r
      where r.path = app.picture_key('/storage/v1/object/public/' || bucket || '/' || name))
    and (bucket <> 'share-images' or exists (select from public.share_pictures s
      where s.id::text = split_part(is_of_read_picture.name, '/', 1)
        and s.version || '.jpg' = split_part(is_of_read_picture.name, '/', 2)))
$$;
grant execute on function app.is_of_read_picture(text, text) to authenticated;
create policy "pictures that were read are not stored anew" on storage.objects as restrictive for insert to authenticated
  with check (not app.is_of_read_picture(bucket_id, name));
create policy "pictures that were read are not replaced" on storage.objects as restrictive for update to authenticated
  using (not app.is_of_read_picture(bucket_id, name)) with check (not app.is_of_read_picture(bucket_id, name));
