-- Blocking a person. A student and a teacher of whom one blocks the other have no open request and make no new one.
-- Open requests end as if the blocking side had cancelled them, with the same words; a new one is refused as by a
-- teacher who takes none. Nothing that the blocked person can read says more.

-- For whoever writes requests. The procedure holds both profiles by then, and so does set_block with a lock that takes
-- turns with it: whichever comes first is seen by the other.
create function app.refuse_blocked_request() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.blocks b where b.user_id = new.student_id and b.person_id = new.teacher_id and b.is_on
  ) then
    perform app.refuse('PT409', 'person_blocked', 'the student has blocked this teacher');
  end if;
  if exists (
    select from public.blocks b where b.user_id = new.teacher_id and b.person_id = new.student_id and b.is_on
  ) then
    perform app.refuse('PT409', 'teacher_unavailable', 'this teacher takes no requests now');
  end if;
  return new;
end
$$;
create trigger blocked before insert on public.lesson_requests
  for each row execute function app.refuse_blocked_request();

-- Command: the caller blocks a person, or takes it back. `block`: { person_id, wanted, wished_at, name: how the caller
-- knows the person, needed when wanted }. Order of wishes and answer as of set_favourite. Blocking ends open requests
-- between the two and takes the caller's favourite of that person back; taking it back brings neither again.
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
  -- Takes turns with requests, which hold both profiles shared.
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
        and r.status in ('Pendente', 'Aceito')
      order by r.id for update
    loop
      update public.lesson_requests r
        set status = 'Cancelado', cancelled_by = case when me = r.student_id then 'student' else 'teacher' end
        where r.id = request.id;
      perform app.notify_about_request(request, wish.person, 'lesson_request.cancelled', 'Pedido cancelado',
        '{name} cancelou o pedido de aulas de {style}.');
    end loop;
    update public.favourites f set is_on = false, wished_at = greatest(f.wished_at, wish.at)
      where f.user_id = me and f.teacher_id = wish.person and f.is_on;
  end if;
  return app.finish_command(command_id,
    jsonb_build_object('version', mark._xid, 'wanted', mark.is_on, 'outdated', outdated));
end
$$;
