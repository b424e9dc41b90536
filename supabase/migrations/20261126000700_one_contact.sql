-- One contact is handed over. An accepted request shows the other side's WhatsApp, and the e-mail address only of a
-- person without a WhatsApp. Before, it showed both. Also new here: the wish and what has become of the request
-- (…_wishes.sql); only the student learns which requests belong together.

create or replace view app.own_lesson_requests as
select
  v.id, v.person_id,
  case v.person_id when r.student_id then 'student' when r.teacher_id then 'teacher' end as side,
  r.student_id, r.teacher_id, r.dance_style_id, r.status, r.preferred_days, r.preferred_times, r.message, r.reason,
  r.request_date, r.answered_at, r.cancelled_at, r.cancelled_by,
  p.name as other_name,
  p.profile_image_url as other_image_url,
  case when r.status = 'Aceito' and r.ended_at is null then p.whatsapp end as other_whatsapp,
  case when r.status = 'Aceito' and r.ended_at is null and p.whatsapp is null then p.email end as other_email,
  v._xid, v._deleted,
  r.ended_at, r.ended_by,
  case when r.student_id = v.person_id then r.wish_id end as wish_id,
  r.nudged_at,
  case when r.student_id = v.person_id then r.unanswered_at end as unanswered_at,
  r.is_withdrawn
from public.lesson_request_versions v
left join public.lesson_requests r on r.id = v.id and not v._deleted
left join public.user_profiles p on p.removed_at is null
  and p.id = case when r.student_id = v.person_id then r.teacher_id else r.student_id end;

-- As before, but an e-mail address is news only to those who see it.
create or replace function app.version_requests_of_profiles() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  with touched as (
    select n.id as person, (n.name, n.profile_image_url, n.removed_at)
      is distinct from (o.name, o.profile_image_url, o.removed_at) as shown
    from new_rows n join old_rows o on o.id = n.id
    where (n.name, n.profile_image_url, n.removed_at, coalesce(n.whatsapp, n.email))
      is distinct from (o.name, o.profile_image_url, o.removed_at, coalesce(o.whatsapp, o.email))
  ), requests as (
    select r.id, r.teacher_id as person from touched t join public.lesson_requests r on r.student_id = t.person
      where t.shown or r.status = 'Aceito'
    union
    select r.id, r.student_id from touched t join public.lesson_requests r on r.teacher_id = t.person
      where t.shown or r.status = 'Aceito'
  ), locked as materialized (
    select v.id, v.person_id from public.lesson_request_versions v
    join requests q on q.id = v.id and q.person = v.person_id
    where not v._deleted order by v.id, v.person_id for update of v
  )
  update public.lesson_request_versions v set changes = v.changes + 1
    from locked l where v.id = l.id and v.person_id = l.person_id;
  return null;
end
$$;

-- Phones receive these rows again, without the address.
update public.lesson_request_versions v set changes = v.changes + 1
from public.lesson_requests r
join public.user_profiles p on p.id in (r.student_id, r.teacher_id) and p.whatsapp is not null
where r.id = v.id and p.id <> v.person_id and v.person_id in (r.student_id, r.teacher_id)
  and not v._deleted and r.status = 'Aceito' and r.ended_at is null;
