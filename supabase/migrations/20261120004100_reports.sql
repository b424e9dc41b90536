-- Reports of what people see of each other, read by their author and by admins, and the team's decisions about them: it
-- keeps or removes the reported thing. A decision is about the thing and closes all
-- open reports of it. A later decision may differ: 'keep' restores a removed thing. Reporters, and authors of anonymous
-- evaluations, stay unknown.

create table public.reports (
  id uuid primary key,
  -- Null once the reporter's account is removed.
  reporter_id uuid,
  what text not null constraint reports_what_check check (
    what in ('profile', 'post', 'evaluation', 'reply', 'event', 'request', 'message', 'lesson')
  ),
  -- For an evaluation its public id.
  target_id uuid not null,
  reason text not null constraint reports_reason_check check (
    reason in ('fake', 'offensive', 'unsafe', 'minor', 'prepayment', 'spam', 'wrong', 'other')
  ),
  details text constraint reports_details_check check (char_length(details) between 1 and 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  status text not null default 'open' constraint reports_status_check check (status in ('open', 'kept', 'removed')),
  decided_at timestamptz,
  -- One photo or video of the profile. A report about it is a report of its own: a second photo's does not replace it.
  subject text constraint reports_subject_check check (
    subject is null or what = 'profile' and char_length(subject) between 1 and 300
  ),
  is_urgent boolean not null generated always as (reason in ('unsafe', 'minor')) stored,
  -- A visitor's above the limits: read by the team, heeded by no rule.
  is_set_aside boolean not null default false,
  -- When the administrators were told of what is reported, because of this report.
  told_at timestamptz,
  -- The place in the team's list: 3 urgent, or money asked in advance; 2 open; 1 set aside; 0 decided.
  attention smallint not null generated always as (case
    when status <> 'open' then 0 when is_set_aside then 1
    when reason in ('unsafe', 'minor', 'prepayment') then 3 else 2 end) stored,
  constraint reports_decided check ((status = 'open') = (decided_at is null))
);
create unique index reports_one on public.reports (reporter_id, what, target_id, subject) nulls not distinct
  where reporter_id is not null;
create index reports_target on public.reports (what, target_id);
create index reports_newest on public.reports (created_at);

create index reports_attention on public.reports (attention, created_at, id);
create index reports_attention_status on public.reports (status, attention, created_at, id);
create index reports_attention_what on public.reports (what, attention, created_at, id);
create index reports_aside on public.reports (is_set_aside, attention, created_at, id);
create index reports_aside_newest on public.reports (is_set_aside, created_at, id);
create index reports_told on public.reports (target_id) where told_at is not null and status = 'open';

-- The evaluation with this public id while it can be read on a page; the reader's blocks do not matter.
create function app.shown_evaluation(target uuid) returns public.lesson_evaluations
language sql stable security definer set search_path = ''
as $$
  select e from public.lesson_evaluations e
  where e.public_id = target and e.public_rating is not null and (
    exists (select from public.teacher_listings l where l.id = e.evaluated_id and not l._deleted)
    or e.evaluated_id = auth.uid() or app.is_admin())
$$;

-- The request of a private thing: a request's id, or a lesson's.
create function app.request_of_thing(what text, target uuid) returns public.lesson_requests
language sql stable security definer set search_path = ''
as $$
  select r from public.lesson_requests r
  where r.id = case what when 'lesson' then (select l.request_id from public.lessons l where l.id = target)
    when 'request' then target when 'message' then target end
$$;

-- Whom a report by this person is about, of an event the one who proposed it; null where that is not known.
create function app.reported_person(what text, target uuid, reporter uuid) returns uuid
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

-- Command: reports something. `report`: { id (made on the device), what, target_id, reason, details|null, subject|null:
-- the photo or video of a profile, seen|null: what the reporter's phone showed, all texts together, a line each, as far
-- as they fit }. A person has one report per target and subject, with the latest text. At most 20 new ones per person
-- in 24 hours.
-- Returns { command_id, version: null, report_id, created }.
-- Hints: invalid_value (22023, the field in DETAIL), profile_missing (PT409), target_unknown (PT404), too_many_reports
-- (PT409), report_exists (PT409: the id is taken).
create function public.create_report(command_id uuid, report jsonb) returns jsonb
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

create index reports_paged on public.reports (created_at, id);
create index reports_status on public.reports (status, created_at, id);
create index reports_what on public.reports (what, created_at, id);

-- Opens a decided report again when it is repeated.
create function app.reopen_report() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.reporter_id = auth.uid() and new.status = old.status then
    new.status := 'open';
    new.decided_at := null;
  end if;
  return new;
end
$$;
create trigger reopen before update of reason, details on public.reports
  for each row execute function app.reopen_report();

select app.audit_table('reports', 'id', 'reporter_id', 'details');

alter table public.reports enable row level security;

grant select, insert, update, delete on public.reports to service_role;

-- Favourites and blocks have no policy: only the procedures can access them; admins cannot.
grant select (id, reporter_id, what, target_id, reason, details, created_at, updated_at, status, decided_at, subject,
  is_urgent, is_set_aside, told_at, attention) on public.reports to authenticated;
create policy "people read their own reports, admins all" on public.reports for select to authenticated
  using (reporter_id = (select auth.uid()) or (select app.is_admin()));

grant execute on function public.create_report(uuid, jsonb) to authenticated;

create table public.report_decisions (
  id uuid primary key default gen_random_uuid(),
  what text not null constraint report_decisions_what_check check (
    what in ('profile', 'post', 'evaluation', 'reply', 'event', 'request', 'message', 'lesson')
  ),
  target_id uuid not null,
  -- Owner of the thing.
  person_id uuid,
  decision text not null constraint report_decisions_decision_check check (decision in ('keep', 'remove')),
  -- Reason as told to the owner.
  reason text constraint report_decisions_reason_check check (char_length(reason) between 1 and 500),
  -- State before the removal, which a later 'keep' restores.
  former jsonb,
  -- Null: decided by no person, but by rule.
  decided_by uuid,
  decided_at timestamptz not null default clock_timestamp(),
  -- The one report that was decided, of something private; null: all about the thing.
  report_id uuid references public.reports (id) on delete cascade,
  constraint report_decisions_private
    check ((what in ('request', 'message', 'lesson')) = (report_id is not null)),
  -- Any line or word about it would tell the reported person.
  constraint report_decisions_untold check (report_id is null or num_nonnulls(person_id, reason) = 0)
);
create index report_decisions_target on public.report_decisions (what, target_id, decided_at);
create index report_decisions_person on public.report_decisions (person_id);

select app.audit_table('report_decisions', 'id', 'person_id', 'reason');

-- Notifies the owner that something was removed or restored.
create function app.tell_moderated(person uuid, what text, remove boolean, reason text) returns void
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

-- Command: decides about a reported thing (or one that was not reported yet).
-- decision: { what, target_id (as in the report), decision 'keep'|'remove', reason|null: told to the owner, to 500
-- characters, report_id|null }. Of private things `report_id` names the one report that is decided, because both people
-- may have reported the same.
-- 'remove' takes a post off the Mural, hides an evaluation and its stars, takes a teacher off the search (is_active
-- false), hides a student's page and unpublishes an event; app.moderate looks up what was there before.
-- Returns { command_id, what, target_id, decision, changed: whether the state changed, reports: number of closed ones }.
-- Hints: invalid_value (22023, the field in DETAIL), target_unknown (PT404; 'keep' closes reports of a removed thing),
-- target_is_admin (PT409).
create function public.admin_decide_report(command_id uuid, decision jsonb)
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

-- reports · filter: status ('open'|'kept'|'removed'), what, reason, target_id, set_aside (boolean), from, to. sort: urgency
-- (default '-urgency'), created_at. Rows: { id, what, target_id, reason, subject, is_urgent, is_set_aside, details, status,
-- created_at, decided_at, reporter: person|null, is_visitors, reported: app.reported_texts_row, letters: of the team,
-- open: how many open reports the thing has, target: what it is now, null when it is gone, decision: the last one
-- { decision, reason, decided_by: person|null, decided_at }|null }.
--   target of a profile: { person, state (of a teacher), is_public, hidden_at (of a student) }
--   of a post: { author, text, created_at, removed_at, removed_by }
--   of an evaluation: { evaluator, evaluated, rating, comment, is_anonymous, hidden_at }
insert into app.admin_lists (name, source, filters, sorts, default_sort, shown) values (
  'reports', 'public.reports r',
  jsonb_build_object(
    'status', 'r.status = ($1 ->> ''status'')',
    'what', 'r.what = ($1 ->> ''what'')',
    'reason', 'r.reason = ($1 ->> ''reason'')',
    'target_id', 'r.target_id = ($1 ->> ''target_id'')::uuid',
    'from', 'r.created_at >= ($1 ->> ''from'')::timestamptz',
    'to', 'r.created_at < ($1 ->> ''to'')::timestamptz',
    'set_aside', 'r.is_set_aside = ($1 ->> ''set_aside'')::boolean'
  ),
  '{"created_at": [["r.created_at", "timestamptz"], ["r.id", "uuid"]],
    "urgency": [["r.attention", "smallint"], ["r.created_at", "timestamptz"], ["r.id", "uuid"]]}', '-urgency',
  $shown$jsonb_build_object('id', r.id, 'what', r.what, 'target_id', r.target_id, 'reason', r.reason, 'is_urgent', r.is_urgent, 'is_set_aside', r.is_set_aside, 'subject', r.subject,
    'details', r.details, 'status', r.status, 'created_at', r.created_at, 'decided_at', r.decided_at,
    'reporter', app.named_person(r.reporter_id),
    'open', (select count(*) from public.reports o where o.what = r.what and o.target_id = r.target_id
      and o.status = 'open'),
    'target', app.reported_thing(r.what, r.target_id),
    'is_visitors', exists (select from app.visitor_reports v where v.report_id = r.id),
    'letters', coalesce((
      select jsonb_agg(jsonb_build_object('recipient', e.recipient, 'text', e.text, 'written_at', e.written_at,
        'written_by', app.named_person(e.written_by)) order by e.written_at, e.id)
      from public.report_letters e where e.report_id = r.id), '[]'), 'reported', app.reported_texts_row(r.id, r.what, r.target_id),
    'decision', (select to_jsonb(d) - array['id', 'what', 'target_id', 'person_id', 'former', 'decided_by']
        || jsonb_build_object('decided_by', app.named_person(d.decided_by))
      from public.report_decisions d where d.what = r.what and d.target_id = r.target_id and (d.report_id is null or d.report_id = r.id)
      order by d.decided_at desc limit 1))$shown$
);

