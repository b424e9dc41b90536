-- Who leaves is not named as the author of an anonymous evaluation. Its words went in the moment in which the person's
-- name went from the other side's requests. They stay in sight, without anything that leads to who left, until the
-- month of leaving is over, and go by night then. What was written with the name goes at once, as before, and words that
-- nobody has read yet are never shown.
-- So `lessons` among what stays after delete_my_account are also, until then, words of anonymous evaluations.

-- As before (…_lessons_of_removed.sql); what was said of somebody who leaves goes at once, whoever said it.
create or replace function app.forget_lessons() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  request public.lesson_requests;
  other uuid;
begin
  -- In the order of ids, like everybody who takes several of them.
  perform from public.lesson_requests r where old.id in (r.student_id, r.teacher_id) order by r.id for update;
  perform from public.lesson_evaluations e where old.id in (e.evaluator_id, e.evaluated_id) order by e.id for update;
  update public.lesson_evaluations e set _deleted = true, comment = null, is_anonymous = true
    where e.evaluator_id = old.id and not e._deleted;
  update public.lesson_evaluations e set comment = null, public_comment = null
    where e.evaluated_id = old.id and num_nonnulls(e.comment, e.public_comment) > 0;

  for request in
    select * from public.lesson_requests r where old.id in (r.student_id, r.teacher_id) order by r.id
  loop
    update public.lesson_requests r set
      status = case when r.status in ('Pendente', 'Aceito') then 'Cancelado' else r.status end,
      message = null, reason = null
      where r.id = request.id;
    update public.lesson_request_versions v set _deleted = true
      where v.id = request.id and v.person_id = old.id and not v._deleted;
    other := case when old.id = request.student_id then request.teacher_id else request.student_id end;
    perform from public.notifications n
      where n.user_id = other and n.url in ('/student/requests/' || request.id, '/teacher/requests/' || request.id)
        and not n._deleted
      order by n.id for update;
    update public.notifications n set _deleted = true
      where n.user_id = other and n.url in ('/student/requests/' || request.id, '/teacher/requests/' || request.id)
        and not n._deleted;
    if request.status in ('Pendente', 'Aceito') then
      perform app.notify_about_request(request, other, 'lesson_request.cancelled', 'Pedido encerrado',
        'O pedido de aulas de {style} foi encerrado: a outra pessoa saiu do Danceflix.');
    end if;
  end loop;
  return null;
end
$$;

-- As before (…_hidden_evaluations.sql), and words of an anonymous author who leaves stay for now.
create or replace function app.publish_evaluation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.hidden_at is not null then
    new.public_rating := null;
    new.public_comment := null;
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.public_rating := null;
    new.public_comment := null;
  elsif new._deleted and not old._deleted then
    -- The author is gone: the stars stay with who got them, without words.
    if not old.is_anonymous then
      new.public_comment := null;
    end if;
    return new;
  elsif old.hidden_at is null
    and (new.rating, new.comment, new.is_anonymous) is not distinct from (old.rating, old.comment, old.is_anonymous)
  then
    -- The release itself, and writes that change nothing.
    return new;
  elsif new.is_anonymous and not old.is_anonymous then
    new.public_rating := null;
    new.public_comment := null;
  end if;
  if not new.is_anonymous or app.possible_authors(new.evaluated_id) >= 3 then
    new.public_rating := new.rating;
    new.public_comment := new.comment;
  elsif new.comment is null then
    new.public_comment := null;
  end if;
  return new;
end
$$;

-- As before, and takes those words away when their month is over: not sooner because others' are waiting, and they are
-- no company for those.
create or replace function app.release_evaluations(at timestamptz default now()) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  today constant timestamptz :=
    date_trunc('day', at at time zone 'America/Sao_Paulo') at time zone 'America/Sao_Paulo';
  this_month constant timestamptz :=
    date_trunc('month', at at time zone 'America/Sao_Paulo') at time zone 'America/Sao_Paulo';
  ripe uuid[];
  one record;
  released integer := 0;
  here integer;
