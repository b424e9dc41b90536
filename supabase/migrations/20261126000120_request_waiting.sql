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

-- As before, with requests that wait: returns { reminded, settled, tended }.
create or replace function public.tend_lessons(at_most integer default 200, at timestamptz default now()) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.renew_lesson_starts(at);
  perform app.renew_response_facts(at);
  return jsonb_build_object('reminded', app.remind_of_lessons(at_most, at), 'settled', app.settle_lessons(at_most, at),
    'tended', app.tend_requests(at_most, at));
end
$$;

-- The three teachers to ask besides, best first: they teach the style in the city of the asked teacher (else of the
-- student), offer one of the wished times or name none, were never asked by the student for this style, and the student
-- has not blocked them. Those who offer a wished time come first, then better stars (each teacher begins with five
-- evaluations of four stars), then the order of the search. Equals src/db/alternatives.ts.
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
      where not l._deleted and l.city_id = city and l.style_ids @> array[request.dance_style_id]
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
