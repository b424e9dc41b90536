-- Reports that cannot wait, and profiles that are hidden until the team has decided.
--
-- 'unsafe' (harassment or a threat) and 'minor' (somebody under age) are urgent: first in the queue, and every
-- administrator is notified at once. 'prepayment' (asked for money before the first lesson): two open reports of a
-- teacher, by two students with a history with that teacher, hide the profile until an administrator decides. Reports of
-- strangers never hide anybody. The hiding is kept as a decision without an administrator, and shown with the others.

alter table public.reports
  drop constraint reports_reason_check,
  add constraint reports_reason_check check (
    reason in ('fake', 'offensive', 'unsafe', 'minor', 'prepayment', 'spam', 'wrong', 'other')
  ),
  add column is_urgent boolean not null generated always as (reason in ('unsafe', 'minor')) stored,
  -- A visitor's above the limits: read by the team, heeded by no rule.
  add column is_set_aside boolean not null default false,
  -- When the administrators were told of what is reported, because of this report.
  add column told_at timestamptz,
  -- The place in the team's list: 3 urgent, or money asked in advance; 2 open; 1 set aside; 0 decided.
  add column attention smallint not null generated always as (case
    when status <> 'open' then 0 when is_set_aside then 1
    when reason in ('unsafe', 'minor', 'prepayment') then 3 else 2 end) stored;
alter table public.reports alter is_urgent set statistics 0, alter attention set statistics 0;
grant select (is_urgent, is_set_aside, told_at, attention) on public.reports to authenticated;

create index reports_attention on public.reports (attention, created_at, id);
create index reports_attention_status on public.reports (status, attention, created_at, id);
create index reports_attention_what on public.reports (what, attention, created_at, id);
create index reports_aside on public.reports (is_set_aside, attention, created_at, id);
create index reports_aside_newest on public.reports (is_set_aside, created_at, id);
create index reports_told on public.reports (target_id) where told_at is not null and status = 'open';

-- Null: decided by no person, but by rule.
alter table public.report_decisions alter decided_by drop not null;

