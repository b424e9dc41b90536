-- A report about one photo or video of a profile is a report of its own: a second photo's does not replace the first.

alter table public.reports add column subject text constraint reports_subject_check check (
  subject is null or what = 'profile' and char_length(subject) between 1 and 300);
drop index public.reports_one;
create unique index reports_one on public.reports (reporter_id, what, target_id, subject) nulls not distinct;
grant select (subject) on public.reports to authenticated;

-- Whether the teacher's page shows this photo or video: its path or address is no free text to the team.
create function app.shows_media(what text, target uuid, subject text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select what = 'profile' and exists (
    select from public.teachers t where t.id = target and (subject = any (t.photos) or subject = any (t.videos)))
$$;

-- Command: reports something. `report`: { id (made on the device), what, target_id, reason, details|null, subject|null:
-- the photo or video of a profile }. A person has one report per target and subject, with the latest text. At most 20
-- new ones per person in 24 hours.
-- Returns { command_id, version: null, report_id, created }.
-- Hints: invalid_value (22023, the field in DETAIL), profile_missing (PT409), target_unknown (PT404),
-- too_many_reports (PT409), report_exists (PT409: the id is taken).
create or replace function public.create_report(command_id uuid, report jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  at_most constant integer := 20;
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'report.create', report);
  wanted public.reports;
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
    where k <> all (array['id', 'what', 'target_id', 'reason', 'details', 'subject']) limit 1;
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
  if wanted.what not in ('profile', 'post', 'evaluation') then
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

-- The reported photo or video, beside what the reason says.
update app.admin_lists l
  set shown = replace(l.shown, $$'reason', r.reason,$$, $$'reason', r.reason, 'subject', r.subject,$$)
  where l.name = 'reports';

-- The reported thing in the list of reports.
create or replace function app.reported_thing(what text, target uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select case what
    when 'profile' then (
      select jsonb_build_object('person', app.named_person(p.id),
        'state', (select d.state from app.teacher_directory d where d.id = p.id),
        'is_public', s.is_public, 'hidden_at', s.hidden_at,
        'image_url', p.profile_image_url, 'text', coalesce(t.bio, s.bio))
      from public.user_profiles p left join public.students s on s.id = p.id
      left join public.teachers t on t.id = p.id and p.role = 'teacher'
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
