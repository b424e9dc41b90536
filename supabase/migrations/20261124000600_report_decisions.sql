-- Decisions about reports: the team keeps or removes the reported thing. A decision is about the thing and closes all
-- open reports of it. A later decision may differ: 'keep' restores a removed thing. Reporters, and authors of anonymous
-- evaluations, stay unknown.

create table public.report_decisions (
  id uuid primary key default gen_random_uuid(),
  what text not null constraint report_decisions_what_check check (what in ('profile', 'post', 'evaluation')),
  target_id uuid not null,
  -- Owner of the thing.
  person_id uuid,
  decision text not null constraint report_decisions_decision_check check (decision in ('keep', 'remove')),
  -- Reason as told to the owner.
  reason text constraint report_decisions_reason_check check (char_length(reason) between 1 and 500),
  -- State before the removal, which a later 'keep' restores.
  former jsonb,
  decided_by uuid not null,
  decided_at timestamptz not null default clock_timestamp()
);
create index report_decisions_target on public.report_decisions (what, target_id, decided_at);
create index report_decisions_person on public.report_decisions (person_id);
select app.audit_table('report_decisions', 'id', 'person_id', 'reason');

-- Removes or restores a thing. Returns { person, former, changed }; null when it does not exist. Texts of an author who
-- has left can be hidden while they are visible; nothing is told to, or stored about, a removed person.
create function app.moderate(what text, target uuid, remove boolean, reason text, former jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  post public.posts;
  evaluation public.lesson_evaluations;
  profile public.user_profiles;
  was_active boolean;
  changed boolean := false;
begin
  if what = 'post' then
    select * into post from public.posts p where p.id = target for update;
    if post.id is null then
      return null;
    end if;
    update public.posts p set removed_at = case when remove then now() end, removed_by = case when remove then 'team' end,
      removal_reason = case when remove then reason end
      where p.id = target and (remove and p.removed_at is null or not remove and p.removed_by = 'team');
    return jsonb_build_object('person', post.author_id, 'changed', found);
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
  end if;
  select * into profile from public.user_profiles p where p.id = target and p.removed_at is null for share;
  if profile.id is null then
    return null;
  elsif profile.role = 'admin' and remove then
    perform app.refuse('PT409', 'target_is_admin', 'the team does not take itself off');
  elsif profile.role = 'teacher' then
    select t.is_active into was_active from public.teachers t where t.id = target for update;
    changed := case when remove then was_active else not was_active and (former ->> 'is_active')::boolean is true end;
    if changed then
      update public.teachers t set is_active = not remove where t.id = target;
    end if;
    return jsonb_build_object('person', target, 'changed', changed, 'former', jsonb_build_object('is_active', was_active));
  end if;
  update public.students s set hidden_at = case when remove then now() end
    where s.id = target and (s.hidden_at is null) = remove;
  return jsonb_build_object('person', target, 'changed', found);
end
$$;

-- Notifies the owner that something was removed or restored.
create function app.tell_moderated(person uuid, what text, remove boolean, reason text) returns void
language sql volatile security definer set search_path = ''
as $$
  select app.notify(person, what || case when remove then '.removed' else '.restored' end,
    case what when 'post' then 'Sua publicação ' when 'evaluation' then 'Sua avaliação ' else 'Seu perfil ' end
      || case when remove then case what when 'post' then 'saiu do Mural' else 'saiu do ar' end
        else case what when 'post' then 'voltou ao Mural' else 'voltou ao ar' end end,
    case when remove then case what
        when 'post' then 'A equipe do Danceflix removeu uma publicação sua.'
        when 'evaluation' then 'A equipe do Danceflix escondeu uma avaliação que você escreveu.'
        else 'A equipe do Danceflix tirou seu perfil da parte pública do site.' end
        || coalesce(' Motivo: ' || reason, '')
      else 'A equipe do Danceflix reviu a decisão.' end,
    case what when 'post' then '/comunidade/mural' end)
$$;

-- Command: decides about a reported thing (or one that was not reported yet).
-- decision: { what 'profile'|'post'|'evaluation', target_id (as in the report), decision 'keep'|'remove',
-- reason|null: told to the owner, to 500 characters }.
-- 'remove' takes a post off the Mural, hides an evaluation and its stars, takes a teacher off the search (is_active
-- false) and hides a student's page. Reporters are told that the report was reviewed, and the outcome.
-- Returns { command_id, what, target_id, decision, changed: whether the state changed, reports: number of closed ones }.
-- Hints: invalid_value (22023, the field in DETAIL), target_unknown (PT404; 'keep' closes reports of a removed thing),
-- target_is_admin (PT409).
create function public.admin_decide_report(command_id uuid, decision jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  answer jsonb := app.begin_command(command_id, 'admin.report.decide', decision);
  about text;
  target uuid;
  told text;
  remove boolean;
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
  told := app.text_field(decision, 'reason');
  if about is null or about not in ('profile', 'post', 'evaluation') then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'what');
  elsif target is null then
    perform app.refuse('22023', 'invalid_value', 'this value is missing', 'target_id');
  elsif app.text_field(decision, 'decision') is null or decision ->> 'decision' not in ('keep', 'remove') then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'decision');
  elsif char_length(told) > 500 then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'reason');
  end if;
  remove := decision ->> 'decision' = 'remove';
  done := app.moderate(about, target, remove, told, (
    select d.former from public.report_decisions d
    where d.what = about and d.target_id = target and d.decision = 'remove' order by d.decided_at desc limit 1));
  if done is null and (remove or not exists (
    select from public.reports r where r.what = about and r.target_id = target
  )) then
    perform app.refuse('PT404', 'target_unknown', 'there is no such thing');
  end if;
  insert into public.report_decisions (what, target_id, person_id, decision, reason, former, decided_by)
    values (about, target, (done ->> 'person')::uuid, decision ->> 'decision', told, done -> 'former', me);
  if (done ->> 'changed')::boolean then
    perform app.tell_moderated((done ->> 'person')::uuid, about, remove, told);
  end if;
  for reporter in
    update public.reports r set status = case when remove then 'removed' else 'kept' end, decided_at = now()
      where r.what = about and r.target_id = target and r.status = 'open' returning r.reporter_id
  loop
    closed := closed + 1;
    perform app.notify(reporter, 'report.decided', 'Sua denúncia foi analisada',
      case when remove then 'Obrigado por avisar. A equipe do Danceflix removeu o que você denunciou.'
        else 'Obrigado por avisar. A equipe do Danceflix analisou e decidiu manter o que você denunciou.' end);
  end loop;
  -- The logged result names no person.
  return app.finish_command(command_id, jsonb_build_object(
    'changed', coalesce((done ->> 'changed')::boolean, false), 'reports', closed)) || (decision - 'reason');