update app.admin_lists l set
  filters = l.filters || jsonb_build_object('set_aside', 'r.is_set_aside = ($1 ->> ''set_aside'')::boolean'),
  sorts = l.sorts || '{"urgency": [["r.attention", "smallint"], ["r.created_at", "timestamptz"], ["r.id", "uuid"]]}',
  default_sort = '-urgency',
  shown = replace(l.shown, '''reason'', r.reason,',
    '''reason'', r.reason, ''is_urgent'', r.is_urgent, ''is_set_aside'', r.is_set_aside,')
where l.name = 'reports';

create function app.notify_admins(kind text, title text, body text, url text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.notifications (user_id, kind, title, body, url)
    select p.id, notify_admins.kind, notify_admins.title, notify_admins.body, notify_admins.url
    from public.user_profiles p where p.role = 'admin' and p.removed_at is null
$$;

-- Hides the profile of a teacher of whom two students with an accepted request report that money was asked in advance.
create function app.hide_for_prepayment(teacher uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  told constant text := 'Duas denúncias de pagamento adiantado. A equipe vai decidir.';
begin
  -- Two reports at once: the second one waits and counts both. People are locked before teachers, as everywhere.
  perform from public.user_profiles p where p.id = teacher and p.removed_at is null for share;
  perform from public.teachers t where t.id = teacher and t.is_active for update;
  if not found then
    return;
  end if;
  if (
    select count(distinct r.reporter_id) from public.reports r
    where r.what = 'profile' and r.target_id = teacher and r.reason = 'prepayment' and r.status = 'open'
      and app.has_history(r.reporter_id, teacher)
  ) < 2 then
    return;
  end if;
  update public.teachers t set is_active = false where t.id = teacher;
  insert into public.report_decisions (what, target_id, person_id, decision, reason, former)
    values ('profile', teacher, teacher, 'remove', told, '{"is_active": true}');
  perform app.tell_moderated(teacher, 'profile', true, told);
  perform app.notify_admins('report.urgent', 'Perfil escondido até vocês decidirem',
    'Dois alunos denunciaram que um professor pediu pagamento adiantado.', '/admin/reports');
end
$$;

create function app.heed_report() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status <> 'open' or tg_op = 'UPDATE' and new.reason = old.reason and old.status = 'open' then
    return null;
  end if;
  if new.is_urgent then
    perform app.notify_admins('report.urgent', 'Denúncia urgente',
      case new.reason when 'minor' then 'Alguém denunciou algo que envolve um menor de idade.'
        else 'Alguém denunciou assédio ou ameaça.' end, '/admin/reports');
  elsif new.reason = 'prepayment' and new.what = 'profile' then
    perform app.hide_for_prepayment(new.target_id);
  end if;
  return null;
end
$$;
create trigger heed after insert or update of reason, status on public.reports
  for each row execute function app.heed_report();

-- Reports of visitors, who follow them by a code that their phone makes. Only its hash is stored.

-- One report per person; those of visitors and of removed accounts name nobody and are not compared. Before, a second
-- removed reporter of the same thing could not be unlinked.
drop index public.reports_one;
create unique index reports_one on public.reports (reporter_id, what, target_id, subject) nulls not distinct
  where reporter_id is not null;

create table app.visitor_reports (
  report_id uuid primary key references public.reports (id) on delete cascade,
  -- SHA-256 of the code.
  follow_hash text not null unique check (follow_hash ~ '^[0-9a-f]{64}$')
);
alter table app.visitor_reports enable row level security;
insert into app.personal_data (place, columns, after_leaving, reason) values
  ('app.visitor_reports', '{}', 'no person', 'hashes of codes by which visitors follow their reports');

create or replace function app.rate_limits() returns table (subject text, most integer)
language sql immutable set search_path = ''
as $$
  values ('leads_person_hour', 20), ('leads_address_hour', 60), ('leads_site_hour', 120), ('leads_visitors_hour', 600),
    ('lesson_requests_day', 20), ('lesson_proposals_day', 100), ('evaluations_day', 60), ('writes_person_hour', 600),
    ('adjustments_teacher_day', 10), ('reports_address_day', 10), ('reports_site_day', 20), ('reports_visitors_hour', 200)
$$;

-- Whether everybody can see the thing, so that a visitor can report it.
create function app.is_public_thing(what text, target uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case what
    when 'profile' then exists (select from public.teacher_listings l where l.id = target and not l._deleted)
      or exists (select from public.content_items c where c.id = target and c.kind = 'dancer' and not c._deleted)
    else app.is_reportable(what, target)
  end
$$;

create function public.report_as_visitor(command_id uuid, report jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  answer jsonb := app.begin_command(command_id, 'report.visitor', report - 'code');
  address constant text := app.caller_address();
  site constant text := app.site_of(app.caller_address());
  wanted public.reports;
  code text;
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
    where k <> all (array['id', 'what', 'target_id', 'reason', 'details', 'code']) limit 1;
  if refused is not null then
    perform app.refuse('22023', 'invalid_value', 'a report has no such field', refused);
  end if;
  wanted.id := app.id_field(report, 'id');
  wanted.what := app.text_field(report, 'what');
  wanted.target_id := app.id_field(report, 'target_id');
  wanted.reason := app.text_field(report, 'reason');
  wanted.details := app.text_field(report, 'details');
  code := app.text_field(report, 'code');
  if code is null or code !~ '^[2-9A-HJ-NP-Z]{12}$' then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'code');
  elsif num_nulls(wanted.id, wanted.what, wanted.target_id, wanted.reason) > 0 then
    perform app.refuse('22023', 'invalid_value', 'this value is missing', 'report');
  end if;
  if address is not null then
    perform app.take_turn('reports_address_day', address, 10, '24 hours');
    if site is not null then
      perform app.take_turn('reports_site_day', site, 20, '24 hours');
    end if;
  end if;
  perform app.take_turn('reports_visitors_hour', '', 200, '1 hour');
  if app.is_public_thing(wanted.what, wanted.target_id) is not true then
    perform app.refuse('PT404', 'target_unknown', 'there is nothing like that to report');
  end if;
  begin
    insert into public.reports (id, what, target_id, reason, details)
      values (wanted.id, wanted.what, wanted.target_id, wanted.reason, wanted.details);
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

-- What became of a visitor's report; null for an unknown code.
create function public.report_status(code text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('what', r.what, 'status', r.status, 'created_at', r.created_at, 'decided_at', r.decided_at)
  from app.visitor_reports v join public.reports r on r.id = v.report_id
  where v.follow_hash = encode(sha256(convert_to(report_status.code, 'UTF8')), 'hex')
$$;

grant execute on function public.report_as_visitor(uuid, jsonb), public.report_status(text)
  to anon, authenticated, service_role;
