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

insert into app.personal_data (place, columns, rows_of, after_leaving, reason) values
  ('app.read_pictures', '{path}', 'split_part(t.path, ''/'', 7) = $1', 'gone',
    'addresses of uploaded pictures; the export lists the files');

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

-- What Storage calls the present content of a picture's files, by name. Null when one is missing.
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
  me constant uuid := app.require_living_person();
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
