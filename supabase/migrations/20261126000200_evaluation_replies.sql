-- Replies to evaluations on their own, changes that are seen, and how many lessons an author had.
--
-- The rules, with those of …_sealed_evaluations.sql:
-- 1. SEALED. Until both sides have written with their name, or 14 days have passed, only the author reads an evaluation,
--    and may change it without a trace: nobody has read it.
-- 2. CHANGES. The author may change an evaluation at any time (specification 001 §4), also once both are public, and the
--    stars and statistics follow. So that this is no way to take revenge, a change of stars or words after the first
--    publication shows the month of the change and the stars that it had first. The mark stays: changing back does not
--    take it off. Published with the name, it stays with the name. Words of an anonymous author are marked when they are
--    released, so that a mark never tells of a change that is not read yet.
-- 3. REPLY. The evaluated person may write one reply to a public evaluation with its author's name, and change it up to
--    14 days after it was written, and for 14 days after each change of the evaluation. A change of the evaluation
--    leaves the reply.
-- 4. LESSONS. A student's evaluation with the name shows how many lessons were held between the two when it was first
--    shown with it (not later: the number would tell of lessons), in steps. An anonymous one shows none.
-- 5. The team can hide a reply and leave the evaluation. A hidden reply can be withdrawn, not changed.

alter table public.lesson_evaluations
  -- Stars at the first publication; null before.
  add first_rating integer,
  -- A change since the first publication that is not published yet.
  add rewritten boolean not null default false,
  add edited_at timestamptz,
  add lessons_held integer,
  add reply_hidden_at timestamptz;
grant select (first_rating, rewritten, edited_at, lessons_held, reply_hidden_at) on public.lesson_evaluations to authenticated;
alter table public.lesson_evaluations alter first_rating set statistics 0, alter rewritten set statistics 0,
  alter edited_at set statistics 0, alter lessons_held set statistics 0, alter reply_hidden_at set statistics 0;
alter table public.lesson_evaluations disable trigger user;
update public.lesson_evaluations e set first_rating = e.public_rating where e.public_rating is not null;
alter table public.lesson_evaluations enable trigger user;

-- Lessons held between two people, rounded down to 1, 2, 3, 4, 5, 10, 20, 50, 100; null without one.
create function app.lessons_between(student uuid, teacher uuid) returns integer
language sql stable security definer set search_path = ''
as $$
  select max(step) from unnest(array[1, 2, 3, 4, 5, 10, 20, 50, 100]) step where step <= (
    select count(*) from public.lesson_requests r join public.lessons l on l.request_id = r.id
    where r.student_id = student and r.teacher_id = teacher and l.status = 'held'
  )
$$;

-- The last day on which the reply may change, by São Paulo's calendar; null before there was a reply. The view below
-- says the same, which its readers could not ask of a function that is not theirs.
create function app.reply_until(evaluation public.lesson_evaluations) returns date
language sql immutable set search_path = ''
as $$
  select ((greatest(evaluation.replied_at, evaluation.edited_at) + interval '14 days') at time zone 'America/Sao_Paulo')::date
    where evaluation.replied_at is not null
$$;

-- Named to run after `publish` and before `zz_stamp`.
create function app.mark_publication() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was_public constant boolean := tg_op = 'UPDATE' and old.public_rating is not null;
begin
  if new.is_anonymous then
    new.lessons_held := null;
  end if;
  if new._deleted then
    return new;
  end if;
  if tg_op = 'UPDATE' and new.reply is null and new.is_anonymous and not old.is_anonymous then
    new.replied_at := null;
  end if;
  if new.public_rating is null then
    if new.first_rating is not null and tg_op = 'UPDATE'
      and (new.rating, new.comment) is distinct from (old.rating, old.comment)
    then
      new.rewritten := true;
    end if;
    return new;
  end if;
  if new.rewritten
    or was_public and (new.public_rating, new.public_comment) is distinct from (old.public_rating, old.public_comment)
  then
    new.edited_at := now();
    new.rewritten := false;
  end if;
  new.first_rating := coalesce(new.first_rating, new.public_rating);
  if not new.is_anonymous and new.lessons_held is null and not (was_public and not old.is_anonymous) then
    new.lessons_held := app.lessons_between(new.evaluator_id, new.evaluated_id);
  end if;
  return new;
end
$$;
create trigger publish_marks before insert or update on public.lesson_evaluations
  for each row execute function app.mark_publication();

