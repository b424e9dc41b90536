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

insert into app.personal_data (place, columns, after_leaving, reason) values
  ('app.stale_files', '{name}', 'runs out', 'names of files that are about to be removed');

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
