-- What a person does not want to be told on the phone. The inbox gets it all the same.

alter table public.user_profiles add column muted_notifications text[] not null default '{}'
  constraint user_profiles_muted_check check (
    muted_notifications <@ array['lessons', 'evaluations', 'account', 'news']
    and array_position(muted_notifications, null) is null and cardinality(muted_notifications) <= 4
  );

-- The group of a kind of notification; null of what is never pushed: who is welcomed is looking at the app.
create function app.notification_group(kind text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when kind = 'welcome' then null
    when kind like 'lesson\_request.%' then 'lessons'
    when kind = 'evaluation.received' then 'evaluations'
    when kind like 'news.%' then 'news'
    else 'account'
  end
$$;

create function app.blank_preferences() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.muted_notifications := '{}';
  return new;
end
$$;
create trigger blank_preferences before update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.blank_preferences();

-- As before, with the preferences.
create or replace view app.own_profiles as
select
  v.id, p.name, p.email, p.role, p.whatsapp, p.city_id, p.profile_image_url,
  case p.role
    when 'student' then array(
      select s.dance_style_id from public.student_dance_styles s where s.student_id = p.id order by s.dance_style_id)
    when 'teacher' then array(
      select s.dance_style_id from public.teacher_dance_styles s where s.teacher_id = p.id order by s.dance_style_id)
    when 'admin' then '{}'::uuid[]
  end as style_ids,
  coalesce(t.bio, s.bio) as bio, coalesce(t.experience, s.experience) as experience, t.neighborhood,
  coalesce(t.instagram, s.instagram) as instagram, t.modalidades_aula, t.is_active, t.is_paused, t.is_featured,
  t.approved_at, coalesce(t.slug, s.slug) as slug, p.created_at, v._xid, v._deleted,
  s.is_public, s.interests, s.dancing_since, s.favourite_songs,
  case when p.id is not null then app.benefits_of(p.id) end as benefits, p.muted_notifications
from public.profile_versions v
left join public.user_profiles p on p.id = v.id and p.removed_at is null
left join public.teachers t on t.id = p.id and p.role = 'teacher'
left join public.students s on s.id = p.id and p.role = 'student';

-- Command: of which groups the caller's phones are not told, all of them: 'lessons', 'evaluations', 'account', 'news'.
-- Answers { command_id, version }. Hints: invalid_value (22023), profile_missing (PT409).
create function public.set_notification_preferences(command_id uuid, muted text[]) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'notifications.preferences', jsonb_build_object('muted', muted));
begin
  if answer is not null then
    return answer;
  end if;
  if muted is null or array_position(muted, null) is not null
    or not muted <@ array['lessons', 'evaluations', 'account', 'news']
  then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'muted');
  end if;
  perform app.lock_person(me);
  update public.user_profiles p set muted_notifications = array(select distinct m from unnest(muted) m order by m)
    where p.id = me and p.removed_at is null;
  if not found then
    perform app.refuse('PT409', 'profile_missing', 'the registration is not complete');
  end if;
  return app.finish_command(command_id,
    (select jsonb_build_object('version', v._xid) from public.profile_versions v where v.id = me));
end
$$;

revoke all on app.own_profiles from public, anon, authenticated;
revoke all on function app.notification_group(text), app.blank_preferences() from public, anon, authenticated;
revoke all on function public.set_notification_preferences(uuid, text[]) from public, anon;
grant execute on function public.set_notification_preferences(uuid, text[]) to authenticated, service_role;