-- As before, with the change, the lessons, and the reply as its readers may see it. To the evaluated person alone: until
-- which day the own reply may change, and whether the team hides it.
create or replace view public.public_evaluations with (security_barrier) as
select
  e.public_id as id,
  e.evaluated_id,
  e.public_rating as rating,
  e.public_comment as comment,
  e.is_anonymous,
  case when not e.is_anonymous then p.name end as author_name,
  case when not e.is_anonymous then p.profile_image_url end as author_image_url,
  -- For the evaluated person's own page of the request; others must not learn of requests.
  case when not e.is_anonymous and e.evaluated_id = (select auth.uid()) then e.lesson_request_id end as lesson_request_id,
  date_trunc('month', e.created_at at time zone 'America/Sao_Paulo')::date as month,
  case when e.reply_hidden_at is null or e.evaluated_id = (select auth.uid()) then e.reply end as reply,
  date_trunc('month', e.edited_at at time zone 'America/Sao_Paulo')::date as edited_month,
  case when not e.is_anonymous then nullif(e.first_rating, e.public_rating) end as first_rating,
  e.lessons_held as lessons,
  case when e.evaluated_id = (select auth.uid()) and e.replied_at is not null then
    ((greatest(e.replied_at, e.edited_at) + interval '14 days') at time zone 'America/Sao_Paulo')::date end as reply_until,
  e.evaluated_id = (select auth.uid()) and e.reply_hidden_at is not null as reply_hidden
from public.lesson_evaluations e
left join public.user_profiles p on p.id = e.evaluator_id and p.removed_at is null
where e.public_rating is not null and (
  exists (select from public.teacher_listings l where l.id = e.evaluated_id and not l._deleted)
  or e.evaluated_id = (select auth.uid()) or (select app.is_admin())
)
order by e.public_id;
grant select (edited_month, first_rating, lessons, reply_until, reply_hidden) on public.public_evaluations
  to anon, authenticated;

-- As before, with the reply that others read too, the public id by which the author reports it, and the stars with which
-- others first read the evaluation.
create or replace view app.own_evaluations as
select e.id, e.evaluator_id, e.lesson_request_id, e.evaluated_id, case when not e._deleted then e.rating end as rating,
  e.comment, e.is_anonymous, e.created_at, e.updated_at, e._xid, e._deleted,
  case when e.reply_hidden_at is null and e.public_rating is not null then e.reply end as reply,
  case when e.reply_hidden_at is null and e.public_rating is not null and e.reply is not null then e.public_id end as reply_id,
  e.first_rating
from public.lesson_evaluations e;

-- As before; of an evaluation with its author's name, changeable for 14 days after it and after each change of the
-- evaluation. New hints: evaluation_anonymous (PT409), reply_hidden (PT409: by the team). The author is told of the first
-- one, and of the first one after each change of the evaluation.
create or replace function public.reply_to_evaluation(command_id uuid, reply jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'evaluation.reply', reply);
  target constant uuid := app.id_field(reply, 'evaluation_id');
  words constant text := nullif(btrim(app.text_field(reply, 'text')), '');
  evaluation public.lesson_evaluations;
begin
  if answer is not null then
    return answer;
  end if;
  if jsonb_typeof(reply) is distinct from 'object' or target is null then
    perform app.refuse('22023', 'invalid_value', 'Falta um valor.', 'evaluation_id');
  end if;
  if char_length(words) > 500 then
    perform app.refuse('22023', 'invalid_value', 'A resposta pode ter até 500 caracteres.', 'text');
  elsif words ~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]' then
    perform app.refuse('22023', 'invalid_value',
      'A resposta tem algo que não pode ser enviado. Mude o texto e envie de novo.', 'text');
  end if;
  perform app.hold_people(array[me]);
  perform app.require_profile();
  select * into evaluation from public.lesson_evaluations e
    where e.public_id = target and e.evaluated_id = me and e.public_rating is not null and not e._deleted for update;
  if evaluation.id is null then
    perform app.refuse('PT404', 'evaluation_unknown', 'Esta avaliação não está mais aqui. Abra a página de novo.');
  end if;
  if words is not null and words is distinct from evaluation.reply then
    if evaluation.is_anonymous then
      perform app.refuse('PT409', 'evaluation_anonymous', 'Uma avaliação sem nome não recebe resposta.');
    elsif evaluation.reply_hidden_at is not null then
      perform app.refuse('PT409', 'reply_hidden', 'A equipe do Danceflix escondeu esta resposta.');
    elsif app.reply_until(evaluation) < (now() at time zone 'America/Sao_Paulo')::date then
      perform app.refuse('PT409', 'reply_closed', 'Uma resposta só muda por 14 dias.');
    end if;
    perform app.require_terms();
  end if;
  update public.lesson_evaluations e
    set reply = words, replied_at = coalesce(e.replied_at, now()), reply_written_at = now()
    where e.id = evaluation.id and e.reply is distinct from words;
  if words is not null and words is distinct from evaluation.reply and (evaluation.replied_at is null
    or coalesce(evaluation.reply_written_at, evaluation.replied_at) < evaluation.edited_at)
  then
    perform app.notify(evaluation.evaluator_id, 'evaluation.replied', 'Sua avaliação recebeu uma resposta',
      'Leia a resposta embaixo da sua avaliação.', (
        select case p.role when 'teacher' then '/teacher/evaluations/' else '/student/evaluations/' end
          || evaluation.lesson_request_id
        from public.user_profiles p where p.id = evaluation.evaluator_id));
  end if;
  return app.finish_command(command_id,
    jsonb_build_object('version', null, 'evaluation_id', evaluation.public_id));
