-- Reports that cannot wait, and profiles that are hidden until the team has decided.
--
-- 'unsafe' (harassment or a threat) and 'minor' (somebody under age) are urgent: first in the queue, and every
-- administrator is notified at once. 'prepayment' (asked for money before the first lesson): two open reports of a
-- teacher, by two students whose request that teacher had accepted, hide the profile until an administrator decides. Reports of
-- strangers never hide anybody. The hiding is kept as a decision without an administrator, and shown with the others.

alter table public.reports
  drop constraint reports_reason_check,
  add constraint reports_reason_check check (
    reason in ('fake', 'offensive', 'unsafe', 'minor', 'prepayment', 'spam', 'wrong', 'other')
  ),
  add column is_urgent boolean not null generated always as (reason in ('unsafe', 'minor')) stored;
alter table public.reports alter is_urgent set statistics 0;
grant select (is_urgent) on public.reports to authenticated;

create index reports_urgent on public.reports (is_urgent, created_at, id);
create index reports_urgent_status on public.reports (status, is_urgent, created_at, id);
create index reports_urgent_what on public.reports (what, is_urgent, created_at, id);

-- Null: decided by no person, but by rule.
alter table public.report_decisions alter decided_by drop not null;

update app.admin_lists l set
  sorts = l.sorts || '{"urgency": [["r.is_urgent", "boolean"], ["r.created_at", "timestamptz"], ["r.id", "uuid"]]}',
  default_sort = '-urgency',
  shown = replace(l.shown, '''reason'', r.reason,', '''reason'', r.reason, ''is_urgent'', r.is_urgent,')
where l.name = 'reports';

create function app.notify_admins(kind text, title text, body text, url text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.notifications (user_id, kind, title, body, url)
    select p.id, notify_admins.kind, notify_admins.title, notify_admins.body, notify_admins.url
    from public.user_profiles p where p.role = 'admin' and p.removed_at is null
$$;

-- Whether the student had a request that the teacher accepted, also one that ended since.
create function app.had_accepted_request(student uuid, teacher uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.lesson_requests r
    where r.student_id = student and r.teacher_id = teacher
      and (r.status = 'Aceito' or r.status = 'Cancelado' and r.answered_at is not null)
  )
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
      and app.had_accepted_request(r.reporter_id, teacher)
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
