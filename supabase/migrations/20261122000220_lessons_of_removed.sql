-- Requests and evaluations in what is held about a person, and when a person goes.

-- Open requests end, and both sides' texts in them go: they were written to or by who left. That there was a request,
-- in which style and when, stays with the other side. The stars that were given stay in the statistics of who got
-- them, without author and text; what others wrote about who left goes, its stars went with the statistics. Inbox
-- entries about the requests name the person: they become tombstones.
create function app.forget_lessons() returns trigger
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
  update public.lesson_evaluations e set comment = null where e.evaluated_id = old.id and e.comment is not null;

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
create trigger forget_lessons_of_removed after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_lessons();
create trigger forget_lessons_of_deleted after delete on public.user_profiles
  for each row execute function app.forget_lessons();

alter function public.my_data() set schema app;
alter function app.my_data() rename to my_data_before_lessons;

-- Everything held about the caller, by subject (…_own_data.sql), with requests and evaluations. Contacts of others
-- are theirs and not in it; who they were to the caller is.
create function public.my_data() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.my_data_before_lessons() || jsonb_build_object(
    'lesson_requests', coalesce((
      select jsonb_agg(to_jsonb(r) - array['_xid', '_deleted', 'person_id', 'other_whatsapp', 'other_email',
        'other_image_url'] || jsonb_build_object('dance_style', (
          select d.name from public.dance_styles d where d.id = r.dance_style_id)) order by r.request_date, r.id)
      from app.own_lesson_requests r where r.person_id = auth.uid() and not r._deleted
    ), '[]'),
    'evaluations_written', coalesce((
      select jsonb_agg(to_jsonb(e) - array['_xid', '_deleted', 'evaluator_id'] order by e.created_at, e.id)
      from app.own_evaluations e where e.evaluator_id = auth.uid() and not e._deleted
    ), '[]'),
    -- As the caller reads them everywhere: who wrote anonymously stays unknown here too.
    'evaluations_received', coalesce((
      select jsonb_agg(to_jsonb(e) - array['evaluated_id', 'author_image_url'] order by e.month, e.id)
      from public.public_evaluations e where e.evaluated_id = auth.uid()
    ), '[]')
  )
$$;

alter function public.delete_my_account(text) set schema app;
alter function app.delete_my_account(text) rename to delete_my_account_before_lessons;

-- Deletes the caller's account for good (…_own_data.sql: word, order, hints). Leaves, and answers as `stays`, further:
--   lessons: that there were requests, their style, dates and state, with the other side; stars given, without author
--     and text, in the statistics of who got them.
create function public.delete_my_account(confirm text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.delete_my_account_before_lessons(confirm);
begin
  if exists (select from public.lesson_requests r where me in (r.student_id, r.teacher_id)) then
    answer := jsonb_set(answer, '{stays}', answer -> 'stays' || '["lessons"]');
  end if;
  return answer;
end
$$;
