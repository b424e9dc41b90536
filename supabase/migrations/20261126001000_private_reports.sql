-- Reports of what two people write to each other in a lesson request, by one of the two only, and the reported texts as
-- they were when they were reported.
--
-- 'request' (the whole of it) and 'message' (the texts in it) are under the request's id, 'lesson' (an agreement with its
-- place) under the lesson's. A decision about them changes nothing that the reported person could notice: only one person
-- can have reported it, so any change would name who did. It closes one report and tells its reporter.
--
-- `app.reported_texts` keeps what the reported person had written at that moment, for every kind of report, so that a
-- later change takes nothing away from the team. `seen` is what the reporter's phone showed where that differs (it was
-- reported without a connection, say); nobody can check it, and the queue says so.

alter table public.reports
  drop constraint reports_what_check,
  add constraint reports_what_check
    check (what in ('profile', 'post', 'evaluation', 'reply', 'request', 'message', 'lesson'));
alter table public.report_decisions
  drop constraint report_decisions_what_check,
  add constraint report_decisions_what_check
    check (what in ('profile', 'post', 'evaluation', 'reply', 'request', 'message', 'lesson')),
  -- The one report that was decided, of something private; null: all about the thing.
  add column report_id uuid references public.reports (id) on delete cascade,
  add constraint report_decisions_private
    check ((what in ('request', 'message', 'lesson')) = (report_id is not null)),
  -- Any line or word about it would tell the reported person.
  add constraint report_decisions_untold check (report_id is null or num_nonnulls(person_id, reason) = 0);
alter table public.report_decisions alter report_id set statistics 0;
grant select (report_id) on public.report_decisions to authenticated;

create table app.reported_texts (
  report_id uuid primary key references public.reports (id) on delete cascade,
  -- Whom the report is about.
  person_id uuid,
  -- [{ field, text }], what that person had written.
  texts jsonb not null,
  seen text constraint reported_texts_seen_check check (char_length(seen) between 1 and 1000)
);
alter table app.reported_texts enable row level security;
create index reported_texts_person on app.reported_texts (person_id);
insert into app.personal_data (place, columns, rows_of, exported_as, after_leaving, reason) values
  ('app.reported_texts', '{report_id,person_id,texts,seen}', 't.person_id::text = $1', null, 'gone',
    'copies of what the person wrote, which is shown; that it was reported is never told');

-- The request of a private thing: a request's id, or a lesson's.
create function app.request_of_thing(what text, target uuid) returns public.lesson_requests
language sql stable security definer set search_path = ''
as $$
  select r from public.lesson_requests r
  where r.id = case what when 'lesson' then (select l.request_id from public.lessons l where l.id = target)
    when 'request' then target when 'message' then target end
$$;

-- Whom a report by this person is about; null where that is not known.
create function app.reported_person(what text, target uuid, reporter uuid) returns uuid
language sql stable security definer set search_path = ''
as $$
  select case
    when what = 'profile' then target
    when what = 'post' then (select p.author_id from public.posts p where p.id = target)
    when what = 'evaluation' then (select e.evaluator_id from public.lesson_evaluations e where e.public_id = target)
    when what = 'reply' then (select e.evaluated_id from public.lesson_evaluations e where e.public_id = target)
    else (
      select case reporter when r.student_id then r.teacher_id when r.teacher_id then r.student_id end
      from app.request_of_thing(what, target) r)
  end
$$;

-- What this person has written in the thing: [{ field, text }].
create function app.texts_of_thing(what text, target uuid, person uuid) returns jsonb
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

-- The evaluation with this public id while it can be read on a page; the reader's blocks do not matter.
create function app.shown_evaluation(target uuid) returns public.lesson_evaluations
language sql stable security definer set search_path = ''
as $$
  select e from public.lesson_evaluations e
  where e.public_id = target and e.public_rating is not null and (
    exists (select from public.teacher_listings l where l.id = e.evaluated_id and not l._deleted)
    or e.evaluated_id = auth.uid() or app.is_admin())
$$;

-- As before, with the private things, for one of the two people while the other one has an account; a message only where
-- the other one has written one.
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
    when what in ('request', 'message', 'lesson') then exists (
      select from public.user_profiles p
      where p.id = app.reported_person(what, target, auth.uid()) and p.removed_at is null
        and (what <> 'message' or app.texts_of_thing(what, target, p.id) <> '[]'))
    else false
  end
$$;

