-- Evaluations that others have read, and are changed afterwards: points 2 and 3 of …_evaluation_replies.sql, for anonymous
-- ones too. Named ones stay named (app.guard_evaluation), so a change takes neither the first stars nor the reply away.
--
-- 1. The first stars stay beside the new ones. Those of an anonymous evaluation are the ones that were released first.
-- 2. A reply that was written before the change says so, and the evaluated person, who is told of the change, may write
--    another one in its place. The author is told of it again.

alter table public.lesson_evaluations
  -- When the present reply was written; `replied_at` is the first one's.
  add reply_written_at timestamptz;
grant select (reply_written_at) on public.lesson_evaluations to authenticated;
alter table public.lesson_evaluations alter reply_written_at set statistics 0;

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
  nullif(e.first_rating, e.public_rating) as first_rating,
  e.lessons_held as lessons,
  case when e.evaluated_id = (select auth.uid()) and e.replied_at is not null then
    ((greatest(e.replied_at, e.edited_at) + interval '14 days') at time zone 'America/Sao_Paulo')::date end as reply_until,
  e.evaluated_id = (select auth.uid()) and e.reply_hidden_at is not null as reply_hidden,
  e.reply is not null and (e.reply_hidden_at is null or e.evaluated_id = (select auth.uid()))
    and coalesce(coalesce(e.reply_written_at, e.replied_at) < e.edited_at, false) as reply_is_earlier
from public.lesson_evaluations e
left join public.user_profiles p on p.id = e.evaluator_id and p.removed_at is null
where e.public_rating is not null and (
  exists (select from public.teacher_listings l where l.id = e.evaluated_id and not l._deleted)
  or e.evaluated_id = (select auth.uid()) or (select app.is_admin())
)
-- Anonymous ones stay: their disappearance would name the author.
and (e.is_anonymous or not exists (
  select from public.blocks b
  where b.user_id = (select auth.uid()) and b.person_id = e.evaluator_id and b.is_on and e.evaluated_id <> b.user_id
))
order by e.public_id;
grant select (reply_is_earlier) on public.public_evaluations to anon, authenticated;

-- Tells the evaluated person that a published evaluation has changed, at most once a day for each.
create function app.notify_changed_evaluation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if current_setting('app.seeding', true) = 'on' or new._deleted
    or not new.is_anonymous and app.has_blocked(new.evaluated_id, new.evaluator_id)
  then
    return null;
  end if;
  insert into public.notifications (id, user_id, kind, title, body, url)
    select md5('evaluation.changed ' || new.id || ' ' || (now() at time zone 'America/Sao_Paulo')::date)::uuid, p.id,
      'evaluation.changed', 'Uma avaliação sobre você mudou',
      case when new.is_anonymous then 'Veja como ficou. As primeiras estrelas continuam ao lado.'
        else 'Veja como ficou. As primeiras estrelas continuam ao lado, e você pode responder de novo.' end,
      case p.role when 'teacher' then '/teacher/home' else '/student/progresso' end
    from public.user_profiles p where p.id = new.evaluated_id and p.removed_at is null
    on conflict (id) do nothing;
  return null;
end
$$;
create trigger notify_changed after update on public.lesson_evaluations for each row
  when (old.public_rating is not null and new.public_rating is not null
    and (new.public_rating <> old.public_rating
      or new.public_comment is distinct from old.public_comment and new.public_comment is not null))
  execute function app.notify_changed_evaluation();
