-- What a rule does to a profile is in the audit like what the team does, without an actor; and reports of money asked in
-- advance that are made from a request count like those made from the teacher's page.

-- Null: no person, but a rule.
alter table public.audit_log alter actor_id drop not null;

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

-- As before, with reports of requests, and in the audit. A report of a request stays open when the profile is decided
-- about, so those made before the last decision about the profile do not count again.
create or replace function app.hide_for_prepayment(teacher uuid) returns void
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

-- As before, with reports of requests.
create or replace function app.heed_report() returns trigger
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

-- As before; `is_rule` where no person did it.
do $$
declare
  body text := pg_get_functiondef('app.admin_audit_row(uuid)'::regprocedure);
begin
  execute replace(body, $q$'actor', app.named_person(l.actor_id),$q$,
    $q$'actor', app.named_person(l.actor_id), 'is_rule', l.actor_id is null,$q$);
end
$$;

-- As before, with what a rule changed: a teacher's own data say that the profile was hidden. Letters about reports are
-- shown by themselves, without the report.
do $$
declare
  body text := pg_get_functiondef('app.data_of_support_and_team(uuid)'::regprocedure);
begin
  execute replace(body, 'l.actor_id <> person', $q$l.actor_id is distinct from person and l.table_name <> 'report_letters'$q$);
end
$$;
