-- Requests that do not die: 48 waking hours to answer one, and up to three teachers asked for one wish.
--
-- A wish is a first request and those that the student has made beside it ('Pedir também'), which name the first in
-- `wish_id`. At most three of a wish wait for an answer. The first acceptance withdraws the others in its transaction:
-- the student's standing choice, so it is recorded as the student's cancellation, with `is_withdrawn`.
--
-- Lock order of what may touch several requests of a wish: the command, the wish, all people, the requests by id.

-- Milliseconds between 8:00 and 22:00 in São Paulo since 1970. No city has a zone of its own here. Equals
-- src/db/lessons/waking-time.ts.
create function app.waking_time(at timestamptz) returns bigint
language sql stable set search_path = ''
as $$
  select (local::date - date '1970-01-01') * 50400000::bigint
    + least(greatest(floor(extract(epoch from local::time) * 1000)::bigint - 28800000, 0), 50400000)
  from (select at at time zone 'America/Sao_Paulo') l (local)
$$;

create function app.waking_between(first timestamptz, last timestamptz) returns bigint
language sql stable set search_path = ''
as $$
  select greatest(app.waking_time(last) - app.waking_time(first), 0)
$$;

-- The first instant at which so many waking hours have passed; `hours` is at least 1.
create function app.after_waking(at timestamptz, hours integer) returns timestamptz
language sql stable set search_path = ''
as $$
  select (date '1970-01-01' + d.day::integer + time '08:00' + (t.total - d.day * 50400000) * interval '1 millisecond')
    at time zone 'America/Sao_Paulo'
  from (select app.waking_time(at) + hours * 3600000::bigint) t (total)
  cross join lateral (select (t.total - 1) / 50400000) d (day)
$$;

-- Whether another request of the wish was accepted.
create function app.is_granted(request public.lesson_requests) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.lesson_requests r
    where r.id <> request.id and r.status = 'Aceito'
      and (r.id = request.wish_id or r.wish_id = coalesce(request.wish_id, request.id))
  )
$$;

-- Serialises what joins a wish and what grants it, so that its members stay the same meanwhile.
create function app.hold_wish(wish uuid) returns void
language sql volatile set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('danceflix wish ' || wish, 0))
$$;

