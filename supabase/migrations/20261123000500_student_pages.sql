-- Dancers: public pages of students who enabled them, as public content (…_content.sql) under the student's own id.
-- Nothing else of a student is public; disabling the page leaves a tombstone.

-- Public data of a student: texts as written, city and styles as ids. Null when the page is disabled, or hidden by the
-- team (hidden_at), whatever the student's own setting.
create function app.dancer_data(person uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'name', p.name,
    'image_url', p.profile_image_url,
    'city_id', p.city_id,
    'style_ids', array(
      select l.dance_style_id from public.student_dance_styles l where l.student_id = p.id order by l.dance_style_id),
    'bio', s.bio,
    'interests', s.interests,
    'dancing_since', s.dancing_since,
    'extra', case when app.has_enhanced_profile(p.id) then jsonb_build_object(
      'story', s.experience, 'favourite_songs', s.favourite_songs, 'instagram', s.instagram) end
  )
  from public.students s join public.user_profiles p on p.id = s.id
  where s.id = person and s.is_public and s.hidden_at is null and p.role = 'student' and p.removed_at is null
$$;

-- Shows the student's page in its present state, or removes it. Repeated calls without a change are free.
create function app.show_dancer(person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  data constant jsonb := app.dancer_data(person);
begin
  if data is null then
    perform app.remove_content('dancer', person);
  else
    perform app.put_content('dancer', person, (select s.slug from public.students s where s.id = person),
      app.fold(data ->> 'name'), data);
  end if;
end
$$;

-- Argument: the column with the student's id. Does nothing for changes that no page shows.
create function app.dancer_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.show_dancer((to_jsonb(case when tg_op = 'DELETE' then old else new end) ->> tg_argv[0])::uuid);
  return null;
end
$$;
create trigger dancer_profile after update of name, profile_image_url, city_id, role, removed_at on public.user_profiles
  for each row when (new.role = 'student' or old.role = 'student') execute function app.dancer_changed('id');
create trigger dancer_student after insert or update or delete on public.students
  for each row execute function app.dancer_changed('id');
create trigger dancer_style after insert or update or delete on public.student_dance_styles
  for each row execute function app.dancer_changed('student_id');
