-- Lessons of a request that a guardian made: proposing, moving and confirming ask again whether the teacher's check of
-- background (antecedentes) holds. It may have ended since the acceptance. What was confirmed before stays: withdrawing,
-- calling off and telling an outcome ask for nothing. Holds whoever writes the row.
create function app.guard_guardian_lesson() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  lesson constant uuid := case when tg_table_name = 'lessons' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'lesson_id' end;
begin
  if exists (
    select from public.lessons l
    join public.lesson_requests r on r.id = l.request_id and r.guardian_terms is not null
    left join public.teachers t on t.id = r.teacher_id
    where l.id = lesson and not coalesce(app.holds_background(t.checks), false)
  ) then
    perform app.refuse('PT409', 'background_unchecked', 'this teacher has no check of background that holds');
  end if;
  return new;
end
$$;
create trigger guardian before insert or update on public.lesson_proposals
  for each row execute function app.guard_guardian_lesson();
create trigger guardian before update of status on public.lessons
  for each row when (new.status = 'confirmed' and old.status is distinct from new.status)
  execute function app.guard_guardian_lesson();