-- Holds the wish of a request that the caller may accept, the people of its waiting requests, and these requests.
create function app.hold_wish_of(request_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  wish constant uuid := (
    select coalesce(r.wish_id, r.id) from public.lesson_requests r
    where r.id = request_id and r.teacher_id = auth.uid()
  );
begin
  if wish is null then
    return;
  end if;
  perform app.hold_wish(wish);
  perform app.hold_people(array(
    select x.person from public.lesson_requests r, unnest(array[r.student_id, r.teacher_id]) x (person)
    where (r.id = wish or r.wish_id = wish) and (r.id = request_id or r.status = 'Pendente')
  ));
  perform from public.lesson_requests r
    where (r.id = wish or r.wish_id = wish) and (r.id = request_id or r.status = 'Pendente')
    order by r.id for update;
end
$$;

-- Withdraws what waits of the wish of an accepted request, and tells each teacher. Returns how many.
create function app.withdraw_others(accepted public.lesson_requests) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  wish constant uuid := coalesce(accepted.wish_id, accepted.id);
  other public.lesson_requests;
  withdrawn integer := 0;
begin
  for other in
    select * from public.lesson_requests r
    where (r.id = wish or r.wish_id = wish) and r.id <> accepted.id and r.status = 'Pendente'
    order by r.id for update
  loop
    update public.lesson_requests r set status = 'Cancelado', cancelled_by = 'student', is_withdrawn = true
      where r.id = other.id;
    perform app.notify_about_request(other, other.teacher_id, 'lesson_request.cancelled', 'Pedido retirado',
      '{name} já encontrou com quem ter aulas de {style}, e o pedido a você foi retirado.');
    withdrawn := withdrawn + 1;
  end loop;
  return withdrawn;
end
$$;

-- Checks that a new request may join the wish that it names. The caller holds the wish.
create function app.check_wish(wanted public.lesson_requests, student uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  first public.lesson_requests;
begin
  select * into first from public.lesson_requests r where r.id = wanted.wish_id and r.student_id = student;
  if first.id is null then
    perform app.refuse('PT404', 'request_unknown', 'there is no such request');
  end if;
  if first.wish_id is not null or first.dance_style_id <> wanted.dance_style_id then
    perform app.refuse('22023', 'invalid_value', 'a wish is named by its first request, and has one style', 'wish_id');
  end if;
  if first.status = 'Aceito' or app.is_granted(first) then
    perform app.refuse('PT409', 'wish_granted', 'a teacher has accepted');
  end if;
  if exists (
    select from public.lesson_requests r
    where (r.id = first.id or r.wish_id = first.id) and r.teacher_id = wanted.teacher_id
  ) then
    perform app.refuse('PT409', 'already_asked', 'this teacher was asked for this wish');
  end if;
  if (
    select count(*) from public.lesson_requests r
    where (r.id = first.id or r.wish_id = first.id) and r.status = 'Pendente'
  ) >= 3 then
    perform app.refuse('PT409', 'wish_full', 'three teachers are asked at once');
  end if;
end
$$;

-- A request without an answer: after 24 waking hours its teacher is reminded once, after 48 its student is told once and
-- sees other teachers. Its state stays as it is.

-- Reminds and tells between 8:00 and 22:00 in São Paulo, skipping requests that other processes hold. Requests of more
-- than 30 days ago are left alone. Returns how many were reminded of, or told about.
create function app.tend_requests(at_most integer, at timestamptz) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request public.lesson_requests;
  due uuid[];
begin
  if app.push_due_at(at) <> at then
    return 0;
  end if;
  select array_agg(d.id) into due from (
    select r.id from public.lesson_requests r
    where r.status = 'Pendente' and r.unanswered_at is null
      and r.request_date between at - interval '30 days' and at - interval '24 hours'
      and app.waking_between(r.request_date, at) >= case when r.nudged_at is null then 86400000 else 172800000 end
    order by r.request_date, r.id limit at_most for update skip locked
  ) d;
  -- In the order of ids, in which a changed profile takes the versions of its requests.
  for request in select * from public.lesson_requests r where r.id = any (due) order by r.id loop
    if app.waking_between(request.request_date, at) >= 172800000 then
      update public.lesson_requests r set unanswered_at = at where r.id = request.id;
      perform app.notify_about_request(request, request.student_id, 'lesson_request.unanswered', 'Ainda sem resposta',
        '{name} ainda não respondeu ao seu pedido de aulas de {style}. Você pode esperar ou ver outros professores.');
    else
      update public.lesson_requests r set nudged_at = at where r.id = request.id;
      perform app.notify_about_request(request, request.teacher_id, 'lesson_request.nudge', 'Um pedido espera por você',
        '{name} aguarda sua resposta sobre aulas de {style}. Responda até '
          || app.spoken_start(app.after_waking(request.request_date, 48) at time zone 'America/Sao_Paulo') || '.');
    end if;
  end loop;
  return coalesce(cardinality(due), 0);
end
$$;

-- Takes the unread reminder out of the inbox, and with it its push, when the request no longer waits.
create function app.take_back_nudge() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.notifications n set _deleted = true
    where n.user_id = new.teacher_id and n.kind = 'lesson_request.nudge' and n.url = '/teacher/requests/' || new.id
      and n.read_at is null and not n._deleted;
  return null;
end
$$;
create trigger take_back_nudge after update of status on public.lesson_requests for each row
  when (old.nudged_at is not null and old.status = 'Pendente' and new.status <> 'Pendente')
  execute function app.take_back_nudge();

-- The three teachers to ask besides, best first: they teach the style in the city of the asked teacher (else of the
-- student), offer one of the wished times or name none, were never asked by the student for this style, hold a check of
-- identity (also before the timer has run), may be asked for a guardian's request if it is one, and the student has not
-- blocked them. Those who offer a wished time come first, then better stars (each teacher begins with five evaluations
-- of four stars), then the order of the search. Equals src/db/search/alternatives.ts.
-- Returns the ids. Hint: request_unknown (PT404), also for the teacher.
create function public.request_alternatives(request_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  request public.lesson_requests;
  city uuid;
  wished text[];
  is_open boolean;
begin
  select * into request from public.lesson_requests r where r.id = request_id and r.student_id = me;
  if request.id is null then
    perform app.refuse('PT404', 'request_unknown', 'there is no such request');
  end if;
  city := coalesce(
    (select l.city_id from public.teacher_listings l where l.id = request.teacher_id and not l._deleted),
    (select p.city_id from public.user_profiles p where p.id = me)
  );
  is_open := cardinality(request.preferred_days) + cardinality(request.preferred_times) = 0;
  wished := array(
    select d || '-' || t
    from unnest(case cardinality(request.preferred_days)
      when 0 then array['segunda', 'terca', 'quarta', 'quinta', 'sexta', 'sabado', 'domingo']
      else request.preferred_days end) d
    cross join unnest(case cardinality(request.preferred_times)
      when 0 then array['manha', 'tarde', 'noite'] else request.preferred_times end) t
  );
  return coalesce((
    select jsonb_agg(found.id order by found.place)
    from (
      select l.id, row_number() over (
        order by not (is_open or coalesce(l.availability && wished, false)),
          (round(coalesce(l.rating_average, 0) * 100)::bigint * l.rating_count + 2000) / (l.rating_count + 5) desc,
          l.rank
      ) as place
      from public.teacher_listings l
      where not l._deleted and app.holds_identity(l.checks) and l.city_id = city and l.style_ids @> array[request.dance_style_id]
        and (request.guardian_terms is null or app.holds_background(l.checks))
        and (is_open or coalesce(cardinality(l.availability), 0) = 0 or l.availability && wished)
        and not exists (
          select from public.lesson_requests r
          where r.student_id = me and r.teacher_id = l.id and r.dance_style_id = request.dance_style_id
        )
        and not exists (select from public.blocks b where b.user_id = me and b.person_id = l.id and b.is_on)
    ) found
    where found.place <= 3
  ), '[]');
end
$$;

grant execute on function public.request_alternatives(uuid) to authenticated;
