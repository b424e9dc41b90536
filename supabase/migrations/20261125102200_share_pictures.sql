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

insert into app.personal_data (place, columns, rows_of, exported_as, after_leaving, reason) values
  ('public.share_pictures', '{id}', 't.id::text = $1', 'share_picture', 'gone', 'drawn from the profile');

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
do $$
declare
  definition constant text := pg_get_functiondef('public.delete_my_account(text)'::regprocedure);
  place constant text := '  supported := exists';
begin
  if strpos(definition, place) = 0 then
    raise exception 'delete_my_account has another text';
  end if;
  execute replace(definition, place, E'  perform app.require_no_share_pictures(me);\n' || place);
end
$$;