end
$$;

-- reports · filter: status ('open'|'kept'|'removed'), what, reason, target_id, from, to. sort: created_at (default
-- '-created_at'). Rows: { id, what, target_id, reason, details, status, created_at, decided_at, reporter: person|null,
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
    'to', 'r.created_at < ($1 ->> ''to'')::timestamptz'
  ),
  '{"created_at": [["r.created_at", "timestamptz"], ["r.id", "uuid"]]}', '-created_at',
  $shown$jsonb_build_object('id', r.id, 'what', r.what, 'target_id', r.target_id, 'reason', r.reason,
    'details', r.details, 'status', r.status, 'created_at', r.created_at, 'decided_at', r.decided_at,
    'reporter', app.named_person(r.reporter_id),
    'open', (select count(*) from public.reports o where o.what = r.what and o.target_id = r.target_id
      and o.status = 'open'),
    'target', app.reported_thing(r.what, r.target_id),
    'decision', (select to_jsonb(d) - array['id', 'what', 'target_id', 'person_id', 'former', 'decided_by']
        || jsonb_build_object('decided_by', app.named_person(d.decided_by))
      from public.report_decisions d where d.what = r.what and d.target_id = r.target_id
      order by d.decided_at desc limit 1))$shown$
);

-- The reported thing in the list of reports.
create function app.reported_thing(what text, target uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select case what
    when 'profile' then (
      select jsonb_build_object('person', app.named_person(p.id),
        'state', (select d.state from app.teacher_directory d where d.id = p.id),
        'is_public', s.is_public, 'hidden_at', s.hidden_at)
      from public.user_profiles p left join public.students s on s.id = p.id
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

grant select (id, what, target_id, person_id, decision, reason, former, decided_by, decided_at
  ) on public.report_decisions to authenticated;
create policy "admins read decisions" on public.report_decisions for select to authenticated
  using ((select app.is_admin()));

grant execute on function public.admin_decide_report(uuid, jsonb) to authenticated;
