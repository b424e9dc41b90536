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

-- An open request that reaches its teacher carries `student_facts`, as they are at the pull.
create function public.pull_lesson_requests(
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

grant execute on function public.pull_lesson_requests(bigint, uuid, integer), public.visible_ids_lesson_requests()
  to authenticated;

-- A student's summary follows what it counts: the teachers who were asked receive the request's row again within a minute
-- after a lesson was held or missed, an evaluation was published, or the public page came or went.
--
-- Noted first and sent by app.renew_student_facts: whoever writes a lesson must not lock the student's other requests.

create table app.changed_student_facts (
  student_id uuid not null,
  noted_at timestamptz not null default now()
);
alter table app.changed_student_facts enable row level security;

create function app.forget_changed_facts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from app.changed_student_facts f where f.student_id = old.id;
  return null;
end
$$;
create trigger forget_changed_facts_of_removed after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_changed_facts();
create trigger forget_changed_facts_of_deleted after delete on public.user_profiles
  for each row execute function app.forget_changed_facts();

create function app.note_lesson_facts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into app.changed_student_facts (student_id)
    select r.student_id from public.lesson_requests r where r.id = new.request_id;
  return null;
end
$$;
create trigger zz_note_facts_of_new after insert on public.lessons for each row
  when (new.status in ('held', 'missed')) execute function app.note_lesson_facts();
create trigger zz_note_facts after update on public.lessons for each row
  when ((new.status in ('held', 'missed') or old.status in ('held', 'missed'))
    and (new.status, new.student_outcome, new.teacher_outcome)
      is distinct from (old.status, old.student_outcome, old.teacher_outcome))
  execute function app.note_lesson_facts();

-- Of people who are students: a teacher has no summary. Statistics below three evaluations are in no summary.
create function app.note_student_facts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into app.changed_student_facts (student_id)
    select s.id from public.students s where s.id = (to_jsonb(new) ->> tg_argv[0])::uuid;
  return null;
end
$$;
create trigger zz_note_facts after insert or update on public.user_evaluation_stats for each row
  when (new.total_evaluations >= 3) execute function app.note_student_facts('user_id');
create trigger zz_note_facts after update on public.students for each row
  when ((new.is_public, new.slug, new.hidden_at) is distinct from (old.is_public, old.slug, old.hidden_at))
  execute function app.note_student_facts('id');

-- Sends the open requests of the noted students to their teachers again. Returns how many. In the order of ids, like all
-- statements that lock several versions.
create function app.renew_student_facts() returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  students uuid[];
  renewed integer;
begin
  with noted as (
    delete from app.changed_student_facts f where f.ctid in (
      select n.ctid from app.changed_student_facts n order by n.noted_at limit 1000 for update skip locked
    ) returning f.student_id
  )
  select array_agg(distinct n.student_id) into students from noted n;
  if students is null then
    return 0;
  end if;
  with locked as materialized (
    select v.id, v.person_id from public.lesson_request_versions v
    join public.lesson_requests r on r.id = v.id and r.teacher_id = v.person_id
    where r.student_id = any (students) and r.status in ('Pendente', 'Aceito') and r.ended_at is null and not v._deleted
    order by v.id, v.person_id for update of v
  )
  update public.lesson_request_versions v set changes = v.changes + 1
    from locked l where v.id = l.id and v.person_id = l.person_id;
  get diagnostics renewed = row_count;
  return renewed;
end
$$;
