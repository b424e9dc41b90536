-- Who may evaluate, and from when one is invited: one function, which says what src/db/evaluation-rules.ts says on the phone.
--
-- 1. The two people of a request that was accepted may evaluate each other while both have accounts. Lessons that have
--    ended keep 'Aceito', so an end takes nothing away, nor does a cancel or a block once a lesson was agreed whose time
--    has come (app.is_settled). Of a request that was cancelled earlier only the person who cancelled it and blocks the
--    other may write.
-- 2. An evaluation can be changed for as long as the other side has an account.
-- 3. One is invited at the end of the first lesson that was held or missed, or seven days after the acceptance, and never
--    to evaluate somebody whom one blocks.
-- 4. What was published with its author's name stays with the name.

-- `may`: 'write', 'change', or null. `invited_at`: null where one is not invited.
create function app.evaluation_right(request public.lesson_requests, person uuid, at timestamptz default now())
returns table (may text, may_hide_name boolean, invited_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select x.may, coalesce(x.is_anonymous or x.first_rating is null, true),
    case when x.may = 'write' and request.status = 'Aceito' and not x.blocks then least(
      coalesce(request.answered_at, request.request_date) + interval '7 days',
      (select min(l.starts_at + make_interval(mins => l.minutes)) from public.lessons l
        where l.request_id = request.id and l.status in ('held', 'missed'))
    ) end
  from (
    select s.blocks, e.is_anonymous, e.first_rating, case
      when s.side is null or (
        select count(*) from public.user_profiles p where p.id in (person, s.other) and p.removed_at is null
      ) <> 2 then null
      when e.id is not null then 'change'
      when request.status = 'Aceito' then 'write'
      when request.status = 'Cancelado' and request.answered_at is not null and (
        s.blocks and request.cancelled_by = s.side or exists (
          select from public.lessons l where l.request_id = request.id
            and (l.status in ('held', 'missed') or l.status = 'confirmed' and l.starts_at <= at)
        )
      ) then 'write'
    end as may
    from (
      select o.side, o.other, app.has_blocked(person, o.other) as blocks
      from (select
        case person when request.student_id then 'student' when request.teacher_id then 'teacher' end as side,
        case person when request.student_id then request.teacher_id else request.student_id end as other
      ) o
    ) s
    left join public.lesson_evaluations e
      on e.lesson_request_id = request.id and e.evaluator_id = person and not e._deleted
  ) x
$$;

-- The caller's right, for the view below, whose readers may not ask about others.
create function app.own_evaluation_right(request_id uuid)
returns table (may text, may_hide_name boolean, invited_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select g.may, g.may_hide_name, g.invited_at
  from public.lesson_requests r cross join lateral app.evaluation_right(r, auth.uid()) g
  where r.id = own_evaluation_right.request_id and auth.uid() in (r.student_id, r.teacher_id)
$$;
grant execute on function app.own_evaluation_right(uuid) to anon, authenticated;

-- What the caller is invited to evaluate, now or from `invited_at` on. Each row is visible to its evaluator only.
create or replace view public.pending_evaluations with (security_barrier) as
select
  r.id as lesson_request_id,
  me.id as evaluator_id,
  other.id as evaluated_id,
  other.name as evaluated_name,
  other.profile_image_url as evaluated_image_url,
  r.dance_style_id,
  (select d.name from public.dance_styles d where d.id = r.dance_style_id) as style,
  r.request_date,
  g.invited_at
from public.lesson_requests r
join public.user_profiles me on me.id in (r.student_id, r.teacher_id) and me.removed_at is null
join public.user_profiles other on other.id in (r.student_id, r.teacher_id) and other.id <> me.id
  and other.removed_at is null
cross join lateral app.own_evaluation_right(r.id) g
where me.id = (select auth.uid()) and g.invited_at is not null;
grant select (invited_at) on public.pending_evaluations to anon, authenticated;
