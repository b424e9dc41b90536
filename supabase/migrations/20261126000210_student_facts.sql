-- A student's summary for the teachers who were asked: facts with their base, beside the request in its pull.

-- { member_since 'YYYY-MM', lessons_held, teachers (with whom), lessons_missed (by the student), rating_average and
-- rating_count (both null below three published evaluations), slug (of the public page, else null) }. Null without an
-- account. Sealed evaluations count nowhere: statistics know only what is published.
create function app.student_facts(person uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'member_since', to_char(p.created_at at time zone 'America/Sao_Paulo', 'YYYY-MM'),
    'lessons_held', l.held, 'teachers', l.teachers, 'lessons_missed', l.missed,
    'rating_average', case when s.total_evaluations >= 3 then round(s.average_rating, 1) end,
    'rating_count', case when s.total_evaluations >= 3 then s.total_evaluations end,
    'slug', case when d.is_public and d.hidden_at is null then d.slug end)
  from public.user_profiles p
  left join public.students d on d.id = p.id
  left join public.user_evaluation_stats s on s.user_id = p.id
  cross join lateral (
    select count(*) filter (where n.status = 'held') as held,
      count(distinct r.teacher_id) filter (where n.status = 'held') as teachers,
      count(*) filter (
        where n.status = 'missed' and coalesce(n.student_outcome, n.teacher_outcome) = 'student_missed') as missed
    from public.lesson_requests r join public.lessons n on n.request_id = r.id
    where r.student_id = p.id
  ) l
  where p.id = person and p.role = 'student' and p.removed_at is null
$$;

-- As before; an open request that reaches its teacher carries `student_facts`, as they are at the pull.
create or replace function public.pull_lesson_requests(
  after_xid bigint default null, after_id uuid default null, page_size integer default 500
) returns json
language sql security definer set search_path = ''
as $$
  select (page || jsonb_build_object('rows', (
    select coalesce(jsonb_agg(
      case when row ->> 'side' = 'teacher' and row ->> 'status' in ('Pendente', 'Aceito') and row ->> 'ended_at' is null
        then row || jsonb_build_object('student_facts', app.student_facts((row ->> 'student_id')::uuid))
        else row end order by place), '[]')
    from jsonb_array_elements(page -> 'rows') with ordinality listed (row, place)
  )))::json
  from (
    select app.pull_private('app.own_lesson_requests', 'person_id', after_xid, after_id, page_size)::jsonb as page
  ) pulled
$$;
