-- Favourites, blocks and reports in what is held about a person, and when a person goes.

-- Marks go on both sides. Reports about the profile go with it; what the person reported stays with the team, without
-- who wrote it and without the text.
create function app.forget_marks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.favourites f where old.id in (f.user_id, f.teacher_id) order by f.id for update;
  update public.favourites f set _deleted = true where old.id in (f.user_id, f.teacher_id) and not f._deleted;
  perform from public.blocks b where old.id in (b.user_id, b.person_id) order by b.id for update;
  update public.blocks b set _deleted = true where old.id in (b.user_id, b.person_id) and not b._deleted;
  delete from public.reports r where r.what = 'profile' and r.target_id = old.id;
  update public.reports r set reporter_id = null, details = null where r.reporter_id = old.id;
  return null;
end
$$;
create trigger forget_marks_of_removed after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_marks();
create trigger forget_marks_of_deleted after delete on public.user_profiles
  for each row execute function app.forget_marks();

alter function public.my_data() set schema app;
alter function app.my_data() rename to my_data_before_marks;

-- Everything held about the caller, by subject (…_own_data.sql), with marks and reports. Who blocked or reported the
-- caller is held about those persons, and not in it: they would be found out.
create function public.my_data() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.my_data_before_marks() || jsonb_build_object(
    'favourites', coalesce((
      select jsonb_agg(jsonb_build_object('teacher_id', f.teacher_id, 'wanted', f.is_on, 'wished_at', f.wished_at)
        order by f.wished_at, f.id)
      from public.favourites f where f.user_id = auth.uid() and not f._deleted
    ), '[]'),
    'blocks', coalesce((
      select jsonb_agg(jsonb_build_object('person_id', b.person_id, 'name', b.name, 'wanted', b.is_on,
        'wished_at', b.wished_at) order by b.wished_at, b.id)
      from public.blocks b where b.user_id = auth.uid() and not b._deleted
    ), '[]'),
    'reports', coalesce((
      select jsonb_agg(to_jsonb(r) - 'reporter_id' order by r.created_at, r.id)
      from public.reports r where r.reporter_id = auth.uid()
    ), '[]')
  )
$$;
