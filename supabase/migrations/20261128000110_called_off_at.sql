-- When a lesson was called off: kept whoever or whatever ended it. `called_off_by` says which side.
alter table public.lessons add column called_off_at timestamptz;

create function app.note_call_off() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.called_off_at := case
    when new.status <> 'called_off' then null
    when tg_op = 'UPDATE' and old.status = 'called_off' then old.called_off_at
    else now()
  end;
  return new;
end
$$;
create trigger note_call_off before insert or update on public.lessons
  for each row execute function app.note_call_off();

alter table public.lessons
  add constraint lessons_called_off_at check ((status = 'called_off') = (called_off_at is not null));

-- As before, with the time of a call-off. Phones get it only with the side that called off: without one the end of a
-- request has ended the lesson, whose moment would tell of a block.
create or replace view app.own_lessons as
select
  v.id, v.person_id, l.request_id,
  case v.person_id when r.student_id then 'student' when r.teacher_id then 'teacher' end as side,
  l.series_id, l.series_index, l.status,
  case when l.agreed_at is not null then
    app.shown_terms(l.starts_local, l.zone, l.starts_at, l.minutes, l.place, l.price_cents, app.is_running(r))
  end as agreed,
  app.shown_proposal(s, app.is_running(r)) as student_proposal,
  app.shown_proposal(t, app.is_running(r)) as teacher_proposal,
  l.proposed_last, l.student_outcome, l.teacher_outcome, l.called_off_by, l.created_at,
  v._xid, v._deleted,
  case when l.called_off_by is not null then l.called_off_at end as called_off_at
from public.lesson_versions v
left join public.lessons l on l.id = v.id and not v._deleted
left join public.lesson_requests r on r.id = l.request_id
left join public.lesson_proposals s on s.lesson_id = l.id and s.side = 'student'
left join public.lesson_proposals t on t.lesson_id = l.id and t.side = 'teacher';
