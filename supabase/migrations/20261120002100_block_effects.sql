-- Blocks that tell the blocked person nothing.
--
-- 1. A pending request to a teacher who blocks the student stays as it is, without an answer, as with a teacher who takes
--    no requests: no row of the student changes, and nothing is told. The teacher cannot answer it while the block holds
--    and can again afterwards.
-- 2. Other open requests between the two are ended as if the person who blocks had ended them by hand: same rows, same
--    notification. Its words name nobody as the one who ended them, for every end, so that a block reads like all others.
-- 3. Who blocks keeps the right to evaluate what was accepted.
-- 4. Nothing that a blocked person does about a request is told to the person who blocks.
-- 5. Evaluations with the name of a person whom the reader has blocked are left out on other people's pages. Anonymous
--    ones stay: their disappearance would name the author.

-- Command: the caller blocks or unblocks a person. `block`: { person_id, wanted, wished_at, name: the person's name as
-- known to the caller, required when wanted }. Conflicts and result as in set_favourite. Blocking ends open requests
-- between the two, but for pending ones to the teacher who blocks, and removes the caller's favourite of that person;
-- lessons that are settled end (app.end_request). Unblocking restores neither.
-- Hints: invalid_value (22023), profile_missing (PT409), person_unknown (PT404).
create function public.set_block(command_id uuid, block jsonb, base_version bigint default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'block.set',
    jsonb_build_object('block', block, 'base_version', base_version));
  wish record;
  known_as text;
  mark public.blocks;
  request public.lesson_requests;
  due timestamptz;
  outdated boolean := false;
begin
  if answer is not null then
    return answer;
  end if;
  wish := app.read_wish(block, 'person_id', '{name}');
  known_as := app.text_field(block, 'name');
  if wish.wanted and coalesce(char_length(known_as), 0) not between 1 and 120 then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'name');
  end if;
  -- Conflicts with the shared locks of requests on both profiles, so that one waits for the other.
  perform from public.user_profiles p where p.id in (me, wish.person) order by p.id for no key update;
  perform app.require_profile();
  if not exists (select from public.user_profiles p where p.id = wish.person and p.removed_at is null) then
    if wish.wanted then
      perform app.refuse('PT404', 'person_unknown', 'there is no such person');
    end if;
    return app.finish_command(command_id, jsonb_build_object('version', null, 'wanted', false, 'outdated', false));
  end if;
  insert into public.blocks as b (user_id, person_id, is_on, name, wished_at)
    values (me, wish.person, wish.wanted, known_as, wish.at)
    on conflict (user_id, person_id) do nothing
    returning * into mark;
  if mark.id is null then
    select * into mark from public.blocks b where b.user_id = me and b.person_id = wish.person for update;
    outdated := mark._xid > coalesce(base_version, 0) and wish.at < mark.wished_at;
    if not outdated then
      update public.blocks b set is_on = wish.wanted, name = known_as, wished_at = wish.at
        where b.id = mark.id returning * into mark;
    end if;
  end if;
  if mark.is_on then
    for request in
      select * from public.lesson_requests r
      where (r.student_id, r.teacher_id) in ((me, wish.person), (wish.person, me))
        and r.status in ('Pendente', 'Aceito') and r.ended_at is null
        and not (r.status = 'Pendente' and r.teacher_id = me)
      order by r.id for update
    loop
      due := case when app.is_running(request) then app.block_end_due(request.id) else now() end;
      if due > now() then
        insert into app.block_ends (request_id, due_at) values (request.id, due) on conflict do nothing;
      else
        perform app.end_request(request, me, null);
      end if;
    end loop;
    update public.favourites f set is_on = false, wished_at = greatest(f.wished_at, wish.at)
      where f.user_id = me and f.teacher_id = wish.person and f.is_on;
  else
    perform app.call_off_clashes(me, wish.person);
  end if;
  return app.finish_command(command_id,
    jsonb_build_object('version', mark._xid, 'wanted', mark.is_on, 'outdated', outdated));
end
$$;

grant execute on function public.set_block(uuid, jsonb, bigint) to authenticated;

create function app.refuse_answer_to_blocked() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if app.has_blocked(new.teacher_id, new.student_id) then
    perform app.refuse('PT409', 'person_blocked', 'the teacher has blocked this student');
  end if;
  return new;
end
$$;
create trigger blocked_answer before update of status on public.lesson_requests
  for each row when (old.status = 'Pendente' and new.status in ('Aceito', 'Recusado'))
  execute function app.refuse_answer_to_blocked();