-- The reported thing in the list of reports; of an event who proposed it, its title and whether it is published.
create function app.reported_thing(what text, target uuid) returns jsonb
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
select app.open_admin_list('reports');

-- Account deletion and export: decisions about a person's content are removed with the account.

create function app.forget_decisions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.report_decisions d where d.person_id = old.id;
  return null;
end
$$;
create trigger forget_decisions_of_removed after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_decisions();
create trigger forget_decisions_of_deleted after delete on public.user_profiles
  for each row execute function app.forget_decisions();

-- Privileges and policies; tests/database/matrix.ts has the same as data.

alter table public.report_decisions enable row level security;

grant select, insert, update, delete on public.report_decisions to service_role;

grant select (id, what, target_id, person_id, decision, reason, former, decided_by, decided_at, report_id
  ) on public.report_decisions to authenticated;
create policy "admins read decisions" on public.report_decisions for select to authenticated
  using ((select app.is_admin()));

grant execute on function public.admin_decide_report(uuid, jsonb) to authenticated;

-- Whether the teacher's page shows this photo or video: its path or address is no free text to the team.
create function app.shows_media(what text, target uuid, subject text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select what = 'profile' and exists (
    select from public.teachers t where t.id = target and (subject = any (t.photos) or subject = any (t.videos)))
$$;

-- Reports that cannot wait, and profiles that are hidden until the team has decided.
--
-- 'unsafe' (harassment or a threat) and 'minor' (somebody under age) are urgent: first in the queue, and every
-- administrator is notified at once. 'prepayment' (asked for money before the first lesson): two open reports of a
-- teacher, by two students with a history with that teacher, hide the profile until an administrator decides. Reports of
-- strangers never hide anybody. The hiding is kept as a decision without an administrator, and shown with the others.

create function app.notify_admins(kind text, title text, body text, url text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.notifications (user_id, kind, title, body, url)
    select p.id, notify_admins.kind, notify_admins.title, notify_admins.body, notify_admins.url
    from public.user_profiles p where p.role = 'admin' and p.removed_at is null
$$;

-- Hides the profile of a teacher of whom two students with an accepted request report that money was asked in advance,
-- on the teacher's page or from a request; the hiding is in the audit. A report of a request stays open when the
-- profile is decided about, so those made before the last decision about the profile do not count again.
create function app.hide_for_prepayment(teacher uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  told constant text := 'Duas denúncias de pagamento adiantado. A equipe vai decidir.';
  decision public.report_decisions;
  heard timestamptz;
begin
  -- Two reports at once: the second one waits and counts both. People are locked before teachers, as everywhere.
  perform from public.user_profiles p where p.id = teacher and p.removed_at is null for share;
  perform from public.teachers t where t.id = teacher and t.is_active for update;
  if not found then
    return;
  end if;
  select max(d.decided_at) into heard from public.report_decisions d where d.what = 'profile' and d.target_id = teacher;
  if (
    select count(distinct r.reporter_id) from public.reports r
    where (r.what = 'profile' and r.target_id = teacher
        or r.what in ('request', 'message') and r.updated_at > coalesce(heard, '-infinity')
          and r.target_id in (select q.id from public.lesson_requests q where q.teacher_id = teacher))
      and app.prepaid_teacher(r) = teacher and r.status = 'open'
      and app.has_history(r.reporter_id, teacher)
  ) < 2 then
    return;
  end if;
  update public.teachers t set is_active = false where t.id = teacher;
  insert into public.report_decisions (what, target_id, person_id, decision, reason, former)
    values ('profile', teacher, teacher, 'remove', told, '{"is_active": true}')
    returning * into decision;
  perform app.audit_rule('update', 'teachers', teacher::text, '{"is_active": true}', '{"is_active": false}');
  perform app.audit_rule('insert', 'report_decisions', decision.id::text, null,
    jsonb_build_object('what', 'profile', 'target_id', teacher, 'decision', 'remove', 'reason', told));
  -- A rule did this, not the team.
  perform app.notify(teacher, 'profile.removed', 'Seu perfil saiu do ar',
    'Ele foi escondido automaticamente, até a equipe decidir: dois alunos denunciaram que você pediu pagamento adiantado. '
    || 'Para responder, abra seu perfil e fale com a equipe.', '/teacher/profile');
  perform app.notify_admins('report.urgent', 'Perfil escondido até vocês decidirem',
    'Dois alunos denunciaram que um professor pediu pagamento adiantado.', '/admin/reports');
end
$$;

-- Tells the team of an urgent report, and hides a teacher whom enough students report for money asked in advance.
create function app.heed_report() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  teacher constant uuid := app.prepaid_teacher(new);
begin
  if new.status <> 'open' or new.is_set_aside
    or tg_op = 'UPDATE' and new.reason = old.reason and old.status = 'open'
  then
    return null;
  end if;
  if new.is_urgent then
    -- One subject is told once, whoever reports it and however often the reason changes, until it is decided.
    perform pg_advisory_xact_lock(hashtextextended('danceflix report ' || new.target_id, 0));
    if exists (
      select from public.reports r
      where r.target_id = new.target_id and r.what = new.what and r.subject is not distinct from new.subject
        and r.told_at is not null and r.status = 'open')
    then
      return null;
    end if;
    update public.reports r set told_at = now() where r.id = new.id;
    perform app.notify_admins('report.urgent', 'Denúncia urgente',
      case new.reason when 'minor' then 'Alguém denunciou algo que envolve um menor de idade.'
        else 'Alguém denunciou assédio ou ameaça.' end, '/admin/reports');
  elsif teacher is not null then
    perform app.hide_for_prepayment(teacher);
  end if;
  return null;
end
$$;
create trigger heed after insert or update of reason, status on public.reports
  for each row execute function app.heed_report();

create table app.visitor_reports (
  report_id uuid primary key references public.reports (id) on delete cascade,
  -- SHA-256 of the code.
  follow_hash text not null unique check (follow_hash ~ '^[0-9a-f]{64}$')
);
alter table app.visitor_reports enable row level security;

-- Command: reports something without an account. `report`: { id (made on the device), what, target_id, reason,
-- details|null, subject|null: the photo or video of a profile, code: twelve letters and digits with which the visitor asks
-- for the outcome (report_status); only its hash is kept }. Only what everybody can see is reported so.
-- Above the limits of an address a report is taken too, and set aside for a look, up to ten times as many.
-- Returns { command_id, version: null, report_id }.
-- Hints: invalid_value (22023, the field in DETAIL), target_unknown (PT404), report_exists (PT409: the id is taken),
-- too_many (PT429).
create function public.report_as_visitor(command_id uuid, report jsonb) returns jsonb
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

-- The texts of this person in the reported thing: [{ field, text }]. Of an event, those of its page.
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

-- The reported person and texts, as the queue shows them: { person, texts, seen, now }; `now` only where the texts changed.
create function app.reported_texts_row(report uuid, what text, target uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('person', app.named_person(t.person_id), 'texts', t.texts, 'seen', t.seen,
    'now', nullif(n.texts, t.texts))
  from app.reported_texts t
  cross join lateral (select app.texts_of_thing(reported_texts_row.what, target, t.person_id) as texts) n
  where t.report_id = report
$$;

-- Whether the caller can see the target. One's own profile cannot be reported, nor one's own event. Of a reply those
-- that are public, and those that the caller got; of what two people write to each other by one of the two, while the
-- other one has an account, a message only where the other one has written one.
create function app.is_reportable(what text, target uuid) returns boolean
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

-- Whether everybody can see the thing, so that a visitor can report it. What two people write to each other is nothing
-- that everybody can see.
create function app.is_public_thing(what text, target uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    when what = 'profile' then exists (select from public.teacher_listings l where l.id = target and not l._deleted)
      or exists (select from public.content_items c where c.id = target and c.kind = 'dancer' and not c._deleted)
    when what in ('post', 'evaluation', 'reply', 'event') then app.is_reportable(what, target)
    else false
  end
$$;

-- The team writes to the two people of a report: to who reported, and to whom it is about. Both receive it in their inbox
-- and as a push; a visitor reads it with the report's code. What the reported person receives, and what they can ask for
-- of their own data, names neither the report nor who made it.

create table public.report_letters (
  id uuid primary key default gen_random_uuid(),
  report_id uuid not null references public.reports (id) on delete cascade,
  recipient text not null constraint report_letters_recipient_check check (recipient in ('reporter', 'reported')),
  -- Null: a visitor, who reads it with the code.
  person_id uuid,
  -- Fits the body of a notification.
  text text not null constraint report_letters_text_check check (char_length(text) between 1 and 900),
  written_by uuid not null,
  written_at timestamptz not null default clock_timestamp(),
  constraint report_letters_to_visitors check (person_id is not null or recipient = 'reporter')
);
create index report_letters_report on public.report_letters (report_id, written_at);
create index report_letters_person on public.report_letters (person_id);

select app.audit_table('report_letters', 'id', 'person_id', 'text');

alter table public.report_letters enable row level security;
create policy "admins read letters" on public.report_letters for select to authenticated
  using ((select app.is_admin()));
grant select (id, report_id, recipient, person_id, text, written_by, written_at) on public.report_letters to authenticated;
grant select, insert, update, delete on public.report_letters to service_role;

insert into app.commands_without_terms (kind, reason) values ('admin.report.write', 'the team');

-- Command: the team writes to the reporter or to the reported person. `letter`: { report_id, recipient
-- 'reporter'|'reported', text }. A visitor reads the letter with the report's code. Returns { command_id, letter_id }.
-- Hints: invalid_value (22023, the field in DETAIL), target_unknown (PT404), recipient_gone (PT409).
create function public.admin_write_about_report(command_id uuid, letter jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  answer jsonb := app.begin_command(command_id, 'admin.report.write', letter);
  report public.reports;
  wanted public.report_letters;
  refused text;
  rule text;
begin
  if answer is not null then
    return answer;
  end if;
  if jsonb_typeof(letter) is distinct from 'object' then
    perform app.refuse('22023', 'invalid_value', 'a letter is an object', 'letter');
  end if;
  select k into refused from jsonb_object_keys(letter) k
    where k <> all (array['report_id', 'recipient', 'text']) limit 1;
  if refused is not null then
    perform app.refuse('22023', 'invalid_value', 'a letter has no such field', refused);
  end if;
  wanted.report_id := app.id_field(letter, 'report_id');
  wanted.recipient := app.text_field(letter, 'recipient');
  wanted.text := btrim(app.text_field(letter, 'text'));
  if wanted.recipient is null or wanted.recipient not in ('reporter', 'reported') then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'recipient');
  elsif coalesce(char_length(wanted.text), 0) not between 1 and 900 then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'text');
  end if;
  select * into report from public.reports r where r.id = wanted.report_id for share;
  if report.id is null then
    perform app.refuse('PT404', 'target_unknown', 'there is no such report');
  end if;
  wanted.person_id := case wanted.recipient when 'reporter' then report.reporter_id
    else coalesce((select t.person_id from app.reported_texts t where t.report_id = report.id),
      app.reported_person(report.what, report.target_id, report.reporter_id)) end;
  -- The same for a removed account and for one that was never there. Somebody who writes to a person holds that person.
  perform from public.user_profiles p where p.id = wanted.person_id and p.removed_at is null for share;
  if not found and not (wanted.recipient = 'reporter' and report.reporter_id is null
    and exists (select from app.visitor_reports v where v.report_id = report.id))
  then
    perform app.refuse('PT409', 'recipient_gone', 'this person has no account any more');
  end if;
  begin
    insert into public.report_letters (report_id, recipient, person_id, text, written_by)
      values (wanted.report_id, wanted.recipient, wanted.person_id, wanted.text, me)
      returning * into wanted;
  exception when check_violation then
    get stacked diagnostics rule = constraint_name;
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', rule);
  end;
  perform app.notify(wanted.person_id, 'team.letter', case wanted.recipient
    when 'reporter' then 'A equipe escreveu sobre a sua denúncia' else 'Mensagem da equipe do Danceflix' end, wanted.text);
  -- The logged result names no person.
  return app.finish_command(command_id, jsonb_build_object('letter_id', wanted.id));
end
$$;

grant execute on function public.admin_write_about_report(uuid, jsonb) to authenticated, service_role;

-- The state of a visitor's report, and the team's letters to the visitor; null for an unknown code.
create function public.report_status(code text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('what', r.what, 'status', r.status, 'created_at', r.created_at, 'decided_at', r.decided_at,
    'letters', coalesce((
      select jsonb_agg(jsonb_build_object('text', l.text, 'written_at', l.written_at) order by l.written_at, l.id)
      from public.report_letters l where l.report_id = r.id and l.recipient = 'reporter'
    ), '[]'))
  from app.visitor_reports v join public.reports r on r.id = v.report_id
  where v.follow_hash
    = encode(sha256(convert_to(app.bounded('report_status', 'code', report_status.code), 'UTF8')), 'hex')
$$;

grant execute on function public.report_as_visitor(uuid, jsonb), public.report_status(text)
  to anon, authenticated, service_role;

-- An act of a rule on a profile is in the audit like one of the team, without an actor. Reports of money asked in
-- advance that are made from a request count like those made from the teacher's page.

-- A line about what a rule changed; nothing in it may be personal.
create function app.audit_rule(action text, table_name text, row_id text, before jsonb, after jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after, words)
    values (null, action, table_name, row_id, before, after, app.search_words(app.fold(left(concat_ws(' ', table_name, row_id,
      (select string_agg(v.value, ' ') from jsonb_each_text(coalesce(before, '{}') || coalesce(after, '{}')) v)), 2000))))
$$;

-- The teacher of whom this person reports that money was asked in advance; null for every other report.
create function app.prepaid_teacher(report public.reports) returns uuid
language sql stable security definer set search_path = ''
as $$
  select case
    when report.reason <> 'prepayment' then null
    when report.what = 'profile' then report.target_id
    when report.what in ('request', 'message') then (
      select r.teacher_id from public.lesson_requests r
      where r.id = report.target_id and r.student_id = report.reporter_id)
  end
$$;

-- Whether somebody's word may hide a teacher: an account of at least seven days, and a lesson that took place or an
-- evaluation of that teacher that is read. An accepted request alone is a matter of seconds for two false accounts.
create function app.has_history(student uuid, teacher uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.users u
    where u.id = student and u.created_at <= now() - interval '7 days'
  ) and (
    exists (
      select from public.lessons l join public.lesson_requests r on r.id = l.request_id
      where r.student_id = student and r.teacher_id = teacher and l.status = 'held')
    or exists (
      select from public.lesson_evaluations e
      where e.evaluator_id = student and e.evaluated_id = teacher and e.public_rating is not null)
  )
$$;

-- Reports of events, by everybody but the person who proposed them. Taking an event down unpublishes it; it comes back
-- when the team decides to keep it after all. An event of the team has no author to tell.

-- Removes or restores a thing. Returns { person, former, changed }; null when it does not exist. Texts of an author who
-- has left can be hidden while they are visible; nothing is told to, or stored about, a removed person. Hiding a reply
-- leaves its evaluation.
create function app.moderate(what text, target uuid, remove boolean, reason text)
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
