-- Requests that a guardian makes for a person under age. Accounts stay as they are, no age is asked for, and nothing about
-- the person under age is stored: a request only says that it is made for one.
--
-- `guardian_terms` is the version of the terms that the guardian accepts with the request (src/db/guardian-terms.ts), null
-- for a request of the student's own; `guardian_terms_at` is when the acceptance arrived. Only a teacher with an unexpired
-- check of background (antecedentes) can be asked, and can accept: a check may end while a request waits. Both hold
-- whoever writes the row. Requests that join a wish keep the mark of its first request, also from an earlier release.
alter table public.lesson_requests
  add guardian_terms text constraint lesson_requests_guardian_terms_check check (guardian_terms in ('1')),
  add guardian_terms_at timestamptz,
  add constraint lesson_requests_guardian_accepted check ((guardian_terms is null) = (guardian_terms_at is null));

update app.personal_data p set columns = p.columns || '{guardian_terms,guardian_terms_at}'
  where p.place = 'public.lesson_requests';

-- Whether these checks have one of background that holds today.
create function app.holds_background(checks text) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(substring(checks from 'b[0-9]{4}([0-9]{6})') > app.today_code(), false)
$$;

-- Fires after `blocked`, so that a student whom the teacher has blocked learns nothing here.
create function app.guard_guardian_request() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and (new.guardian_terms, new.guardian_terms_at)
    is distinct from (old.guardian_terms, old.guardian_terms_at)
  then
    perform app.refuse('23514', 'request_fixed', 'what was asked for does not change');
  end if;
  if new.guardian_terms is not null
    and (tg_op = 'INSERT' or old.status = 'Pendente' and new.status = 'Aceito')
    and not exists (select from public.teachers t where t.id = new.teacher_id and app.holds_background(t.checks))
  then
    perform app.refuse('PT409', 'background_unchecked', 'this teacher has no check of background that holds');
  end if;
  return new;
end
$$;
create trigger guardian before insert or update on public.lesson_requests
  for each row execute function app.guard_guardian_request();

-- As before, with the mark; the time of the acceptance is the guardian's own.
create or replace view app.own_lesson_requests as
  select v.id, v.person_id,
    case v.person_id when r.student_id then 'student' when r.teacher_id then 'teacher' end as side,
    r.student_id, r.teacher_id, r.dance_style_id, r.status, r.preferred_days, r.preferred_times, r.message, r.reason,
    r.request_date, r.answered_at, r.cancelled_at, r.cancelled_by,
    p.name as other_name, p.profile_image_url as other_image_url,
    case when r.status = 'Aceito' and r.ended_at is null then p.whatsapp end as other_whatsapp,
    case when r.status = 'Aceito' and r.ended_at is null and p.whatsapp is null then p.email end as other_email,
    v._xid, v._deleted, r.ended_at, r.ended_by,
    case when r.student_id = v.person_id then r.wish_id end as wish_id,
    r.nudged_at,
    case when r.student_id = v.person_id then r.unanswered_at end as unanswered_at,
    r.is_withdrawn,
    r.guardian_terms,
    case when r.student_id = v.person_id then r.guardian_terms_at end as guardian_terms_at
  from public.lesson_request_versions v
  left join public.lesson_requests r on r.id = v.id and not v._deleted
  left join public.user_profiles p on p.removed_at is null
    and p.id = case when r.student_id = v.person_id then r.teacher_id else r.student_id end;

update app.admin_lists l
  set shown = replace(l.shown, '''cancelled_by'', r.cancelled_by)',
    '''cancelled_by'', r.cancelled_by, ''for_minor'', r.guardian_terms is not null)')
  where l.name = 'requests';

-- As before, with `guardian_terms`. Hint: background_unchecked (PT409).
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
    where k <> all (array['id', 'teacher_id', 'dance_style_id', 'preferred_days', 'preferred_times', 'message', 'wish_id',
      'guardian_terms'])
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
  wanted.guardian_terms := app.text_field(request, 'guardian_terms');

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
    wanted.guardian_terms := coalesce(wanted.guardian_terms,
      (select r.guardian_terms from public.lesson_requests r where r.id = wanted.wish_id));
  end if;

  begin
    insert into public.lesson_requests
        (id, student_id, teacher_id, dance_style_id, preferred_days, preferred_times, message, wish_id, guardian_terms,
          guardian_terms_at)
      values (wanted.id, me, wanted.teacher_id, wanted.dance_style_id, wanted.preferred_days, wanted.preferred_times,
        wanted.message, wanted.wish_id, wanted.guardian_terms, case when wanted.guardian_terms is not null then now() end)
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

-- As before; a guardian's request has only teachers who may be asked for it.
create or replace function public.request_alternatives(request_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_living_person();
  request public.lesson_requests;
  city uuid;
  wished text[];
  is_open boolean;
begin
  perform app.refuse_banned();
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
