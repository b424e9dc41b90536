-- A listing that is taken down twice can still come back, and one that came back and was paused since does not: what
-- counts is the last decision, as for events.
drop function app.moderate(text, uuid, boolean, text, jsonb);

create or replace function app.moderate(what text, target uuid, remove boolean, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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

create or replace function public.admin_decide_report(command_id uuid, decision jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
