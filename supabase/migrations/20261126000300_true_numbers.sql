-- Numbers about lessons and months that stay true: lessons held are counted when both sides (or one, alone for seven
-- days) have said so, and each month's figures are recorded once, after its end.

-- The moment since which a lesson counts as held. 'held' is final and lessons are never deleted, so counts by this moment
-- do not change later.
alter table public.lessons add held_at timestamptz;
update public.lessons l set held_at = least(now(), l.starts_at + make_interval(mins => l.minutes)) where l.status = 'held';
alter table public.lessons add constraint lessons_held check ((status = 'held') = (held_at is not null));
create index lessons_held on public.lessons (held_at) where status = 'held';
create index lessons_held_of_request on public.lessons (request_id) where status = 'held';

create function app.note_held() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.held_at := case when new.status = 'held' then coalesce(new.held_at, now()) end;
  return new;
end
$$;
create trigger note_held before insert or update on public.lessons for each row execute function app.note_held();

-- 'Aulas dadas' on a teacher's public page: more than so many. A round number below the exact one, so that the page does
-- not change with each lesson; null up to ten lessons, and while all are with one or two people, so that it tells of no
-- single person.
create function app.public_lessons_given(held bigint, people bigint) returns integer
language sql immutable set search_path = ''
as $$
  select case when held > 10 and people >= 3 then (held - 1) / s.step * s.step end::integer
  from (select case when held <= 50 then 5 when held <= 100 then 10 when held <= 500 then 50 else 100 end) s (step)
$$;

-- As before, with lessons_given.
create or replace view app.teacher_source_core as
select
  t.id, p.name, f.folded_name, ((case when s.highlighted then '0' else '1' end || f.folded_name) || ' ' || t.id) collate "C" as rank,
  p.city_id,
  array(
    select l.dance_style_id from public.teacher_dance_styles l where l.teacher_id = t.id order by l.position, l.dance_style_id
  ) as style_ids,
  p.profile_image_url, p.whatsapp, t.bio, t.experience, t.neighborhood, t.instagram, t.modalidades_aula, t.slug,
  t.is_featured or s.on_stage as is_featured, s.highlighted as is_highlighted,
  e.average_rating as rating_average, coalesce(e.total_evaluations, 0) as rating_count,
  coalesce(e.five_stars, 0) as five_stars, coalesce(e.four_stars, 0) as four_stars,
  coalesce(e.three_stars, 0) as three_stars, coalesce(e.two_stars, 0) as two_stars, coalesce(e.one_star, 0) as one_star,
  t.approved_at, false as _deleted, t.is_active, t.is_paused, t.is_active and not t.is_paused as is_live,
  a.reply_hours, a.reply_tenths,
  (
    select app.public_lessons_given(count(*), count(distinct r.student_id))
    from public.lesson_requests r join public.lessons l on l.request_id = r.id and l.status = 'held'
    where r.teacher_id = t.id
  ) as lessons_given
from public.teachers t
join public.user_profiles p on p.id = t.id and p.role = 'teacher' and p.removed_at is null
cross join lateral (select app.fold(p.name) as folded_name) f
cross join lateral (
  select coalesce(bool_or(st.tier in ('destaque_salao', 'brilho_palco')), false) as highlighted,
    coalesce(bool_or(st.tier = 'brilho_palco'), false) as on_stage
  from public.supporter_tiers st where st.user_id = t.id and st.is_active
) s
left join public.user_evaluation_stats e on e.user_id = t.id
left join app.response_facts a on a.id = t.id;

alter table public.teacher_listings add column lessons_given integer;
grant select (lessons_given) on public.teacher_listings to anon, authenticated;
select app.define_teacher_views();
select app.define_listings();

create function app.recompute_listings_of_held() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ids constant uuid[] := array(
    select distinct r.teacher_id from new_rows n join public.lesson_requests r on r.id = n.request_id
    where n.status = 'held' order by r.teacher_id
  );
begin
  if cardinality(ids) > 0 then
    perform app.recompute_listings(ids);
  end if;
  return null;
end
$$;
create trigger zz_listing_inserted after insert on public.lessons referencing new table as new_rows
  for each statement execute function app.recompute_listings_of_held();
create trigger zz_listing_updated after update on public.lessons referencing new table as new_rows
  for each statement execute function app.recompute_listings_of_held();
select app.recompute_listings(array(
  select r.teacher_id from public.lessons l join public.lesson_requests r on r.id = l.request_id where l.status = 'held'
));

