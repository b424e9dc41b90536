-- Reports: a person tells the team about a profile, a post or an evaluation. Read by who wrote it and by admins.

create table public.reports (
  id uuid primary key,
  -- Null once that person's account is gone.
  reporter_id uuid,
  what text not null constraint reports_what_check check (what in ('profile', 'post', 'evaluation')),
  -- Of an evaluation: its public id.
  target_id uuid not null,
  reason text not null constraint reports_reason_check
    check (reason in ('fake', 'offensive', 'unsafe', 'spam', 'wrong', 'other')),
  details text constraint reports_details_check check (char_length(details) between 1 and 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index reports_one on public.reports (reporter_id, what, target_id);
create index reports_target on public.reports (what, target_id);
create index reports_newest on public.reports (created_at);

-- Whether there is such a post, for whoever may report. The community replaces it with a look into its own table.
do $$
begin
  if to_regprocedure('app.reportable_post(uuid)') is null then
    create function app.reportable_post(post uuid) returns boolean
    language sql stable security definer set search_path = ''
    as 'select false';
  end if;
end
$$;

-- Whether the caller can see what is reported. Their own profile is nothing to report.
create function app.is_reportable(what text, target uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case what
    when 'profile' then target is distinct from auth.uid() and exists (
      select from public.user_profiles p where p.id = target and p.removed_at is null)
    when 'evaluation' then exists (select from public.public_evaluations e where e.id = target)
    when 'post' then app.reportable_post(target)
    else false
  end
$$;

-- Command: reports something. `report`: { id (made on the device), what, target_id, reason, details|null }. The same
-- person and target twice is one report, as written last. At most 20 new ones a person in 24 hours.
-- Answers { command_id, version: null, report_id, created }.
-- Hints: invalid_value (22023, the field in DETAIL), profile_missing (PT409), target_unknown (PT404),
-- too_many_reports (PT409), report_exists (PT409: the id is taken).
create function public.create_report(command_id uuid, report jsonb) returns jsonb
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
    where k <> all (array['id', 'what', 'target_id', 'reason', 'details']) limit 1;
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
  if wanted.what not in ('profile', 'post', 'evaluation') then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'what');
  end if;

  -- One person's reports take turns, so that the limit holds.
  perform from public.user_profiles p where p.id = me for no key update;
  perform app.require_profile();
  if not app.is_reportable(wanted.what, wanted.target_id) then
    perform app.refuse('PT404', 'target_unknown', 'there is nothing like that to report');
  end if;
  begin
    update public.reports r set reason = wanted.reason, details = wanted.details, updated_at = now()
      where r.reporter_id = me and r.what = wanted.what and r.target_id = wanted.target_id
      returning r.id into written;
    if written is null then
      if (
        select count(*) from public.reports r where r.reporter_id = me and r.created_at > now() - interval '24 hours'
      ) >= at_most then
        perform app.refuse('PT409', 'too_many_reports', 'these are enough reports for a day');
      end if;
      insert into public.reports (id, reporter_id, what, target_id, reason, details)
        values (wanted.id, me, wanted.what, wanted.target_id, wanted.reason, wanted.details);
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