-- A block ends what the two have agreed on a few hours later, so that the end does not tell the other person of the block.
-- Until then nothing changes for that person; the one who blocked sees and hears nothing of the other at once. Unblocking
-- before leaves all as it was, but for lessons whose time was given to another one meanwhile.

create table app.block_ends (
  request_id uuid primary key references public.lesson_requests (id) on delete cascade,
  due_at timestamptz not null
);
create index block_ends_due on app.block_ends (due_at);
alter table app.block_ends enable row level security;

-- When a block ends an agreement: three to six hours later; at once before a confirmed lesson, so that nobody goes there in
-- vain.
create function app.block_end_due(request uuid) returns timestamptz
language sql volatile security definer set search_path = ''
as $$
  select case when exists (
      select from public.lessons l where l.request_id = request and l.status = 'confirmed'
        and l.starts_at between now() and p.planned + interval '2 hours'
    ) then now() else p.planned end
  from (select now() + interval '3 hours' + random() * interval '3 hours' as planned) p
$$;

-- Timed work: ends what is due. Several processes may call it at once.
create function app.end_blocked(at_most integer, at timestamptz) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  due uuid[];
  request public.lesson_requests;
  ended integer := 0;
begin
  due := array(select e.request_id from app.block_ends e where e.due_at <= at order by e.due_at, e.request_id limit at_most);
  -- All people before all requests, each in the order of ids, as everywhere.
  perform from public.user_profiles p
    where p.id in (select unnest(array[r.student_id, r.teacher_id]) from public.lesson_requests r where r.id = any (due))
    order by p.id for no key update;
  for request in select * from public.lesson_requests r where r.id = any (due) order by r.id for update loop
    delete from app.block_ends e where e.request_id = request.id and e.due_at <= at;
    continue when not found or not app.is_running(request);
    if app.has_blocked(request.student_id, request.teacher_id) then
      perform app.end_request(request, request.student_id, null);
    elsif app.has_blocked(request.teacher_id, request.student_id) then
      perform app.end_request(request, request.teacher_id, null);
    else
      continue;
    end if;
    ended := ended + 1;
  end loop;
  return ended;
end
$$;

-- Calls off the confirmed lessons with a person who is blocked no more whose time has another confirmed lesson by now: while
-- the block stood, they took no time (app.takes_time). Both are told; to the other person it reads like every lesson that
-- is called off.
create function app.call_off_clashes(me uuid, other uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request public.lesson_requests;
  ids uuid[];
  what text;
begin
  for request in
    select * from public.lesson_requests r
    where (r.student_id, r.teacher_id) in ((me, other), (other, me)) and app.is_running(r)
    order by r.id for update
  loop
    perform from public.lessons l where l.request_id = request.id order by l.id for update;
    ids := array(
      select l.id from public.lessons l
      where l.request_id = request.id and l.status = 'confirmed' and l.starts_at > now() and exists (
        select from app.open_times t
        where t.is_agreed and me in (t.student_id, t.teacher_id) and other not in (t.student_id, t.teacher_id)
          and t.starts_at < l.starts_at + make_interval(mins => l.minutes) and l.starts_at < t.ends_at
          and app.takes_time(request, t.student_id, t.teacher_id))
      order by l.starts_at, l.id);
    continue when ids = '{}';
    update public.lessons l set status = 'called_off', called_off_by = app.side_in(request) where l.id = any (ids);
    select case when cardinality(ids) > 1 then cardinality(ids) || ' aulas de {style}'
        else 'a aula de {style} de ' || app.spoken_start(l.starts_local) end
      into what from public.lessons l where l.id = ids[1];
    perform app.tell_of_lesson(request, ids[1], 'lesson.called_off', 'Aula cancelada', '{name} cancelou ' || what || '.');
    perform app.notify_about_request(request, me, 'lesson.called_off', 'Aula cancelada',
      'Ao desbloquear, você já tinha outra aula nesse horário. Cancelamos ' || what || ' com {name}.', ids[1]);
  end loop;
end
$$;

-- Tells the other side of each running agreement that a suspended person cannot answer: a lesson may be to come.
create function app.tell_suspended(person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request public.lesson_requests;
begin
  for request in
    select distinct on (r.student_id, r.teacher_id) r.* from public.lesson_requests r
    where person in (r.student_id, r.teacher_id) and r.status = 'Aceito' and r.ended_at is null
    order by r.student_id, r.teacher_id, r.request_date desc, r.id
  loop
    perform app.notify_about_request(request,
      case when person = request.student_id then request.teacher_id else request.student_id end,
      'lesson_request.other_away', 'Confirme as próximas aulas',
      '{name} não pode usar o Danceflix agora e não vê o que você escreve. Antes de ir a uma aula, confirme por outro meio.');
  end loop;
end
$$;
