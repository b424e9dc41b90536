-- A block tells and shows nothing, also to who asks the server past the screens.
--
-- 1. `public_evaluations` leaves out what `evaluations_of` leaves out: evaluations with the name of somebody whom the
--    reader has blocked, on other people's pages.
-- 2. A teacher who blocks a student answers like one who takes no requests, whatever is asked: before, a style that is
--    not taught was refused in its own words, which a teacher in a pause never uses.

create or replace view public.public_evaluations with (security_barrier) as
select
  e.public_id as id,
  e.evaluated_id,
  e.public_rating as rating,
  e.public_comment as comment,
  e.is_anonymous,
  case when not e.is_anonymous then p.name end as author_name,
  case when not e.is_anonymous then p.profile_image_url end as author_image_url,
  -- For the evaluated person's own page of the request; others must not learn of requests.
  case when not e.is_anonymous and e.evaluated_id = (select auth.uid()) then e.lesson_request_id end as lesson_request_id,
  date_trunc('month', e.created_at at time zone 'America/Sao_Paulo')::date as month,
  case when e.reply_hidden_at is null or e.evaluated_id = (select auth.uid()) then e.reply end as reply,
  date_trunc('month', e.edited_at at time zone 'America/Sao_Paulo')::date as edited_month,
  case when not e.is_anonymous then nullif(e.first_rating, e.public_rating) end as first_rating,
  e.lessons_held as lessons,
  case when e.evaluated_id = (select auth.uid()) and e.replied_at is not null then
    ((greatest(e.replied_at, e.edited_at) + interval '14 days') at time zone 'America/Sao_Paulo')::date end as reply_until,
  e.evaluated_id = (select auth.uid()) and e.reply_hidden_at is not null as reply_hidden
from public.lesson_evaluations e
left join public.user_profiles p on p.id = e.evaluator_id and p.removed_at is null
where e.public_rating is not null and (
  exists (select from public.teacher_listings l where l.id = e.evaluated_id and not l._deleted)
  or e.evaluated_id = (select auth.uid()) or (select app.is_admin())
)
-- Anonymous ones stay: their disappearance would name the author.
and (e.is_anonymous or not exists (
  select from public.blocks b
  where b.user_id = (select auth.uid()) and b.person_id = e.evaluator_id and b.is_on and e.evaluated_id <> b.user_id
))
order by e.public_id;

-- As before, with point 2. Everything else that is asked about such a request comes later.
create or replace function public.create_lesson_request(command_id uuid, request jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'lesson_request.create', request);
  wanted public.lesson_requests;
  refused text;
  rule text;
begin
  if answer is not null then
    return answer;
  end if;
  if jsonb_typeof(request) is distinct from 'object' or octet_length(request::text) > 20000 then
    perform app.refuse('22023', 'invalid_value', 'this is no request', 'request');
  end if;
  select k into refused from jsonb_object_keys(request) k
    where k <> all (array['id', 'teacher_id', 'dance_style_id', 'preferred_days', 'preferred_times', 'message', 'wish_id'])
    limit 1;
  if refused is not null then
    perform app.refuse('22023', 'invalid_value', 'a request has no such field', refused);
  end if;
  wanted.id := app.id_field(request, 'id');
  wanted.teacher_id := app.id_field(request, 'teacher_id');
  wanted.dance_style_id := app.id_field(request, 'dance_style_id');
  foreach refused in array array['id', 'teacher_id', 'dance_style_id'] loop
    if app.text_field(request, refused) is null then
      perform app.refuse('22023', 'invalid_value', 'this value is missing', refused);
    end if;
  end loop;
  wanted.preferred_days := app.text_items(request || jsonb_build_object('preferred_days',
    coalesce(request -> 'preferred_days', '[]')), 'preferred_days');
  wanted.preferred_times := app.text_items(request || jsonb_build_object('preferred_times',
    coalesce(request -> 'preferred_times', '[]')), 'preferred_times');
  wanted.message := app.text_field(request, 'message');
  wanted.wish_id := app.id_field(request, 'wish_id');

  if wanted.wish_id is not null then
    perform app.hold_wish(wanted.wish_id);
  end if;
  perform app.hold_people(array[me, wanted.teacher_id]);
  if (app.require_profile()).role <> 'student' then
    perform app.refuse('42501', 'not_a_student', 'only students ask for lessons');
  end if;
  -- The answer about a pause, before anything that a teacher in a pause would not say.
  if not exists (select from app.teacher_source s where s.id = wanted.teacher_id and s.is_live)
    or app.has_blocked(wanted.teacher_id, me)
  then
    perform app.refuse('PT409', 'teacher_unavailable', 'this teacher takes no requests now');
  end if;
  if not exists (
    select from public.teacher_dance_styles s
    where s.teacher_id = wanted.teacher_id and s.dance_style_id = wanted.dance_style_id
  ) then
    perform app.refuse('PT409', 'style_not_taught', 'this teacher does not teach that style');
  end if;
  if wanted.wish_id is not null then
    perform app.check_wish(wanted, me);
  end if;

  begin
    insert into public.lesson_requests
        (id, student_id, teacher_id, dance_style_id, preferred_days, preferred_times, message, wish_id)
      values (wanted.id, me, wanted.teacher_id, wanted.dance_style_id, wanted.preferred_days, wanted.preferred_times,
        wanted.message, wanted.wish_id)
      returning * into wanted;
  exception
    when unique_violation then
      get stacked diagnostics rule = constraint_name;
      if rule = 'lesson_requests_one_open' then
        perform app.refuse('PT409', 'open_request_exists', 'there is an open request for this style',
          (select r.id::text from public.lesson_requests r
            where r.student_id = me and r.teacher_id = wanted.teacher_id and r.dance_style_id = wanted.dance_style_id
              and r.status in ('Pendente', 'Aceito') and r.ended_at is null));
      end if;
      perform app.refuse('PT409', 'request_exists', 'this id belongs to another request');
    when check_violation then
      get stacked diagnostics rule = constraint_name;
      perform app.refuse('22023', 'invalid_value', 'this value is not allowed', rule);
  end;
  perform app.notify_about_request(wanted, wanted.teacher_id, 'lesson_request.created', 'Novo pedido de aula',
    '{name} quer ter aulas de {style} com você.');
  return app.finish_request_command(command_id, wanted.id, null, null);
end
$$;