end
$$;

create or replace function app.notification_group(kind text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when kind = 'welcome' then null
    when kind like 'lesson\_request.%' or kind like 'lesson.%' then 'lessons'
    when kind in ('evaluation.received', 'evaluation.replied', 'evaluation.changed') then 'evaluations'
    when kind like 'news.%' then 'news'
    else 'account'
  end
$$;

-- Reports of a reply: `what` is 'reply', `target_id` the public id of its evaluation.
alter table public.reports drop constraint reports_what_check,
  add constraint reports_what_check check (what in ('profile', 'post', 'evaluation', 'reply'));
alter table public.report_decisions drop constraint report_decisions_what_check,
  add constraint report_decisions_what_check check (what in ('profile', 'post', 'evaluation', 'reply'));

-- As before, with replies: public ones, and those that the caller got.
create or replace function app.is_reportable(what text, target uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case what
    when 'profile' then target is distinct from auth.uid() and exists (
      select from public.user_profiles p where p.id = target and p.removed_at is null)
    when 'evaluation' then exists (select from public.public_evaluations e where e.id = target)
    when 'reply' then exists (
        select from public.public_evaluations e
        where e.id = target and e.reply is not null and e.evaluated_id is distinct from auth.uid())
      or exists (select from app.own_evaluations e where e.reply_id = target and e.evaluator_id = auth.uid())
    when 'post' then app.reportable_post(target)
    else false
  end
$$;

-- As before, with replies.
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
  if wanted.what not in ('profile', 'post', 'evaluation', 'reply') then
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

-- As before, with replies: hiding one leaves the evaluation.
create or replace function app.moderate(what text, target uuid, remove boolean, reason text, former jsonb) returns jsonb
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

create or replace function app.tell_moderated(person uuid, what text, remove boolean, reason text) returns void
language sql volatile security definer set search_path = ''
as $$
  select app.notify(person, what || case when remove then '.removed' else '.restored' end,
    case what when 'post' then 'Sua publicação ' when 'evaluation' then 'Sua avaliação ' when 'reply' then 'Sua resposta ' else 'Seu perfil ' end
      || case when remove then case what when 'post' then 'saiu do Mural' else 'saiu do ar' end
        else case what when 'post' then 'voltou ao Mural' else 'voltou ao ar' end end,
    case when remove then case what
        when 'post' then 'A equipe do Danceflix removeu uma publicação sua.'
        when 'evaluation' then 'A equipe do Danceflix escondeu uma avaliação que você escreveu.'
        when 'reply' then 'A equipe do Danceflix escondeu uma resposta sua a uma avaliação.'
        else 'A equipe do Danceflix tirou seu perfil da parte pública do site.' end
        || coalesce(' Motivo: ' || reason, '')
      else 'A equipe do Danceflix reviu a decisão.' end,
    case what when 'post' then '/comunidade/mural' end)
$$;

create or replace function public.admin_decide_report(command_id uuid, decision jsonb) returns jsonb
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
  if about is null or about not in ('profile', 'post', 'evaluation', 'reply') then
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
    when 'reply' then (
      select jsonb_build_object('evaluator', app.named_person(e.evaluator_id),
        'evaluated', app.named_person(e.evaluated_id), 'rating', e.rating, 'comment', e.public_comment,
        'is_anonymous', e.is_anonymous, 'hidden_at', e.reply_hidden_at, 'text', e.reply)
      from public.lesson_evaluations e where e.public_id = target and e.reply is not null)
    when 'evaluation' then (
      select jsonb_build_object('evaluator', app.named_person(e.evaluator_id),
        'evaluated', app.named_person(e.evaluated_id), 'rating', e.rating,
        'comment', coalesce(e.comment, e.public_comment), 'is_anonymous', e.is_anonymous, 'hidden_at', e.hidden_at)
      from public.lesson_evaluations e where e.public_id = target and (not e._deleted or e.public_comment is not null))
  end
$$;
