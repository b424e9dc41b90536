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

-- Whether one of the two has blocked the other: for every list in which one person is offered to another.
create function app.is_blocked_between(one uuid, other uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.blocks b where b.is_on and (b.user_id, b.person_id) in ((one, other), (other, one)))
$$;

create function app.has_blocked(person uuid, other uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.blocks b where b.user_id = person and b.person_id = other and b.is_on)
$$;

-- As before, with point 4.
create or replace function app.notify_about_request(
  request public.lesson_requests, person uuid, kind text, title text, body text
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  other constant uuid := case when person = request.student_id then request.teacher_id else request.student_id end;
begin
  if app.has_blocked(person, other) then
    return;
  end if;
  perform app.notify(person, kind, title,
    replace(replace(body,
      '{style}', coalesce((select d.name from public.dance_styles d where d.id = request.dance_style_id), 'dança')),
      '{name}', coalesce((select split_part(btrim(p.name), ' ', 1) from public.user_profiles p
        where p.id = other and p.removed_at is null), 'A outra pessoa')),
    case when person = request.teacher_id then '/teacher/requests/' else '/student/requests/' end || request.id);
end
$$;

-- As before, in words that name nobody as the one who ended it.
create or replace function app.end_request(request public.lesson_requests, person uuid, reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  side constant text := case when person = request.student_id then 'student' else 'teacher' end;
  other constant uuid := case when person = request.student_id then request.teacher_id else request.student_id end;
begin
  if app.is_settled(request) then
    update public.lesson_requests r set ended_at = now(), ended_by = side, reason = end_request.reason
      where r.id = request.id;
    perform app.notify_about_request(request, other, 'lesson_request.cancelled', 'Aulas encerradas',
      'As aulas de {style} com {name} foram encerradas.');
  else
    update public.lesson_requests r set status = 'Cancelado', cancelled_by = side, reason = end_request.reason
      where r.id = request.id;
    perform app.notify_about_request(request, other, 'lesson_request.cancelled', 'Pedido encerrado',
      'O pedido de aulas de {style} com {name} não está mais aberto.');
  end if;
end
$$;

-- As before; lessons that end with their request name nobody either.
create or replace function app.end_lessons() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not app.is_running(old) or app.is_running(new) then
    return null;
  end if;
  perform from public.lessons l where l.request_id = new.id order by l.id for update;
  update public.lessons l
    set status = 'called_off', called_off_by = null
    where l.request_id = new.id and (l.status = 'proposed' or l.status = 'confirmed' and l.starts_at > now());
  perform app.version_lessons(array(select l.id from public.lessons l where l.request_id = new.id));
  perform app.share_payment_key(new.teacher_id, new.student_id);
  return null;
end
$$;

-- As before; pending requests to the teacher who blocks stay open.
create or replace function public.set_block(command_id uuid, block jsonb, base_version bigint default null) returns jsonb
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

-- At the end of the transaction, when the requests have ended: earlier, the order of the hints would tell of a block.
drop trigger share_payment_key on public.blocks;
create constraint trigger share_payment_key after insert or update of is_on on public.blocks
  deferrable initially deferred for each row execute function app.share_payment_key_of_block();

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

-- As before, with point 3: app.evaluation_right says who may write. A name that others have read stays.
create or replace function app.guard_evaluation() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  request public.lesson_requests;
begin
  if tg_op = 'UPDATE' then
    if (new.lesson_request_id, new.evaluator_id, new.evaluated_id, new.created_at)
      is distinct from (old.lesson_request_id, old.evaluator_id, old.evaluated_id, old.created_at)
    then
      perform app.refuse('23514', 'evaluation_fixed', 'whose evaluation of whom it is does not change');
    end if;
    -- A row blanked with its account stays blank.
    if old._deleted and (new.comment, new.rating, new.is_anonymous, new._deleted)
      is distinct from (old.comment, old.rating, old.is_anonymous, old._deleted)
    then
      perform app.refuse('PT409', 'profile_missing', 'Uma das duas contas não existe mais.');
    end if;
  end if;
  if tg_op = 'UPDATE' and new.is_anonymous and not old.is_anonymous and not new._deleted
    and old.first_rating is not null
  then
    perform app.refuse('PT409', 'name_was_read', 'Sua avaliação já foi publicada com seu nome, e continua com ele.');
  end if;
  new.comment := nullif(btrim(new.comment), '');
  if new.comment ~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]' then
    perform app.refuse('22023', 'invalid_value',
      'O comentário tem algo que não pode ser enviado. Mude o texto e envie de novo.', 'comment');
  end if;
  if tg_op = 'UPDATE' and (new.rating, new.comment, new.is_anonymous)
    is not distinct from (old.rating, old.comment, old.is_anonymous)
  then
    return new;
  end if;
  new.updated_at := greatest(clock_timestamp(), new.created_at);
  if tg_op = 'UPDATE' and new.is_anonymous <> old.is_anonymous then
    new.public_id := gen_random_uuid();
  end if;
  -- Withdrawing the text is always possible, also during the removal of an account.
  if tg_op = 'UPDATE' and new.comment is null
    and (new._deleted or (new.rating, new.is_anonymous) is not distinct from (old.rating, old.is_anonymous))
  then
    return new;
  end if;

  if tg_op = 'INSERT' then
    -- Checked before anything that could reveal the request to a stranger; the policy is checked later.
    if new.evaluator_id <> auth.uid() then
      perform app.refuse('42501', 'not_a_party', 'Só o aluno e o professor deste pedido podem fazer isto.');
    end if;
    perform app.hold_people(array[new.evaluator_id, new.evaluated_id]);
    select * into request from public.lesson_requests r where r.id = new.lesson_request_id for share;
    -- The same error for a request of others and for an unknown one.
    if request.id is null or new.evaluator_id not in (request.student_id, request.teacher_id) then
      perform app.refuse('42501', 'not_a_party', 'Só o aluno e o professor deste pedido podem fazer isto.');
    end if;
    if new.evaluated_id is null or new.evaluated_id = new.evaluator_id
      or new.evaluated_id not in (request.student_id, request.teacher_id)
    then
      perform app.refuse('42501', 'not_the_other', 'Só a outra pessoa do pedido pode ser avaliada.');
    end if;
  end if;
  if (
    select count(*) from public.user_profiles p
    where p.id in (new.evaluator_id, new.evaluated_id) and p.removed_at is null
  ) <> 2 then
    perform app.refuse('PT409', 'profile_missing', 'Uma das duas contas não existe mais.');
  end if;
  if tg_op = 'INSERT' and (select g.may from app.evaluation_right(request, new.evaluator_id) g) is null then
    perform app.refuse('PT409', 'request_not_accepted',
      'Só um pedido aceito pode ser avaliado, e este não está mais aceito.', request.status);
  end if;
  return new;
end
$$;

-- Public ids of the evaluations of this person, with their authors' names, by people whom the caller has blocked. None of
-- the caller's own: they are public, and the caller may answer and report them.
create function app.evaluations_by_blocked(person uuid) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select e.public_id from public.lesson_evaluations e
  join public.blocks b on b.user_id = auth.uid() and b.person_id = e.evaluator_id and b.is_on
  where e.evaluated_id = person and not e.is_anonymous and person <> auth.uid()
$$;

-- As before, with point 5: as its owner, because its callers may not read blocks. The view decides what they may read.
create or replace function public.evaluations_of(person uuid, page_number integer default 1, items_per_page integer default 10)
returns jsonb
language sql stable security definer set search_path = ''
as $$
  with shown as materialized (
    select * from public.public_evaluations e where e.evaluated_id = person
      and e.id not in (select app.evaluations_by_blocked(person))
  ), size as (
    select least(greatest(coalesce(items_per_page, 10), 1), 100) as items
  ), page as (
    select s.* from shown s order by s.comment is null, s.month desc, s.id
    limit (select items from size)
    offset (least(greatest(coalesce(page_number, 1), 1), 100000) - 1)::bigint * (select items from size)
  )
  select jsonb_build_object(
    'evaluations', coalesce((
      select jsonb_agg(to_jsonb(p) order by p.comment is null, p.month desc, p.id) from page p
    ), '[]'),
    'total_count', (select count(*) from shown),
    'total_pages', (select ceil(count(*)::numeric / (select items from size))::integer from shown)
  )
$$;