-- As before, with held: the lessons that the student has had.
create or replace function app.admin_student_row(student uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'whatsapp', p.whatsapp,
    'image_url', p.profile_image_url, 'city_id', p.city_id, 'city_name', app.named_city(p.city_id),
    'style_names', app.named_styles(array(
      select l.dance_style_id from public.student_dance_styles l where l.student_id = p.id)),
    'created_at', p.created_at, 'is_public', coalesce(s.is_public, false), 'slug', s.slug,
    'accepted', coalesce(n.accepted, 0), 'asked', coalesce(n.asked, 0),
    'held', (select count(*) from public.lesson_requests r
      join public.lessons l on l.request_id = r.id and l.status = 'held' where r.student_id = p.id),
    'supports', (select t.tier from public.supporter_tiers t where t.user_id = p.id and t.is_active
      order by t.amount desc limit 1))
  from public.user_profiles p
  left join public.students s on s.id = p.id
  left join app.student_standing n on n.id = p.id
  where p.id = student
$$;

-- Totals of a teacher for the administration: students by accepted requests, and lessons held.
create function app.teacher_totals(teacher uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'students', (select count(distinct r.student_id) from public.lesson_requests r
      where r.teacher_id = teacher and r.status = 'Aceito'),
    'lessons_held', (select count(*) from public.lesson_requests r
      join public.lessons l on l.request_id = r.id and l.status = 'held' where r.teacher_id = teacher))
$$;

-- As before, with totals.
create or replace function public.admin_teacher(teacher_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  listed constant jsonb := app.admin_teacher_row(teacher_id);
begin
  if listed is null then
    return null;
  end if;
  return jsonb_build_object(
    'teacher', listed,
    'totals', app.teacher_totals(teacher_id),
    'page', (select to_jsonb(s) - array['is_active', 'is_paused', 'is_live']
      from app.teacher_source s where s.id = admin_teacher.teacher_id),
    'reviews', coalesce((
      select jsonb_agg(to_jsonb(r) - array['teacher_id', 'checked_by']
        || jsonb_build_object('checked_by', app.named_person(r.checked_by)) order by r.checked_at desc, r.id)
      from public.teacher_reviews r where r.teacher_id = admin_teacher.teacher_id
    ), '[]'),
    'profile', (
      select jsonb_build_object('bio', t.bio, 'experience', t.experience, 'neighborhood', t.neighborhood,
        'instagram', t.instagram, 'modalidades_aula', t.modalidades_aula,
        'stars', (select to_jsonb(e) - array['user_id', 'average_rating', 'total_evaluations', 'last_evaluation_date']
          from public.user_evaluation_stats e where e.user_id = t.id),
        'support', (select jsonb_build_object('tier', s.tier, 'amount', s.amount) from public.supporter_tiers s
          where s.user_id = t.id and s.is_active order by s.amount desc limit 1))
      from public.teachers t where t.id = admin_teacher.teacher_id
    ),
    'verifications', coalesce((
      select jsonb_agg(to_jsonb(v) - array['teacher_id', 'checked_by']
        || jsonb_build_object('checked_by', app.named_person(v.checked_by)) order by v.checked_at desc, v.id)
      from public.teacher_verifications v where v.teacher_id = admin_teacher.teacher_id
    ), '[]'),
    'requests', (
      select jsonb_build_object('total', count(*),
        'Pendente', count(*) filter (where r.status = 'Pendente'), 'Aceito', count(*) filter (where r.status = 'Aceito'),
        'Recusado', count(*) filter (where r.status = 'Recusado'), 'Cancelado', count(*) filter (where r.status = 'Cancelado'))
      from public.lesson_requests r where r.teacher_id = admin_teacher.teacher_id
    ) || jsonb_build_object('rows', public.admin_list_requests(
      jsonb_build_object('teacher_id', teacher_id), '-request_date', null, 20) -> 'rows'),
    'evaluations', jsonb_build_object(
      'total', (select count(*) from public.lesson_evaluations e
        where e.evaluated_id = admin_teacher.teacher_id and not e._deleted),
      'rows', public.admin_list_evaluations(
        jsonb_build_object('evaluated_id', teacher_id), '-created_at', null, 20) -> 'rows'),
    'reports', (select count(*) from public.reports r
      where r.what = 'profile' and r.target_id = admin_teacher.teacher_id and r.status = 'open'),
    'history', public.admin_list_audit(jsonb_build_object('row_id', teacher_id), '-at', null, 50) -> 'rows'
  );
end
$$;
