-- Nobody is in two lessons at once. A pair does not propose or confirm a time that overlaps another lesson of the two, and
-- no lesson is confirmed at a time at which one of them has another one confirmed, with whomever. Must equal
-- src/db/lesson-times.ts, as far as a phone knows the other person's lessons.

-- Lets one write at a time give times to these two people, until the end of the transaction: `app.hold_people` shares.
create function app.hold_times(request public.lesson_requests) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(k.key) from (
    select distinct hashtextextended('danceflix times of ' || p, 0) as key
    from unnest(array[request.student_id, request.teacher_id]) p order by 1
  ) k;
end
$$;

-- The times that lessons have or may still get: agreed ones until their end, and proposals that can be confirmed.
create view app.open_times as
select l.id as lesson_id, r.student_id, r.teacher_id, true as is_agreed, l.starts_at,
  l.starts_at + make_interval(mins => l.minutes) as ends_at
from public.lessons l join public.lesson_requests r on r.id = l.request_id
where l.status = 'confirmed' and l.starts_at + make_interval(mins => l.minutes) > now()
union all
select l.id, r.student_id, r.teacher_id, false, p.starts_at, p.starts_at + make_interval(mins => p.minutes)
from public.lesson_proposals p
join public.lessons l on l.id = p.lesson_id join public.lesson_requests r on r.id = l.request_id
where p.starts_at > now() and (l.status = 'proposed' or l.status = 'confirmed' and l.starts_at > now());

-- Whether a lesson with somebody else takes the time of one of these two people: not where that person blocks the other
-- side, since a block ends their lessons, though later (app.block_ends).
create function app.takes_time(request public.lesson_requests, student uuid, teacher uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case when student in (request.student_id, request.teacher_id) then not app.has_blocked(student, teacher)
    else not app.has_blocked(teacher, student) end
$$;

-- The lessons of `ids` whose proposal by `side` overlaps a time of another lesson. why: 'pair' (of these two people, a
-- proposed one too), 'own' (confirmed, of the caller with somebody else), 'other' (confirmed, of the other person).
create function app.time_clashes(request public.lesson_requests, ids uuid[], side text)
returns table (lesson_id uuid, why text)
language sql stable security definer set search_path = ''
as $$
  select distinct on (p.lesson_id) p.lesson_id, c.why
  from public.lesson_proposals p
  join app.open_times t on t.starts_at < p.starts_at + make_interval(mins => p.minutes) and p.starts_at < t.ends_at
    and (t.student_id in (request.student_id, request.teacher_id) or t.teacher_id in (request.student_id, request.teacher_id))
    and t.lesson_id <> all (ids)
  cross join lateral (
    select t.student_id in (request.student_id, request.teacher_id)
      and t.teacher_id in (request.student_id, request.teacher_id) as is_pair
  ) x
  cross join lateral (
    select case when x.is_pair then 'pair' when auth.uid() in (t.student_id, t.teacher_id) then 'own' else 'other' end
  ) c (why)
  where p.lesson_id = any (ids) and p.side = time_clashes.side
    and (x.is_pair or t.is_agreed and app.takes_time(request, t.student_id, t.teacher_id))
  order by p.lesson_id, array_position(array['pair', 'own', 'other'], c.why)
$$;

-- Refuses the proposals by `side` for these lessons where the two have another lesson then. Hint: lesson_doubled (PT409).
create function app.require_single_lessons(request public.lesson_requests, ids uuid[], side text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (select from app.time_clashes(request, ids, side) c where c.why = 'pair') then
    perform app.refuse('PT409', 'lesson_doubled', 'these two have another lesson at this time');
  end if;
end
$$;

-- Which of these lessons can be confirmed as `side` has proposed them. The others stay as they are; `lesson`, the one that
-- the command names, has to be among those that can. Hints: lesson_doubled, time_taken (PT409, in DETAIL whose: 'own' or
-- 'other', never with whom).
create function app.single_lessons(request public.lesson_requests, ids uuid[], side text, lesson uuid) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  clashing uuid[];
  reason text;
begin
  loop
    select array_agg(c.lesson_id), max(c.why) filter (where c.lesson_id = lesson) into clashing, reason
      from app.time_clashes(request, ids, side) c;
    if reason = 'pair' then
      perform app.refuse('PT409', 'lesson_doubled', 'these two have another lesson at this time');
    elsif reason is not null then
      perform app.refuse('PT409', 'time_taken', 'there is another lesson at this time', reason);
    end if;
    if clashing is null then
      return ids;
    end if;
    -- A lesson that is not confirmed keeps its time, which may be the new one of another.
    ids := array(select i from unnest(ids) with ordinality u (i, place) where i <> all (clashing) order by place);
  end loop;
end
$$;

-- Whether a lesson can have these agreed terms again: neither of the two has another one confirmed at that time, but for
-- `changing`.
create function app.is_time_free(request public.lesson_requests, lesson public.lessons, changing uuid[]) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (
    select from app.open_times t
    where t.is_agreed and t.lesson_id <> all (changing)
      and t.starts_at < lesson.starts_at + make_interval(mins => lesson.minutes) and lesson.starts_at < t.ends_at
      and (t.student_id in (request.student_id, request.teacher_id)
        or t.teacher_id in (request.student_id, request.teacher_id))
      and app.takes_time(request, t.student_id, t.teacher_id)
  )
$$;
