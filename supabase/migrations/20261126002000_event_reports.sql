-- Reports of events, by everybody but the person who proposed them. Taking an event down unpublishes it; it comes back
-- when the team decides to keep it after all. An event of the team has no author to tell.

alter table public.reports
  drop constraint reports_what_check,
  add constraint reports_what_check
    check (what in ('profile', 'post', 'evaluation', 'reply', 'event', 'request', 'message', 'lesson'));
alter table public.report_decisions
  drop constraint report_decisions_what_check,
  add constraint report_decisions_what_check
    check (what in ('profile', 'post', 'evaluation', 'reply', 'event', 'request', 'message', 'lesson'));

-- Published events of other people can be reported too; the rest is unchanged.
create or replace function app.is_reportable(what text, target uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    when what = 'profile' then target is distinct from auth.uid() and exists (
      select from public.user_profiles p where p.id = target and p.removed_at is null)
    when what = 'evaluation' then (select e.id is not null from app.shown_evaluation(target) e)
    when what = 'reply' then (
        select e.reply is not null and e.reply_hidden_at is null and e.evaluated_id is distinct from auth.uid()
        from app.shown_evaluation(target) e)
      or exists (select from app.own_evaluations e where e.reply_id = target and e.evaluator_id = auth.uid())
    when what = 'post' then app.reportable_post(target)
    when what = 'event' then exists (select from public.events e where e.id = target and e.is_published)
      and not exists (select from public.event_proposals p where p.event_id = target and p.person_id = auth.uid())
    when what in ('request', 'message', 'lesson') then exists (
      select from public.user_profiles p
      where p.id = app.reported_person(what, target, auth.uid()) and p.removed_at is null
        and (what <> 'message' or app.texts_of_thing(what, target, p.id) <> '[]'))
    else false
  end
$$;

-- Events are public things too; the rest is unchanged.
create or replace function app.is_public_thing(what text, target uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    when what = 'profile' then exists (select from public.teacher_listings l where l.id = target and not l._deleted)
      or exists (select from public.content_items c where c.id = target and c.kind = 'dancer' and not c._deleted)
    when what in ('post', 'evaluation', 'reply', 'event') then app.is_reportable(what, target)
    else false
  end
$$;

-- The reported person of an event is the one who proposed it; the rest is unchanged.
create or replace function app.reported_person(what text, target uuid, reporter uuid) returns uuid
language sql stable security definer set search_path = ''
as $$
  select case
    when what = 'profile' then target
    when what = 'post' then (select p.author_id from public.posts p where p.id = target)
    when what = 'evaluation' then (select e.evaluator_id from public.lesson_evaluations e where e.public_id = target)
    when what = 'reply' then (select e.evaluated_id from public.lesson_evaluations e where e.public_id = target)
    when what = 'event' then (select p.person_id from public.event_proposals p where p.event_id = target)
    else (
      select case reporter when r.student_id then r.teacher_id when r.teacher_id then r.student_id end
      from app.request_of_thing(what, target) r)
  end
$$;

-- The text of an event is what its page says; the rest is unchanged.
create or replace function app.texts_of_thing(what text, target uuid, person uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with request as (select r.* from app.request_of_thing(what, target) r),
  written (place, field, text) as (
    select t.place, t.field, t.text from public.user_profiles p
      left join public.students s on s.id = p.id
      left join public.teachers t0 on t0.id = p.id and p.role = 'teacher'
      cross join lateral (values (1, 'name', p.name), (2, 'bio', coalesce(t0.bio, s.bio)), (3, 'experience', t0.experience))
        t (place, field, text)
      where what = 'profile' and p.id = target and p.removed_at is null
    union all
    select 1, 'text', p.text from public.posts p where what = 'post' and p.id = target
    union all
    select t.place, t.field, t.text from public.lesson_evaluations e
      cross join lateral (values (1, 'rating', e.public_rating::text), (2, 'comment', e.public_comment)) t (place, field, text)
      where what = 'evaluation' and e.public_id = target
    union all
    select 1, 'reply', e.reply from public.lesson_evaluations e where what = 'reply' and e.public_id = target
    union all
    select t.place, t.field, t.text from public.events e
      cross join lateral (values (1, 'title', e.title), (2, 'venue', e.venue), (3, 'organiser', e.organiser),
        (4, 'price', e.price), (5, 'url', e.url), (6, 'description', e.description)) t (place, field, text)
      where what = 'event' and e.id = target
    union all
    select 1, 'message', r.message from request r where what in ('request', 'message') and r.student_id = person
    union all
    select 2, 'reason', r.reason from request r
      where what in ('request', 'message') and person = case coalesce(r.ended_by, r.cancelled_by,
        case when r.status = 'Recusado' then 'teacher' end) when 'student' then r.student_id when 'teacher' then r.teacher_id end
    union all
    select 3, 'place', p.place from request r join public.lesson_proposals p on p.lesson_id = target
        and p.side = case person when r.student_id then 'student' when r.teacher_id then 'teacher' end
      where what = 'lesson'
    union all
    -- Both have agreed to it.
    select 4, 'agreed_place', l.place from public.lessons l where what = 'lesson' and l.id = target
  )
  select coalesce(jsonb_agg(jsonb_build_object('field', w.field, 'text', w.text) order by w.place), '[]')
  from written w where w.text is not null
$$;

-- The queue shows who proposed an event, its title and whether it is published; the rest is unchanged.
create or replace function app.reported_thing(what text, target uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when what = 'profile' then (
      select jsonb_build_object('person', app.named_person(p.id),
        'state', (select d.state from app.teacher_directory d where d.id = p.id),
        'is_public', s.is_public, 'hidden_at', s.hidden_at,
        'image_url', p.profile_image_url, 'text', coalesce(t.bio, s.bio))
      from public.user_profiles p left join public.students s on s.id = p.id
      left join public.teachers t on t.id = p.id and p.role = 'teacher'
      where p.id = target and p.removed_at is null)
    when what = 'post' then (
      select jsonb_build_object('author', app.named_person(p.author_id), 'text', p.text, 'created_at', p.created_at,
        'removed_at', p.removed_at, 'removed_by', p.removed_by)
      from public.posts p where p.id = target)
    when what = 'reply' then (
      select jsonb_build_object('evaluator', app.named_person(e.evaluator_id),
        'evaluated', app.named_person(e.evaluated_id), 'rating', e.rating, 'comment', e.public_comment,
        'is_anonymous', e.is_anonymous, 'hidden_at', e.reply_hidden_at, 'text', e.reply)
      from public.lesson_evaluations e where e.public_id = target and e.reply is not null)
    when what = 'evaluation' then (
      select jsonb_build_object('evaluator', app.named_person(e.evaluator_id),
        'evaluated', app.named_person(e.evaluated_id), 'rating', e.rating,
        'comment', coalesce(e.comment, e.public_comment), 'is_anonymous', e.is_anonymous, 'hidden_at', e.hidden_at)
      from public.lesson_evaluations e where e.public_id = target and (not e._deleted or e.public_comment is not null))
    when what = 'event' then (
      select jsonb_build_object('author', (
          select app.named_person(p.person_id) from public.event_proposals p where p.event_id = e.id),
        'title', e.title, 'slug', e.slug, 'is_published', e.is_published)
      from public.events e where e.id = target)
    else (
      select jsonb_build_object('student', app.named_person(r.student_id), 'teacher', app.named_person(r.teacher_id),
        'status', r.status, 'request_id', r.id)
      from app.request_of_thing(what, target) r where r.id is not null)
  end
$$;

-- An event or a teacher's page comes back when it is kept, but only if the decision before had taken it down: a page that is
-- taken down twice still comes back, and one that is off for another reason does not.
drop function app.moderate(text, uuid, boolean, text, jsonb);
create or replace function app.moderate(what text, target uuid, remove boolean, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
as $function$
declare
  post public.posts;
  evaluation public.lesson_evaluations;
  event public.events;
  profile public.user_profiles;
  was_active boolean;
  -- Shown until the last decision took it down.
  was_taken_down boolean;
  changed boolean := false;
begin
  was_taken_down := coalesce((
    select d.decision = 'remove' and coalesce(d.former ->> 'is_published', d.former ->> 'is_active')::boolean
    from public.report_decisions d
    where d.what = moderate.what and d.target_id = target order by d.decided_at desc limit 1), false);
  if what = 'post' then
    select * into post from public.posts p where p.id = target for update;
    if post.id is null then
      return null;
    end if;
    update public.posts p set removed_at = case when remove then now() end, removed_by = case when remove then 'team' end,
      removal_reason = case when remove then reason end
      where p.id = target and (remove and p.removed_at is null or not remove and p.removed_by = 'team');
    return jsonb_build_object('person', post.author_id, 'changed', found);
  elsif what = 'reply' then
    select * into evaluation from public.lesson_evaluations e
      where e.public_id = target and e.reply is not null for update;
    if evaluation.id is null then
      return null;
    end if;
    update public.lesson_evaluations e set reply_hidden_at = case when remove then now() end
      where e.id = evaluation.id and (e.reply_hidden_at is null) = remove;
    return jsonb_build_object('changed', found, 'person', evaluation.evaluated_id);
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
  elsif what = 'event' then
    select * into event from public.events e where e.id = target for update;
    if event.id is null then
      return null;
    end if;
    update public.events e set is_published = not remove
      where e.id = target and e.is_published = remove and (remove or was_taken_down);
    return jsonb_build_object('changed', found,
      'former', jsonb_build_object('is_published', event.is_published or was_taken_down),
      'person', (select p.person_id from public.event_proposals p where p.event_id = target));
  end if;
  select * into profile from public.user_profiles p where p.id = target and p.removed_at is null for share;
  if profile.id is null then
    return null;
  elsif profile.role = 'admin' and remove then
    perform app.refuse('PT409', 'target_is_admin', 'the team does not take itself off');
  elsif profile.role = 'teacher' then
    select t.is_active into was_active from public.teachers t where t.id = target for update;
    changed := case when remove then was_active else not was_active and was_taken_down end;
    if changed then
      update public.teachers t set is_active = not remove where t.id = target;
    end if;
    return jsonb_build_object('person', target, 'changed', changed,
      'former', jsonb_build_object('is_active', was_active or was_taken_down));
  end if;
  update public.students s set hidden_at = case when remove then now() end
    where s.id = target and (s.hidden_at is null) = remove;
  return jsonb_build_object('person', target, 'changed', found);
end
$function$;

-- The words of a notice about an event; the rest is unchanged.
create or replace function app.tell_moderated(person uuid, what text, remove boolean, reason text) returns void
language sql security definer set search_path = ''
as $$
  select app.notify(person, what || case when remove then '.removed' else '.restored' end,
    case what when 'post' then 'Sua publicação ' when 'evaluation' then 'Sua avaliação ' when 'reply' then 'Sua resposta '
        when 'event' then 'Seu evento ' else 'Seu perfil ' end
      || case when remove then case what when 'post' then 'saiu do Mural'
          when 'event' then 'saiu da agenda' else 'saiu do ar' end
        else case what when 'post' then 'voltou ao Mural'
          when 'event' then 'voltou à agenda' else 'voltou ao ar' end end,
    case when remove then case what
        when 'post' then 'A equipe do Danceflix removeu uma publicação sua.'
        when 'evaluation' then 'A equipe do Danceflix escondeu uma avaliação que você escreveu.'
        when 'reply' then 'A equipe do Danceflix escondeu uma resposta sua a uma avaliação.'
        when 'event' then 'A equipe do Danceflix tirou da agenda um evento que você divulgou.'
        else 'A equipe do Danceflix tirou seu perfil da parte pública do site.' end
        || coalesce(' Motivo: ' || reason, '')
        || case when what = 'profile' then ' Para responder, abra seu perfil e fale com a equipe.' else '' end
      else 'A equipe do Danceflix reviu a decisão.' end,
    case what when 'post' then '/comunidade/mural' when 'event' then '/comunidade/divulgar'
      when 'profile' then case when exists (select from public.teachers t where t.id = person) then '/teacher/profile'
        else '/student/profile-enhanced' end end)
$$;

-- Events can be reported. `seen` may be all texts together, a line each, as far as they fit.
create or replace function public.create_report(command_id uuid, report jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  at_most constant integer := 20;
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'report.create', report);
  wanted public.reports;
  as_seen text;
  written uuid;
  refused text;
  rule text;
begin
  if answer is not null then
    return answer;
  end if;
  if jsonb_typeof(report) is distinct from 'object' or octet_length(report::text) > 10000 then
    perform app.refuse('22023', 'invalid_value', 'this is no report', 'report');
  end if;
  select k into refused from jsonb_object_keys(report) k
    where k <> all (array['id', 'what', 'target_id', 'reason', 'details', 'subject', 'seen']) limit 1;
  if refused is not null then
    perform app.refuse('22023', 'invalid_value', 'a report has no such field', refused);
  end if;
  foreach refused in array array['id', 'what', 'target_id', 'reason'] loop
    if app.text_field(report, refused) is null then
      perform app.refuse('22023', 'invalid_value', 'this value is missing', refused);
    end if;
  end loop;
  wanted.id := app.id_field(report, 'id');
  wanted.what := app.text_field(report, 'what');
  wanted.target_id := app.id_field(report, 'target_id');
  wanted.reason := app.text_field(report, 'reason');
  wanted.details := app.text_field(report, 'details');
  wanted.subject := app.text_field(report, 'subject');
  as_seen := app.text_field(report, 'seen');
  if wanted.what not in ('profile', 'post', 'evaluation', 'reply', 'event', 'request', 'message', 'lesson') then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'what');
  end if;

  -- Serialises one person's reports, so that the limit holds.
  perform from public.user_profiles p where p.id = me for no key update;
  perform app.require_profile();
  if not app.is_reportable(wanted.what, wanted.target_id)
    or wanted.subject is not null and not app.shows_media(wanted.what, wanted.target_id, wanted.subject)
  then
    perform app.refuse('PT404', 'target_unknown', 'there is nothing like that to report');
  end if;
  begin
    update public.reports r set reason = wanted.reason, details = wanted.details, updated_at = now()
      where r.reporter_id = me and r.what = wanted.what and r.target_id = wanted.target_id
        and r.subject is not distinct from wanted.subject
      returning r.id into written;
    if written is null then
      if (
        select count(*) from public.reports r where r.reporter_id = me and r.created_at > now() - interval '24 hours'
      ) >= at_most then
        perform app.refuse('PT409', 'too_many_reports', 'these are enough reports for a day');
      end if;
      insert into public.reports (id, reporter_id, what, target_id, reason, details, subject)
        values (wanted.id, me, wanted.what, wanted.target_id, wanted.reason, wanted.details, wanted.subject);
    end if;
    update app.reported_texts t set seen = as_seen
      where t.report_id = coalesce(written, wanted.id) and t.seen is null and as_seen is not null
        and not exists (select from jsonb_array_elements(t.texts) x where x ->> 'text' = as_seen)
        and as_seen is distinct from (select btrim(left(string_agg(x ->> 'text', E'\n' order by place), 1000), E' \n\t')
          from jsonb_array_elements(t.texts) with ordinality x (x, place));
  exception
    when unique_violation then
      perform app.refuse('PT409', 'report_exists', 'this id belongs to another report');
    when check_violation then
      get stacked diagnostics rule = constraint_name;
      perform app.refuse('22023', 'invalid_value', 'this value is not allowed', rule);
  end;
  return app.finish_command(command_id, jsonb_build_object('version', null,
    'report_id', coalesce(written, wanted.id), 'created', written is null));
end
$$;

-- Decisions about events; what was there before the decision is looked up by app.moderate itself.
create or replace function public.admin_decide_report(command_id uuid, decision jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
as $function$
declare
  me constant uuid := app.require_admin();
  answer jsonb := app.begin_command(command_id, 'admin.report.decide', decision);
  about text;
  target uuid;
  one uuid;
  told text;
  remove boolean;
  is_private boolean;
  done jsonb;
  reporter uuid;
  closed integer := 0;
begin
  if answer is not null then
    return answer || (decision - 'reason');
  end if;
  if jsonb_typeof(decision) is distinct from 'object' then
    perform app.refuse('22023', 'invalid_value', 'a decision is an object', 'decision');
  end if;
  about := app.text_field(decision, 'what');
  target := app.id_field(decision, 'target_id');
  one := app.id_field(decision, 'report_id');
  told := app.text_field(decision, 'reason');
  is_private := about in ('request', 'message', 'lesson');
  if about is null or about not in ('profile', 'post', 'evaluation', 'reply', 'event', 'request', 'message', 'lesson') then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'what');
  elsif target is null then
    perform app.refuse('22023', 'invalid_value', 'this value is missing', 'target_id');
  elsif is_private <> (one is not null) then
    perform app.refuse('22023', 'invalid_value', 'private things are decided report by report', 'report_id');
  elsif app.text_field(decision, 'decision') is null or decision ->> 'decision' not in ('keep', 'remove') then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'decision');
  elsif char_length(told) > 500 or is_private and told is not null then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'reason');
  end if;
  remove := decision ->> 'decision' = 'remove';
  if is_private then
    if not exists (
      select from public.reports r where r.id = one and r.what = about and r.target_id = target
    ) then
      perform app.refuse('PT404', 'target_unknown', 'there is no such report');
    end if;
  else
    done := app.moderate(about, target, remove, told);
    if done is null and (remove or not exists (
      select from public.reports r where r.what = about and r.target_id = target
    )) then
      perform app.refuse('PT404', 'target_unknown', 'there is no such thing');
    end if;
  end if;
  insert into public.report_decisions (what, target_id, report_id, person_id, decision, reason, former, decided_by)
    values (about, target, one, (done ->> 'person')::uuid, decision ->> 'decision', told, done -> 'former', me);
  if (done ->> 'changed')::boolean then
    perform app.tell_moderated((done ->> 'person')::uuid, about, remove, told);
  end if;
  for reporter in
    update public.reports r set status = case when remove then 'removed' else 'kept' end, decided_at = now()
      where r.what = about and r.target_id = target and r.status = 'open' and (one is null or r.id = one)
      returning r.reporter_id
  loop
    closed := closed + 1;
    perform app.notify(reporter, 'report.decided', 'Sua denúncia foi analisada',
      'Obrigado por avisar. A equipe do Danceflix ' || case
        when is_private and remove then 'analisou e deu razão à sua denúncia.'
        when is_private then 'analisou e não viu o que mudar. Você ainda pode bloquear a pessoa.'
        when remove then 'removeu o que você denunciou.'
        else 'analisou e decidiu manter o que você denunciou.' end);
  end loop;
  -- The logged result names no person.
  return app.finish_command(command_id, jsonb_build_object(
    'changed', coalesce((done ->> 'changed')::boolean, false), 'reports', closed)) || (decision - 'reason');
end
$function$;