begin
  select array_agg(l.id) into ripe from (
    select e.id from public.lesson_evaluations e
    where (e.public_rating is distinct from e.rating or e.public_comment is distinct from e.comment)
      and e.updated_at < today and e.hidden_at is null
    order by e.id for update skip locked
  ) l;
  for one in
    select w.evaluated_id,
      count(distinct w.evaluator_id) filter (where not w._deleted or w.public_comment is null) >= 2
        or app.possible_authors(w.evaluated_id) >= 3 as together
    from public.lesson_evaluations w
    -- Whoever is gone has no statistics left, and nobody reads of them.
    join public.user_profiles p on p.id = w.evaluated_id and p.removed_at is null
    where w.id = any (ripe) group by w.evaluated_id order by w.evaluated_id
  loop
    update public.lesson_evaluations e set public_rating = e.rating, public_comment = e.comment
      where e.id = any (ripe) and e.evaluated_id = one.evaluated_id
        and (one.together and (not e._deleted or e.public_comment is null) or e.updated_at < this_month);
    get diagnostics here = row_count;
    released := released + here;
  end loop;
  return released;
end
$$;

-- The team reads and hides such words while they are in sight. Nothing is told to, or kept of, who is gone.

-- As before (…_report_decisions.sql).
create or replace function app.moderate(what text, target uuid, remove boolean, reason text, former jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  post public.posts;
  evaluation public.lesson_evaluations;
  profile public.user_profiles;
  was_active boolean;
  changed boolean := false;
begin
  if what = 'post' then
    select * into post from public.posts p where p.id = target for update;
    if post.id is null then
      return null;
    end if;
    update public.posts p set removed_at = case when remove then now() end, removed_by = case when remove then 'team' end,
      removal_reason = case when remove then reason end
      where p.id = target and (remove and p.removed_at is null or not remove and p.removed_by = 'team');
    return jsonb_build_object('person', post.author_id, 'changed', found);
  elsif what = 'evaluation' then
    select * into evaluation from public.lesson_evaluations e
      where e.public_id = target and (not e._deleted or e.public_comment is not null) for update;
    if evaluation.id is null then
      return null;
    end if;
    update public.lesson_evaluations e set hidden_at = case when remove then now() end
      where e.id = evaluation.id and (e.hidden_at is null) = remove;
    return jsonb_build_object('changed', found,
      'person', case when not evaluation._deleted then evaluation.evaluator_id end);
  end if;
  select * into profile from public.user_profiles p where p.id = target and p.removed_at is null for share;
  if profile.id is null then
    return null;
  elsif profile.role = 'admin' and remove then
    perform app.refuse('PT409', 'target_is_admin', 'the team does not take itself off');
  elsif profile.role = 'teacher' then
    select t.is_active into was_active from public.teachers t where t.id = target for update;
    changed := case when remove then was_active else not was_active and (former ->> 'is_active')::boolean is true end;
    if changed then
      update public.teachers t set is_active = not remove where t.id = target;
    end if;
    return jsonb_build_object('person', target, 'changed', changed, 'former', jsonb_build_object('is_active', was_active));
  end if;
  update public.students s set hidden_at = case when remove then now() end
    where s.id = target and (s.hidden_at is null) = remove;
  return jsonb_build_object('person', target, 'changed', found);
end
$$;

-- As before (…_hidden_evaluations.sql).
create or replace function app.reported_thing(what text, target uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select case what
    when 'profile' then (
      select jsonb_build_object('person', app.named_person(p.id),
        'state', (select d.state from app.teacher_directory d where d.id = p.id),
        'is_public', s.is_public, 'hidden_at', s.hidden_at)
      from public.user_profiles p left join public.students s on s.id = p.id
      where p.id = target and p.removed_at is null)
    when 'post' then (
      select jsonb_build_object('author', app.named_person(p.author_id), 'text', p.text, 'created_at', p.created_at,
        'removed_at', p.removed_at, 'removed_by', p.removed_by)
      from public.posts p where p.id = target)
    when 'evaluation' then (
      select jsonb_build_object('evaluator', app.named_person(e.evaluator_id),
        'evaluated', app.named_person(e.evaluated_id), 'rating', e.rating,
        'comment', coalesce(e.comment, e.public_comment), 'is_anonymous', e.is_anonymous, 'hidden_at', e.hidden_at)
      from public.lesson_evaluations e where e.public_id = target and (not e._deleted or e.public_comment is not null))
  end
$$;