-- As before: what two people write to each other is nothing that everybody can see.
create or replace function app.is_public_thing(what text, target uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    when what = 'profile' then exists (select from public.teacher_listings l where l.id = target and not l._deleted)
      or exists (select from public.content_items c where c.id = target and c.kind = 'dancer' and not c._deleted)
    when what in ('post', 'evaluation', 'reply') then app.is_reportable(what, target)
    else false
  end
$$;

-- Keeps the texts with a new report, and anew with one that was decided and is made again. An open report that is only
-- reworded keeps the first ones.
create function app.keep_reported_texts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person constant uuid := app.reported_person(new.what, new.target_id, new.reporter_id);
begin
  if tg_op = 'INSERT' or old.status <> 'open' and new.status = 'open' then
    insert into app.reported_texts as t (report_id, person_id, texts)
      values (new.id, person, app.texts_of_thing(new.what, new.target_id, person))
      on conflict (report_id) do update set person_id = excluded.person_id, texts = excluded.texts, seen = null;
  end if;
  return null;
end
$$;
create trigger keep_texts after insert or update of status, reason, details on public.reports
  for each row execute function app.keep_reported_texts();
-- Reports of earlier releases: the texts as they are now.
insert into app.reported_texts (report_id, person_id, texts)
  select r.id, w.person, app.texts_of_thing(r.what, r.target_id, w.person)
  from public.reports r cross join lateral (
    select app.reported_person(r.what, r.target_id, r.reporter_id) as person
  ) w;

-- As before, with the private things and with `seen`.
create or replace function public.create_report(command_id uuid, report jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
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
  if wanted.what not in ('profile', 'post', 'evaluation', 'reply', 'request', 'message', 'lesson') then
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
        and not exists (select from jsonb_array_elements(t.texts) x where x ->> 'text' = as_seen);
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

-- As before, with the photo or video of a profile.
create or replace function public.report_as_visitor(command_id uuid, report jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  answer jsonb := app.begin_command(command_id, 'report.visitor', report - 'code');
  address constant text := app.caller_address();
  site constant text := app.site_of(app.caller_address());
  wanted public.reports;
  code text;
  aside boolean := false;
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
    where k <> all (array['id', 'what', 'target_id', 'reason', 'details', 'subject', 'code']) limit 1;
  if refused is not null then
    perform app.refuse('22023', 'invalid_value', 'a report has no such field', refused);
  end if;
  wanted.id := app.id_field(report, 'id');
  wanted.what := app.text_field(report, 'what');
  wanted.target_id := app.id_field(report, 'target_id');
  wanted.reason := app.text_field(report, 'reason');
  wanted.details := app.text_field(report, 'details');
  wanted.subject := app.text_field(report, 'subject');
  code := app.text_field(report, 'code');
  if code is null or code !~ '^[2-9A-HJ-NP-Z]{12}$' then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'code');
  elsif num_nulls(wanted.id, wanted.what, wanted.target_id, wanted.reason) > 0 then
    perform app.refuse('22023', 'invalid_value', 'this value is missing', 'report');
  end if;
  -- Above the limits a report is taken too, and set aside for a look, as long as it is not ten times as many.
  if address is not null and not app.count_turn('reports_address_day', address, 10, '24 hours')
    or site is not null and not app.count_turn('reports_site_day', site, 20, '24 hours')
    or not app.count_visitor('reports', site, 200)
  then
    aside := true;
    perform app.take_turn('reports_aside_day', coalesce(site, ''), 200, '24 hours');
    perform app.take_turn('reports_aside_hour', '', 2000, '1 hour');
  end if;
  if app.is_public_thing(wanted.what, wanted.target_id) is not true
    or wanted.subject is not null and not app.shows_media(wanted.what, wanted.target_id, wanted.subject)
  then
    perform app.refuse('PT404', 'target_unknown', 'there is nothing like that to report');
  end if;
  begin
    insert into public.reports (id, what, target_id, reason, details, subject, is_set_aside)
      values (wanted.id, wanted.what, wanted.target_id, wanted.reason, wanted.details, wanted.subject, aside);
    insert into app.visitor_reports (report_id, follow_hash)
      values (wanted.id, encode(sha256(convert_to(code, 'UTF8')), 'hex'));
  exception
    when unique_violation then
      perform app.refuse('PT409', 'report_exists', 'this id belongs to another report');
    when check_violation then
      get stacked diagnostics rule = constraint_name;
      perform app.refuse('22023', 'invalid_value', 'this value is not allowed', rule);
  end;
  return app.finish_command(command_id, jsonb_build_object('version', null, 'report_id', wanted.id));
end
$$;

-- As before. Of private things `report_id` names the one report that is decided: both people may have reported the same.
create or replace function public.admin_decide_report(command_id uuid, decision jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
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
  if about is null or about not in ('profile', 'post', 'evaluation', 'reply', 'request', 'message', 'lesson') then
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
    done := app.moderate(about, target, remove, told, (
      select d.former from public.report_decisions d
      where d.what = about and d.target_id = target and d.decision = 'remove' order by d.decided_at desc limit 1));
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
$$;

-- The reported thing in the list of reports, with the private ones.
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
    else (
      select jsonb_build_object('student', app.named_person(r.student_id), 'teacher', app.named_person(r.teacher_id),
        'status', r.status, 'request_id', r.id)
      from app.request_of_thing(what, target) r where r.id is not null)
  end
$$;

-- What the queue shows of the reported person and texts: { person, texts, seen, now }; `now` only where the texts changed.
create function app.reported_texts_row(report uuid, what text, target uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('person', app.named_person(t.person_id), 'texts', t.texts, 'seen', t.seen,
    'now', nullif(n.texts, t.texts))
  from app.reported_texts t
  cross join lateral (select app.texts_of_thing(reported_texts_row.what, target, t.person_id) as texts) n
  where t.report_id = report
$$;

update app.admin_lists l set
  shown = replace(replace(l.shown, '''target'', app.reported_thing(r.what, r.target_id),',
      '''target'', app.reported_thing(r.what, r.target_id), ''reported'', app.reported_texts_row(r.id, r.what, r.target_id),'),
    'd.target_id = r.target_id', 'd.target_id = r.target_id and (d.report_id is null or d.report_id = r.id)')
where l.name = 'reports';
