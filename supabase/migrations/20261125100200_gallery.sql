-- 'Veja como danço': up to three videos and six photos of a teacher, as fields of the profile. Videos are addresses of
-- YouTube or Instagram, photos paths in the teacher's own folder of the bucket of profile pictures, so that they leave
-- with the account as the profile's picture does.

select app.add_teacher_field('videos', 'texts', $rule$
  cardinality(videos) <= 3 and array_position(videos, null) is null
  and coalesce(app.is_video_url(videos[1]), true) and coalesce(app.is_video_url(videos[2]), true)
  and coalesce(app.is_video_url(videos[3]), true)
$rule$, is_listed := true);

-- Another person's file, or one of another site, would tell its owner who looks: even administrators write none.
select app.add_teacher_field('photos', 'texts', $rule$
  cardinality(photos) <= 6 and array_position(photos, null) is null
  and array_to_string(photos, ' ') ~ (
    '^(' || '/storage/v1/object/public/profile-images/' || id || '/[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}( |$))*$')
  and cardinality(string_to_array(array_to_string(photos, ' '), ' ')) = cardinality(photos)
$rule$, is_listed := true);

-- Room for six photos, the profile's picture and one that takes its place, in three sizes each, and what uploads whose
-- answers were lost have left.
create or replace function app.has_room_for_picture() returns boolean
language sql stable security definer set search_path = ''
as $$
  select count(*) < 40
    and exists (select from auth.users u where u.id = auth.uid())
    and not exists (select from public.user_profiles p where p.id = auth.uid() and p.removed_at is not null)
  from storage.objects o
  where o.bucket_id = 'profile-images' and starts_with(o.name, auth.uid() || '/')
$$;

-- Shown in 'Meus dados' and emptied with the account.
update app.personal_data p set
  columns = p.columns || '{availability,videos,photos}',
  rows_of = 't.id::text = $1 and num_nonnulls(t.slug, t.bio, t.experience, t.neighborhood, t.instagram, t.story, t.music,
    t.availability, t.videos, t.photos) > 0',
  blanks = p.blanks || ', availability = null, videos = null, photos = null'
  where p.place = 'public.teachers';

-- The photos and videos of a teacher, for the team; null without such a teacher.
create function public.admin_gallery(teacher_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform app.require_admin();
  return (
    select jsonb_build_object('photos', coalesce(to_jsonb(t.photos), '[]'), 'videos', coalesce(to_jsonb(t.videos), '[]'))
    from public.teachers t where t.id = admin_gallery.teacher_id
  );
end
$$;

insert into app.commands_without_terms (kind, reason) values ('admin.media.remove', 'the team');

-- Command: takes a photo or video off a teacher's page. removal: { teacher_id, item: the path or address,
-- reason|null: told to the teacher, to 500 characters }. Answers { command_id, version: null, changed }.
-- Hints: invalid_value (22023, the field in DETAIL), target_unknown (PT404: there is no such teacher).
create function public.admin_remove_media(command_id uuid, removal jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  answer jsonb;
  teacher uuid;
  item text;
  told text;
  changed boolean;
begin
  perform app.require_admin();
  answer := app.begin_command(command_id, 'admin.media.remove', removal);
  if answer is not null then
    return answer;
  end if;
  if jsonb_typeof(removal) is distinct from 'object' then
    perform app.refuse('22023', 'invalid_value', 'a removal is an object', 'removal');
  end if;
  teacher := app.id_field(removal, 'teacher_id');
  item := app.text_field(removal, 'item');
  told := app.text_field(removal, 'reason');
  if item is null then
    perform app.refuse('22023', 'invalid_value', 'this value is missing', 'item');
  elsif char_length(told) > 500 then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'reason');
  end if;
  perform from public.teachers t where t.id = teacher for update;
  if not found then
    perform app.refuse('PT404', 'target_unknown', 'there is no such teacher');
  end if;
  update public.teachers t set photos = array_remove(t.photos, item), videos = array_remove(t.videos, item)
    where t.id = teacher and (item = any (t.photos) or item = any (t.videos));
  changed := found;
  if changed then
    perform app.notify(teacher, 'profile.media_removed', 'Uma foto ou um vídeo seu saiu do ar',
      'A equipe do Danceflix removeu um item de ''Veja como danço'' da sua página.' || coalesce(' Motivo: ' || told, ''),
      null);
  end if;
  return app.finish_command(command_id, jsonb_build_object('changed', changed));
end
$$;

grant execute on function public.admin_gallery(uuid), public.admin_remove_media(uuid, jsonb) to authenticated;
